//===- BlockScaledAtoms.td - The seeds' block-scaled atoms ----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block-scaled UMMA atoms of seed document 002, "SM100 UMMA Block-Scaled (atom_K,
// vecSize) Atoms": which element types, scale types, K and vector sizes go together there.
// The MMA kind that PTX has for an atom is not here: it follows from
// InstructionDescriptorShapes.td (NVPTXTensorCore/Seeds/BlockScaledAtoms).
//
//===----------------------------------------------------------------------===//

/// An element type by its name in the seed document. `ptx` is PTX's type with these
/// numbers; empty if it has none. The classes are those that the atoms' table speaks of.
class BlockScaledElement<string name, string elementClass, string ptx> {
  string Name = name;
  string Class = elementClass;
  string PTX = ptx;
}

// clang-format off
//                                                          name             class    PTX
def BlockScaledElement_E4M3FN : BlockScaledElement<         "Float8E4M3FN",  "FP8",   "e4m3">;
def BlockScaledElement_E5M2   : BlockScaledElement<         "Float8E5M2",    "FP8",   "e5m2">;
def BlockScaledElement_E2M1FN : BlockScaledElement<         "Float4E2M1FN",  "FP4",   "e2m1">;
def BlockScaledElement_E0M3F  : BlockScaledElement<         "FloatNV4E0M3F", "FP4",   "">;
// clang-format on

def BlockScaledElements : GenericTable {
  let FilterClass = "BlockScaledElement";
  let CppTypeName = "BlockScaledElement";
  let Fields = ["Name", "Class", "PTX"];
}

/// A combination that the verifier of the seed document takes.
class BlockScaledAtom<int atomK, int vecSize, string elementClass, string scale, string ptxScale> {
  bits<32> AtomK = atomK;
  bits<32> VecSize = vecSize;
  string Class = elementClass;
  string Scale = scale;
  string PTXScale = ptxScale;
  assert !and(!gt(atomK, 0), !gt(vecSize, 0), !eq(!and(vecSize, 7), 0)),
         "callers read a tag off the lowest three bits, which are 0";
}

// clang-format off
//                                                    atom_K vecSize A and B  scale factors    in PTX
def BlockScaledAtom_32_32_E8M0   : BlockScaledAtom<      32,     32, "FP8",   "Float8E8M0FNU", "ue8m0">;
def BlockScaledAtom_64_16_E4M3FN : BlockScaledAtom<      64,     16, "FP4",   "Float8E4M3FN",  "ue4m3">;
def BlockScaledAtom_64_16_E8M0   : BlockScaledAtom<      64,     16, "FP4",   "Float8E8M0FNU", "ue8m0">;
def BlockScaledAtom_64_32_E8M0   : BlockScaledAtom<      64,     32, "FP4",   "Float8E8M0FNU", "ue8m0">;
// clang-format on

def BlockScaledAtoms : GenericTable {
  let FilterClass = "BlockScaledAtom";
  let CppTypeName = "BlockScaledAtom";
  let Fields = ["AtomK", "VecSize", "Class", "Scale", "PTXScale"];
}
