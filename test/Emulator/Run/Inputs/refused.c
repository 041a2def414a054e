// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that asks for what ptx-run does not have, or launches a kernel as it cannot be launched, and
// ends with 0 nevertheless.

#include <stddef.h>

int cudaGraphicsMapResources(int, void *, void *);
int cuInit(unsigned), cuCtxCreate_v2(void **, unsigned, int), cuModuleLoad(void **, const char *);
int cuModuleGetFunction(void **, void *, const char *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                   void **);
int cuGraphicsMapResources(unsigned, void *, void *);

int main(int argc, char **argv) {
  if (argc > 2) {
    void *Context, *Module, *Function, *Address = 0;
    unsigned Step = 1;
    void *Parameters[] = {&Address, &Address, &Step};
    cuInit(0);
    cuCtxCreate_v2(&Context, 0, 0);
    cuModuleLoad(&Module, argv[2]);
    cuModuleGetFunction(&Function, Module, "increment");
    cuLaunchKernel(Function, 1, 1, 1, 2000, 1, 1, 0, 0, Parameters, 0);
  } else if (argc > 1) {
    cuGraphicsMapResources(0, 0, 0);
  } else {
    cudaGraphicsMapResources(0, 0, 0);
  }
  return 0;
}
