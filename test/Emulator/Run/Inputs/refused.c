// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that asks for what ptx-run does not have, and ends with 0 nevertheless.

int cudaStreamBeginCapture(void *, int), cuArrayCreate_v2(void *, void *);

int main(int argc, char **argv) {
  if (argc > 1)
    cuArrayCreate_v2(0, 0);
  else
    cudaStreamBeginCapture(0, 0);
  return 0;
}
