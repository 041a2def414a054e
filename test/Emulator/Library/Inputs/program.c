/* Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   Runs the kernel `increment` of a file: `To[i] = From[i] + By`, with one thread for each element.

   usage: program FILE THREADS ELEMENTS SCHEDULES [SETTINGS] */

#include "ptxemu.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(ptxemu_status status) {
  if (status == PTXEMU_SUCCESS)
    return;
  printf("status %d: %s\n", (int)status, ptxemu_error());
  exit(1);
}

static void printStatus(const char *what, ptxemu_status status) {
  printf("%s: %d %s\n", what, (int)status, ptxemu_error());
}

static void print(const char *what, const ptxemu_place *place) {
  printf("  %s %s:%u:%u '%s' %s %s block %u,%u,%u warp %u lanes %08" PRIx32 "\n", what,
         strrchr(place->file, '/') ? strrchr(place->file, '/') + 1 : place->file, place->line,
         place->column, place->text, place->source, place->kernel, place->block[0], place->block[1],
         place->block[2], place->warp, place->lanes);
}

int main(int argc, char **argv) {
  ptxemu_device *device;
  ptxemu_module *module;
  const ptxemu_kernel *kernel;
  ptxemu_result *result;
  ptxemu_launch launch = {sizeof(launch)};
  static char text[1 << 16], parameters[64];
  uint32_t numbers[256];
  uint64_t from, to;
  size_t size, i, count;
  const uint32_t by = 5;
  const unsigned threads = atoi(argv[2]), elements = atoi(argv[3]);
  FILE *file = fopen(argv[1], "r");
  if (argc < 5 || !file)
    return 2;
  size = fread(text, 1, sizeof(text), file);
  fclose(file);

  expect(ptxemu_create(&device));
  expect(ptxemu_load(device, text, size, argv[1], &module));
  ptxemu_kernels(module, &count);
  expect(ptxemu_find_kernel(module, NULL, &kernel));
  printf("%s, %zu kernel, %s, %zu bytes:", ptxemu_target(module), count, kernel->name,
         kernel->parameters_size);
  for (i = 0; i != kernel->num_parameters; ++i)
    printf(" %s %s+%zu", kernel->parameters[i].type, kernel->parameters[i].name,
           kernel->parameters[i].offset);
  printf("\n");

  expect(ptxemu_allocate(device, elements * 4, "From", PTXEMU_READ_ONLY, &from));
  expect(ptxemu_allocate(device, threads * 4, "To", 0, &to));
  for (i = 0; i != elements; ++i)
    numbers[i] = (uint32_t)i;
  expect(ptxemu_write(device, from, numbers, elements * 4));
  memcpy(parameters + kernel->parameters[0].offset, &to, sizeof(to));
  memcpy(parameters + kernel->parameters[1].offset, &from, sizeof(from));
  memcpy(parameters + kernel->parameters[2].offset, &by, sizeof(by));
  launch.block[0] = threads;
  launch.parameters = parameters;
  launch.parameters_size = kernel->parameters_size;
  launch.schedules = (uint64_t)atoi(argv[4]);
  launch.settings = argc > 5 ? argv[5] : NULL;
  expect(ptxemu_run(kernel, &launch, &result));
  printf("%zu reports, %zu errors, schedule %" PRIu64 ", %" PRIu64 " ran, %" PRIu64
         " instructions of threads\n",
         result->num_reports, result->num_errors, result->seed, result->schedules,
         result->statistics.thread_instructions);
  for (i = 0; i != result->num_reports; ++i) {
    const ptxemu_report *report = &result->reports[i];
    printf("%d %s: %s, %" PRIu64 " times\n%s", (int)report->severity, report->check,
           report->message, report->count, report->text);
    print("at", &report->place);
  }
  printf("JSON %s\n", result->json);
  if (!result->num_errors) {
    expect(ptxemu_read(device, to, numbers, threads * 4));
    printf("last number %" PRIu32 "\n", numbers[threads - 1]);
  }
  ptxemu_free_result(result);
  expect(ptxemu_free(device, from));
  printStatus("again", ptxemu_free(device, from));
  printStatus("null", ptxemu_run(NULL, &launch, &result));
  printStatus("unknown", ptxemu_find_variable(module, "none", &to, NULL));
  ptxemu_unload(module);
  ptxemu_destroy(device);
  return 0;
}
