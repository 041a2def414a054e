/* Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   Compiles the module FILE for TARGET; the options follow, in words. Prints the PTX, the
   diagnostics as the handler gets them, and as JSON.

   usage: program FILE TARGET [features=F] [opt=0..3] [codegen=0..3] [registers=N] [remarks=R]
                  [flags=N] [size=N] [cancel=N] [-OPTION]... */

#include "nvptxtc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const nvptxtc_diagnostic *d, void *data) {
  fprintf(data, "diagnostic %d|%s|%s|%u|%u|%s|%s\n", (int)d->severity, d->function, d->file,
          d->line, d->column, d->pass, d->message);
  fprintf(data, "code %s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%u\n", d->code, d->option, d->intrinsic,
          d->statement, d->target, d->ptx, d->needs_targets, d->needs_ptx, d->needs_last_ptx,
          d->closest, (unsigned)d->num_calls);
}

static const char *value(const char *argument, const char *key) {
  size_t size = strlen(key);
  return strncmp(argument, key, size) ? NULL : argument + size;
}

int main(int argc, char **argv) {
  nvptxtc_options options = {sizeof(options)};
  nvptxtc_result *result;
  nvptxtc_status status;
  static char module[1 << 20];
  const char *llc_options[16], *v;
  size_t size, count = 0;
  int cancel = 0;
  FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
  int i;
  if (!file)
    return 100;
  memset(module, 'x', sizeof(module)); /* what follows the module is not read */
  size = fread(module, 1, sizeof(module), file);
  fclose(file);
  options.target = argv[2];
  options.name = "module.ll";
  for (i = 3; i < argc; ++i) {
    if ((v = value(argv[i], "features=")))
      options.features = v;
    else if ((v = value(argv[i], "opt=")))
      options.optimization = (nvptxtc_level)(NVPTXTC_O0 + atoi(v));
    else if ((v = value(argv[i], "codegen=")))
      options.codegen = (nvptxtc_level)(NVPTXTC_O0 + atoi(v));
    else if ((v = value(argv[i], "registers=")))
      options.max_registers = (unsigned)atoi(v);
    else if ((v = value(argv[i], "remarks=")))
      options.remarks = v;
    else if ((v = value(argv[i], "flags=")))
      options.flags = (unsigned)atoi(v);
    else if ((v = value(argv[i], "cancel="))) {
      cancel = atoi(v);
      options.cancel = &cancel;
    } else if ((v = value(argv[i], "size=")))
      options.size = (size_t)atoi(v);
    else
      llc_options[count++] = argv[i];
  }
  llc_options[count] = NULL;
  options.llc_options = llc_options;
  options.handler = print;
  options.handler_data = stderr;
  status = nvptxtc_compile(module, size, &options, &result);
  fwrite(result->ptx, 1, result->ptx_size, stdout);
  fprintf(stderr, "JSON %s\n", result->diagnostics);
  nvptxtc_free(result);
  return (int)status;
}
