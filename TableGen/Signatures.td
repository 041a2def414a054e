//===- Signatures.td - Arguments, results, and what they may be -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes for the arguments, results and operands of intrinsics and instructions. An argument of
// an intrinsic becomes the operand of its name.
//
//===----------------------------------------------------------------------===//

/// Records of a class that C++ has as a structure in the rows of tables (Emitter/).
class TableStruct<string filterClass, string cppTypeName, list<string> fields> {
  string FilterClass = filterClass;
  string CppTypeName = cppTypeName;
  list<string> Fields = fields;
}

/// These name the origin of an intrinsic's name and signature, for those that PTX ISA 9.1 to 9.4
/// added. This project's names are PTX's mnemonics; they may change when LLVM has names.
defvar OfOlder = ""; // nothing that LLVM 22 could lack for its age
defvar OfLaterLLVM = "LLVM after 22";
defvar OfProject = "this project, provisional";

class TypeKind;
def MMATypeKind_Integer         : TypeKind;
def MMATypeKind_Float           : TypeKind; // IEEE 754
def MMATypeKind_BFloat          : TypeKind;
def MMATypeKind_Pointer         : TypeKind;
def MMATypeKind_AnyPointer      : TypeKind; // to one of several address spaces
def MMATypeKind_BaseAddress     : TypeKind; // a generic pointer without an offset
def MMATypeKind_RegisterAddress : TypeKind; // a pointer to shared memory, never a symbol

def MMATypeKind : GenericEnum { let FilterClass = "TypeKind"; }

/// A type: of a vector's elements, if it has `lanes`.
class ArgumentType<string name, TypeKind kind, int width, int lanes = 0, int space = 0> {
  string Name = name;
  TypeKind Kind = kind;
  int Bits = width;
  int Lanes = lanes;
  int AddressSpace = space;
}

def : TableStruct<"ArgumentType", "MMAArgumentType",
                  ["Name", "Kind", "Bits", "Lanes", "AddressSpace"]>;

foreach width = [1, 8, 16, 32, 64, 128] in
def ArgumentType_i # width : ArgumentType<"i" # width, MMATypeKind_Integer, width>;
foreach width = [16, 32, 64] in
def ArgumentType_f # width : ArgumentType<"f" # width, MMATypeKind_Float, width>;
foreach lanes = !listconcat([2, 3, 5, 9, 17, 34], !range(4, 129, 4)) in {
def ArgumentType_v # lanes # i32
    : ArgumentType<"v" # lanes # "i32", MMATypeKind_Integer, 32, lanes>;
def ArgumentType_v # lanes # f32 : ArgumentType<"v" # lanes # "f32", MMATypeKind_Float, 32, lanes>;
def ArgumentType_v # lanes # f16 : ArgumentType<"v" # lanes # "f16", MMATypeKind_Float, 16, lanes>;
}
def ArgumentType_bf16   : ArgumentType<"bf16", MMATypeKind_BFloat, 16>;
def ArgumentType_v2bf16 : ArgumentType<"v2bf16", MMATypeKind_BFloat, 16, 2>;
def ArgumentType_v4i8   : ArgumentType<"v4i8", MMATypeKind_Integer, 8, 4>;
foreach space = [0, 1, 3, 4, 5, 6, 7] in
def ArgumentType_p # space : ArgumentType<"p" # space, MMATypeKind_Pointer, 64, 0, space>;
def "ArgumentType_p*" : ArgumentType<"p*", MMATypeKind_AnyPointer, 64>;
def ArgumentType_b0   : ArgumentType<"b0", MMATypeKind_BaseAddress, 64>;
def ArgumentType_r3   : ArgumentType<"r3", MMATypeKind_RegisterAddress, 64, 0, 3>;

