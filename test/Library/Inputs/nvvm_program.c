/* Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   Uses a libNVVM as front ends do: loads it, adds modules, verifies or compiles. Prints PTX, and on
   the standard error output what each call returns and the log. The functions are declared here,
   after the documentation of libNVVM's interface.

   usage: nvvm_program LIBRARY [verify|both|versions|null] [-OPTION]... FILE... [lazy:FILE]...

   The exit code is the result of the last call that is not a query. */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct opaque *program;
typedef int result;

static void *library;

static void *find(const char *name) {
  void *function = dlsym(library, name);
  if (!function) {
    fprintf(stderr, "no %s\n", name);
    exit(100);
  }
  return function;
}

#define FUNCTION(type, name, ...)                                                                  \
  type (*name)(__VA_ARGS__);                                                                       \
  *(void **)&name = find(#name)

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *data = malloc(1 << 21);
  if (!file) {
    fprintf(stderr, "no file %s\n", path);
    exit(100);
  }
  *size = fread(data, 1, 1 << 21, file);
  fclose(file);
  return data;
}

int main(int argc, char **argv) {
  const char *options[32];
  int count = 0, i, verifies = 0, compiles = 1, last = 0, numbers[4];
  program p = NULL;
  size_t size;
  char *text;
  library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 100;
  }
  FUNCTION(const char *, nvvmGetErrorString, result);
  FUNCTION(result, nvvmVersion, int *, int *);
  FUNCTION(result, nvvmIRVersion, int *, int *, int *, int *);
  FUNCTION(result, nvvmCreateProgram, program *);
  FUNCTION(result, nvvmDestroyProgram, program *);
  FUNCTION(result, nvvmAddModuleToProgram, program, const char *, size_t, const char *);
  FUNCTION(result, nvvmLazyAddModuleToProgram, program, const char *, size_t, const char *);
  FUNCTION(result, nvvmCompileProgram, program, int, const char **);
  FUNCTION(result, nvvmVerifyProgram, program, int, const char **);
  FUNCTION(result, nvvmGetCompiledResultSize, program, size_t *);
  FUNCTION(result, nvvmGetCompiledResult, program, char *);
  FUNCTION(result, nvvmGetProgramLogSize, program, size_t *);
  FUNCTION(result, nvvmGetProgramLog, program, char *);

  if (argc > 2 && !strcmp(argv[2], "versions")) {
    nvvmVersion(&numbers[0], &numbers[1]);
    printf("version %d.%d\n", numbers[0], numbers[1]);
    nvvmIRVersion(&numbers[0], &numbers[1], &numbers[2], &numbers[3]);
    printf("IR version %d.%d, %d.%d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    for (i = 0; i < 12; ++i)
      printf("%d %s\n", i, nvvmGetErrorString(i));
    return 0;
  }
  if (argc > 2 && !strcmp(argv[2], "null")) {
    printf("compile %s\n", nvvmGetErrorString(nvvmCompileProgram(NULL, 0, NULL)));
    printf("verify %s\n", nvvmGetErrorString(nvvmVerifyProgram(NULL, 0, NULL)));
    printf("add %s\n", nvvmGetErrorString(nvvmAddModuleToProgram(NULL, "", 0, NULL)));
    printf("size %s\n", nvvmGetErrorString(nvvmGetCompiledResultSize(NULL, &size)));
    printf("log %s\n", nvvmGetErrorString(nvvmGetProgramLogSize(NULL, &size)));
    printf("destroy %s\n", nvvmGetErrorString(nvvmDestroyProgram(&p)));
    nvvmCreateProgram(&p);
    printf("empty %s\n", nvvmGetErrorString(nvvmCompileProgram(p, 0, NULL)));
    printf("no data %s\n", nvvmGetErrorString(nvvmAddModuleToProgram(p, NULL, 3, NULL)));
    nvvmGetCompiledResultSize(p, &size);
    printf("size of nothing %d\n", (int)size);
    printf("destroy %s", nvvmGetErrorString(nvvmDestroyProgram(&p)));
    printf(", %s\n", p ? "not null" : "null");
    return 0;
  }

  nvvmCreateProgram(&p);
  for (i = 2; i < argc; ++i) {
    if (!strcmp(argv[i], "verify") || !strcmp(argv[i], "both")) {
      verifies = 1;
      compiles = argv[i][0] == 'b';
    } else if (argv[i][0] == '-') {
      options[count++] = argv[i];
    } else if (!strncmp(argv[i], "lazy:", 5)) {
      text = read_file(argv[i] + 5, &size);
      last = nvvmLazyAddModuleToProgram(p, text, size, "library");
      free(text); /* the program has its own copy */
    } else {
      text = read_file(argv[i], &size);
      last = nvvmAddModuleToProgram(p, text, size, "module.ll");
      free(text);
    }
    if (last)
      fprintf(stderr, "add: %s\n", nvvmGetErrorString(last));
  }
  if (verifies) {
    last = nvvmVerifyProgram(p, count, options);
    fprintf(stderr, "verify: %s\n", nvvmGetErrorString(last));
  }
  if (compiles) {
    last = nvvmCompileProgram(p, count, options);
    fprintf(stderr, "compile: %s\n", nvvmGetErrorString(last));
  }
  nvvmGetProgramLogSize(p, &size);
  text = malloc(size);
  nvvmGetProgramLog(p, text);
  if (size > 1)
    fprintf(stderr, "log: %s\n", text);
  free(text);
  nvvmGetCompiledResultSize(p, &size);
  text = malloc(size);
  nvvmGetCompiledResult(p, text);
  fputs(text, stdout);
  free(text);
  nvvmDestroyProgram(&p);
  return last;
}
