//===- MultiprocessorRegisters.td - limits of an SM --------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows say how many registers a streaming multiprocessor has, over how many parts they are
// spread, and how many threads and blocks it takes at once. Model/RegisterBudget.h computes from
// them what launch bounds leave each thread. CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability". ptxas 13.0 ignores a .minnctapersm that asks for more
// threads or blocks than these, which is how both columns were checked, except for sm_70 and
// sm_72, which it lacks. Shared memory counts KB; a block has at most that of the multiprocessor
// without what the system reserves.
//
// Warp w of those on a multiprocessor lives in part w modulo 4, each of which has a quarter of
// the registers: 9 warps are 3 in one part, and so a thread has what it would have among 12.
//
//===----------------------------------------------------------------------===//

class SMRegisters<int sm, int registers, int parts, int threads, int blocks, int shared,
                  int columns = 0, int exclusive = columns> {
  bits<16> SM = sm;
  bits<32> Registers = registers;
  bits<8> Parts = parts;
  bits<16> Threads = threads;
  bits<8> Blocks = blocks;
  bits<16> SharedKB = shared;
  bits<16> Columns = columns;            // of tensor memory
  bits<16> ExclusiveColumns = exclusive; // of an exclusive allocation
  bits<8> ReservedKB = !if(!ge(sm, 80), 1, 0); // of the shared memory of each block
  assert !eq(!and(registers, !sub(parts, 1)), 0), "each part has as many registers";
}

// clang-format off
//                              sm registers parts threads blocks shared columns exclusive
def SMRegisters_SM70  : SMRegisters< 70, 65536, 4, 2048, 32,  96>;
def SMRegisters_SM72  : SMRegisters< 72, 65536, 4, 2048, 32,  96>;
def SMRegisters_SM75  : SMRegisters< 75, 65536, 4, 1024, 16,  64>;
def SMRegisters_SM80  : SMRegisters< 80, 65536, 4, 2048, 32, 164>;
def SMRegisters_SM86  : SMRegisters< 86, 65536, 4, 1536, 16, 100>;
def SMRegisters_SM87  : SMRegisters< 87, 65536, 4, 1536, 16, 164>;
def SMRegisters_SM88  : SMRegisters< 88, 65536, 4, 1536, 16, 100>;
def SMRegisters_SM89  : SMRegisters< 89, 65536, 4, 1536, 24, 100>;
def SMRegisters_SM90  : SMRegisters< 90, 65536, 4, 2048, 32, 228>;
def SMRegisters_SM100 : SMRegisters<100, 65536, 4, 2048, 32, 228, 512>;
def SMRegisters_SM101 : SMRegisters<101, 65536, 4, 1536, 24, 228, 512>;
def SMRegisters_SM103 : SMRegisters<103, 65536, 4, 2048, 32, 228, 512>;
def SMRegisters_SM107 : SMRegisters<107, 65536, 4, 2048, 32, 228, 512, 576>;
def SMRegisters_SM110 : SMRegisters<110, 65536, 4, 1536, 24, 228, 512>;
def SMRegisters_SM120 : SMRegisters<120, 65536, 4, 1536, 24, 100>;
def SMRegisters_SM121 : SMRegisters<121, 65536, 4, 1536, 24, 100>;
// clang-format on

def SMRegisterTable : GenericTable {
  let FilterClass = "SMRegisters";
  let CppTypeName = "SMRegisters";
  let Fields = ["SM", "Registers", "Parts", "Threads", "Blocks", "SharedKB", "ReservedKB", "Columns",
                "ExclusiveColumns"];
}
