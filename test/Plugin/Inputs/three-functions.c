// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static int always(int n) { return n - 1; }
static int with_argument(int n) { return n * 2; }
static int never(int n) { return n * 3; }

int main(int argc, char **argv) {
  int n = always(argc);
  for (int i = 0; i < n; ++i)
    n = with_argument(n) / 2;
  return n > 1000 ? never(n) : 0;
}
