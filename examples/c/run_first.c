//===-- run_first.c - A kernel of PTX in the emulator, called from C -------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/emulator-library.md has the command that compiles it. The kernel doubles a number; a value
// that nobody has written would be an error, by the settings of the launch.

#include <ptxemu.h>
#include <stdio.h>
#include <string.h>

static const char ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry twice(.param .u64 to) {\n"
    "  .reg .b64 %p;\n  .reg .b32 %v;\n"
    "  ld.param.u64 %p, [to];\n  ld.global.u32 %v, [%p];\n"
    "  add.u32 %v, %v, %v;\n  st.global.u32 [%p], %v;\n  ret;\n}\n";

int main(void) {
  ptxemu_device *device;
  ptxemu_module *module;
  const ptxemu_kernel *kernel;
  ptxemu_result *result;
  ptxemu_launch launch = {sizeof(launch)};
  uint32_t number = 21;
  uint64_t address;
  if (ptxemu_create(&device) || ptxemu_load(device, ptx, strlen(ptx), "twice.ptx", &module) ||
      ptxemu_find_kernel(module, "twice", &kernel) ||
      ptxemu_allocate(device, sizeof(number), "number", 0, &address) ||
      ptxemu_write(device, address, &number, sizeof(number))) {
    fprintf(stderr, "%s\n", ptxemu_error());
    return 1;
  }
  launch.block[0] = 1;
  launch.parameters = &address;
  launch.parameters_size = sizeof(address);
  launch.settings = "seed=7;check=uninitialized-global=error";
  if (ptxemu_run(kernel, &launch, &result)) {
    fprintf(stderr, "%s\n", ptxemu_error());
    return 1;
  }
  for (size_t i = 0; i != result->num_reports; ++i)
    printf("%s", result->reports[i].text);
  ptxemu_read(device, address, &number, sizeof(number));
  printf("%u, %zu errors\n", number, result->num_errors);
  ptxemu_free_result(result);
  ptxemu_destroy(device);
  return 0;
}