/// The type with a name: i1 to i128, f16, bf16, f32, f64; vNT, a vector; pN, a pointer to address
/// space N, and p*, one of several, which the name of the intrinsic says.
class TypeOf<string name> {
  ArgumentType Type = !cast<ArgumentType>("ArgumentType_" # name);
}

/// Lanes of a vector of i32, each in a register; 0 for other types.
class IntegerLanes<string type> {
  int Count = !if(!and(!eq(!substr(type, 0, 1), "v"), !ne(!find(type, "i32"), -1)), TypeOf<type>.Type.Lanes, 0);
}

/// An argument or a result. Registers hold i128, v2f32, v4f32, v4i8 and vectors of i32 in parts, and
/// i8 in 16 bits.
class Argument<string type, string name> {
  ArgumentType Type = TypeOf<type>.Type;
  string Name = name;
  bit IsImmediate = 0;
  string Words = "";
  list<string> PartTypes = !cond(!eq(type, "i128") : ["i64", "i64"],
                                 !eq(type, "i8") : ["i16"],
                                 !eq(type, "v4f32") : ["f32", "f32", "f32", "f32"],
                                 !eq(type, "v4i8") : ["i32"],
                                 !eq(type, "v2f32") : ["f32", "f32"],
                                 !gt(IntegerLanes<type>.Count, 0)
                                     : !listsplat("i32", IntegerLanes<type>.Count),
                                 true : [type]);
  list<string> PartNames = !if(!eq(!size(PartTypes), 1), [name],
                               !foreach(i, !range(!size(PartTypes)), name # i));
}

/// An argument that must be a constant.
class Immediate<string type, string name> : Argument<type, name> {
  let IsImmediate = 1;
}

/// The end of the name of an intrinsic that LLVM 22 has with fewer arguments, under the name without
/// this end.
defvar WithAllArguments = ".full";

/// A pointer that PTX takes without an offset: "[base, {coordinates}]". Part of type b0.
class BaseAddress<string name> : Argument<"p0", name> {
  let PartTypes = ["b0"];
}

/// A pointer to global memory that PTX takes as a number.
class AddressNumber<string name> : Argument<"p1", name> {
  let PartTypes = ["i64"];
}

/// A pointer to shared memory that PTX takes by a register only, not by a symbol. Part of type r3.
class RegisterAddress<string name> : Argument<"p3", name> {
  let PartTypes = ["r3"];
}

def : TableStruct<"Argument", "MMAArgument", ["Type", "Name", "IsImmediate", "Words"]>;

/// The parts of arguments, each an argument.
class ArgumentParts<list<Argument> arguments> {
  list<Argument> List = !foldl([]<Argument>, arguments, all, a,
      !listconcat(all, !foreach(i, !range(!size(a.PartTypes)),
                                !if(a.IsImmediate, a, Argument<a.PartTypes[i], a.PartNames[i]>))));
}

/// Types of results, of which several are a structure, and the arguments.
class Signature<list<string> results = [], list<Argument> arguments = []> {
  list<ArgumentType> Results = !foreach(r, results, TypeOf<r>.Type);
  list<Argument> Arguments = arguments;
}

def : TableStruct<"Signature", "MMASignature", ["Results", "Arguments"]>;

/// Describes the effects of a call as LLVM's attributes do: 1 reads, 2 writes, for the memory that
/// its arguments point to, memory that nothing else reaches, and all other memory.
class Effects<bits<2> arguments, bits<2> inaccessible, bits<2> other, bit convergent> {
  bits<2> ArgumentMemory = arguments;
  bits<2> InaccessibleMemory = inaccessible;
  bits<2> OtherMemory = other;
  bit IsConvergent = convergent;
  bit IsPure = !not(!or(convergent, !ne(arguments, 0), !ne(inaccessible, 0), !ne(other, 0)));
}

def : TableStruct<"Effects", "MMAEffects",
                  ["ArgumentMemory", "InaccessibleMemory", "OtherMemory", "IsConvergent", "IsPure"]>;

/// Values of an immediate, or the address space of a pointer of type p*.
class Choice<string name, int first, int last = first, int step = 1> {
  string Name = name;
  int First = first;
  int Last = last;
  int Step = step;
}

def : TableStruct<"Choice", "MMAChoice", ["Name", "First", "Last", "Step"]>;
