//===- Memory.td - Loads, stores, moves, addresses ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions" without conversions and asynchronous copies, and
// "multimem". A vector in memory has at most 16 bytes, or 32 in global memory, so that most
// instructions have a row for each number of elements.
//
//===----------------------------------------------------------------------===//

def Types8To32  : TypeModifier<["b8", "b16", "b32", "u8", "u16", "u32", "s8", "s16", "s32", "f32"]>;
def Types8To64  : TypeModifier<["b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
                                "f32", "f64"]>;
def Types8To128 : TypeModifier<["b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32",
                                "s64", "f32", "f64"]>;
def Types32     : TypeModifier<["b32", "u32", "s32", "f32"]>;
def U32         : TypeModifier<["u32"]>;
def UnsignedAddress : TypeModifier<["u32", "u64"]>;
def Types64     : TypeModifier<["b64", "u64", "s64", "f64"]>;

def V2 : Some<Vector, [".v2"]>;
def V4 : Some<Vector, [".v4"]>;
def V8 : Some<Vector, [".v8"]>;

def Weak            : Some<Order, ["", ".weak"]>;
def Volatile        : Some<Order, [".volatile"]>;
def Relaxed         : Some<Order, [".relaxed"]>;
def LoadOrder       : Some<Order, [".relaxed", ".acquire"]>;
def StoreOrder      : Some<Order, [".relaxed", ".release"]>;
def AnyScope        : Some<Scope, [".cta", ".cluster", ".gpu", ".sys"]>;
def SystemScope     : Some<Scope, [".sys"]>;
def GlobalOrGeneric : Some<StateSpace, ["", ".global"]>;
def Global          : Some<StateSpace, [".global"]>;
def Shared          : Some<StateSpace, [".shared", ".shared::cta", ".shared::cluster"]>;
def OtherLoadSpace  : Some<StateSpace, [".shared", ".shared::cta", ".shared::cluster", ".local", ".const", ".param",
                                        ".param::entry", ".param::func"]>;
def OtherStoreSpace : Some<StateSpace, [".shared", ".shared::cta", ".shared::cluster", ".local", ".param",
                                        ".param::func"]>;

// Caches. A cache operator and a priority in L1 exclude each other.
defvar L1Priorities = [".L1::evict_normal", ".L1::evict_unchanged", ".L1::evict_first", ".L1::evict_last",
                       ".L1::no_allocate"];
def L1Priority      : Modifier<"", [""] # L1Priorities>;
def LoadCaching     : Modifier<"", ["", ".ca", ".cg", ".cs", ".lu", ".cv"] # L1Priorities>;
def ReadOnlyCaching : Modifier<"", ["", ".ca", ".cg", ".cs"] # L1Priorities>;
def StoreCaching    : Modifier<"", ["", ".wb", ".cg", ".cs", ".wt"] # L1Priorities>;
def LoadOperator    : Modifier<"", ["", ".ca", ".cg", ".cs", ".lu", ".cv"]>;
def StoreOperator   : Modifier<"", ["", ".wb", ".cg", ".cs", ".wt"]>;
def L2Priority      : Modifier<"", ["", ".L2::evict_normal", ".L2::evict_first", ".L2::evict_last"]>;
def CacheHint       : Modifier<"", ["", ".L2::cache_hint"]>;
def PrefetchSize    : Modifier<"", ["", ".L2::64B", ".L2::128B", ".L2::256B"]>;
def NonCoherent     : Modifier<"", [".nc"]>;
def ReadOnlyProxy   : Always<".proxy::readonly">;

class Elements<PTXOperand of> : PTXOperand<of.Name, of.Kind> {
  let IsVector = 1;
  let MayBeWider = 1;
}
defvar Address       = [AddressOperand<"a">]<PTXOperand>;
defvar HintPolicy    = [CachePolicyOperand]<PTXOperand>;
defvar LoadOperands  = [Elements<Result<"d">>]<PTXOperand> # Address # HintPolicy;
class StoreAddress : AddressOperand<"a"> { let Example = "param=[Param] | param::func=[Param]"; }
defvar StoreOperands = [StoreAddress<>]<PTXOperand> # [Elements<Source<"b">>]<PTXOperand> # HintPolicy;

/// An access of 16 bytes at most.
multiclass Access<string mnemonic, list<Modifier> words, list<PTXOperand> operands> {
  def ""  : PTXInstruction<mnemonic, words # [Types8To128], operands>;
  def _V2 : PTXInstruction<mnemonic, words # [V2, Types8To64], operands>;
  def _V4 : PTXInstruction<mnemonic, words # [V4, Types8To32], operands>;
}

/// An access of 16 bytes at most, or of 32.
multiclass WideAccess<string mnemonic, list<Modifier> words, list<PTXOperand> operands>
    : Access<mnemonic, words, operands> {
  def _WIDE_V4 : PTXInstruction<mnemonic, words # [L2Priority, V4, Types64], operands>;
  def _WIDE_V8 : PTXInstruction<mnemonic, words # [L2Priority, V8, Types32], operands>;
}

// clang-format off
//                                         mnemonic  modifiers                                                                operands
let Operation = OperationKind_Load in {
defm PTX_LD                    : WideAccess<"ld",    [Weak, GlobalOrGeneric, LoadCaching, CacheHint, PrefetchSize],           LoadOperands>;
defm PTX_LD_OTHER              : Access<"ld",        [Weak, OtherLoadSpace, LoadOperator],                                    LoadOperands>;
defm PTX_LD_NC                 : WideAccess<"ld",    [Global, ReadOnlyCaching, NonCoherent, CacheHint, PrefetchSize],         LoadOperands>;
defm PTX_LD_VOLATILE           : WideAccess<"ld",    [Volatile, GlobalOrGeneric, PrefetchSize],                               LoadOperands>;
defm PTX_LD_VOLATILE_SHARED    : Access<"ld",        [Volatile, Shared],                                                      LoadOperands>;
defm PTX_LD_ORDERED            : WideAccess<"ld",    [LoadOrder, AnyScope, GlobalOrGeneric, L1Priority, CacheHint, PrefetchSize], LoadOperands>;
defm PTX_LD_ORDERED_SHARED     : Access<"ld",        [LoadOrder, AnyScope, Shared],                                           LoadOperands>;
def PTX_LD_MMIO                : PTXInstruction<"ld.mmio", [Relaxed, SystemScope, GlobalOrGeneric, Types8To128],              LoadOperands>;
def PTX_LD_PROXY               : PTXInstruction<"ld", [GlobalOrGeneric, Types8To64, ReadOnlyProxy],                           LoadOperands>;
}
def PTX_LDU                    : PTXInstruction<"ldu", [GlobalOrGeneric, Types8To128],                                        LoadOperands>;
def PTX_LDU_V2                 : PTXInstruction<"ldu", [GlobalOrGeneric, V2, Types8To64],                                     LoadOperands>;
def PTX_LDU_V4                 : PTXInstruction<"ldu", [GlobalOrGeneric, V4, Types8To32],                                     LoadOperands>;

let Operation = OperationKind_Store in {
defm PTX_ST                    : WideAccess<"st",    [Weak, GlobalOrGeneric, StoreCaching, CacheHint],                        StoreOperands>;
defm PTX_ST_OTHER              : Access<"st",        [Weak, OtherStoreSpace, StoreOperator],                                  StoreOperands>;
defm PTX_ST_VOLATILE           : WideAccess<"st",    [Volatile, GlobalOrGeneric],                                             StoreOperands>;
defm PTX_ST_VOLATILE_SHARED    : Access<"st",        [Volatile, Shared],                                                      StoreOperands>;
defm PTX_ST_ORDERED            : WideAccess<"st",    [StoreOrder, AnyScope, GlobalOrGeneric, L1Priority, CacheHint],          StoreOperands>;
defm PTX_ST_ORDERED_SHARED     : Access<"st",        [StoreOrder, AnyScope, Shared],                                          StoreOperands>;
def PTX_ST_MMIO                : PTXInstruction<"st.mmio", [Relaxed, SystemScope, GlobalOrGeneric, Types8To128],              StoreOperands>;
}
// clang-format on

// Moves. A vector of a register's parts is in the types of bits alone, which the reader of mov says.
def MoveTypes      : TypeModifier<["pred", "b16", "b32", "b64", "b128", "u16", "u32", "u64", "s16", "s32", "s64", "f32",
                                   "f64"]>;
def Types16To64    : TypeModifier<["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64"]>;
def Types16To32    : TypeModifier<["b16", "b32", "u16", "u32", "s16", "s32", "f32"]>;
def TypeB64        : TypeModifier<["b64"]>;
def NamedSpace     : Some<StateSpace, [".global", ".shared", ".shared::cta", ".shared::cluster", ".local", ".const",
                                       ".param", ".param::entry"]>;
def PrefetchSpace  : Some<StateSpace, ["", ".global", ".local"]>;
def OfTensorMap    : Always<".tensormap">;
def Valid32B       : Always<".L1::32B">;
def ValidAddress   : Always<".valid_addr">;
def InL2           : Always<".L2">;
def NormalPriority : Always<".L2::evict_normal">;
def MapSpace       : Some<StateSpace, ["", ".const", ".param"]>;
def CacheLevel     : Modifier<"", [".L1", ".L2"]>;
def PrefetchPriority : Modifier<"", [".L2::evict_last", ".L2::evict_normal"]>;
def Priority       : OrderedModifier<"", [".L2::evict_last", ".L2::evict_normal", ".L2::evict_first",
                                          ".L2::evict_unchanged"]>;
def SecondPriority : OrderedModifier<"", ["", ".L2::evict_first", ".L2::evict_unchanged"]>;
class OfVector<PTXOperand of> : PTXOperand<of.Name, of.Kind> { let IsVector = 1; }
defvar MoveOperands   = [AnyOperand<"d">, AnyOperand<"a">]<PTXOperand>;
defvar VectorMove     = [OfVector<Result<"d">>, OfVector<Source<"a">>]<PTXOperand>;
defvar ToAddress      = D # [AnyOperand<"a">]<PTXOperand>;
defvar TestAddress    = [ResultBits<"p", 1>]<PTXOperand> # [SourceBits<"a", 64>]<PTXOperand>;
defvar Line           = Address # [SpecialOperand<"128", "128">]<PTXOperand>;
class OptionalHint<string name, int width> : HintBits<name, width> { let IsOptional = 1; }
defvar Fraction       = [OptionalHint<"fraction", 32>]<PTXOperand>;
defvar Range          = [HintBits<"primary_size", 32>, HintBits<"total_size", 32>]<PTXOperand>;
defvar AccessProperty = [HintBits<"a", 64>]<PTXOperand>;

// clang-format off
//                                           mnemonic                        modifiers                             operands
let Operation = OperationKind_Move, Flow = BitFlow_ByValues in {
def PTX_MOV                 : PTXInstruction<"mov",                          [MoveTypes],                          MoveOperands>;
def PTX_MOV_V2              : PTXInstruction<"mov",                          [V2, Types16To64],                    VectorMove>;
def PTX_MOV_V4              : PTXInstruction<"mov",                          [V4, Types16To32],                    VectorMove>;
}
def PTX_CVTA                : PTXInstruction<"cvta",                         [NamedSpace, UnsignedAddress],        ToAddress>;
def PTX_CVTA_TO             : PTXInstruction<"cvta.to",                      [NamedSpace, UnsignedAddress],        ToAddress>;
def PTX_ISSPACEP            : PTXInstruction<"isspacep",                     [NamedSpace],                         TestAddress>;
def PTX_PREFETCH            : PTXInstruction<"prefetch",                     [PrefetchSpace, CacheLevel],          Address>;
def PTX_PREFETCH_PRIORITY   : PTXInstruction<"prefetch",                     [GlobalOrGeneric, PrefetchPriority],  Address>;
def PTX_PREFETCH_TENSORMAP  : PTXInstruction<"prefetch",                     [MapSpace, OfTensorMap],              Address>;
def PTX_PREFETCH_VALID      : PTXInstruction<"prefetch",                     [GlobalOrGeneric, Valid32B, ValidAddress], Address>;
def PTX_PREFETCHU           : PTXInstruction<"prefetchu.L1",                 [],                                   Address>;
def PTX_DISCARD             : PTXInstruction<"discard",                      [GlobalOrGeneric, InL2],              Line>;
def PTX_APPLYPRIORITY       : PTXInstruction<"applypriority",                [GlobalOrGeneric, NormalPriority],  Line>;
def PTX_CREATEPOLICY        : PTXInstruction<"createpolicy.fractional",      [Priority, SecondPriority, TypeB64],  D # Fraction>;
def PTX_CREATEPOLICY_RANGE  : PTXInstruction<"createpolicy.range",           [GlobalOrGeneric, Priority, SecondPriority, TypeB64], D # Address # Range>;
def PTX_CREATEPOLICY_CVT    : PTXInstruction<"createpolicy.cvt.L2",          [TypeB64],                            D # AccessProperty>;
// clang-format on

// Memory of several devices.
def SumAndExtrema : Some<AtomicOperation, [".add", ".min", ".max"]>;
def ReductionExtremum  : Some<AtomicOperation, [".min", ".max"]>;
def ReductionSum       : Some<AtomicOperation, [".add"]>;
def ReductionOfBits    : Some<AtomicOperation, [".and", ".or", ".xor"]>;
def AccumulateF32      : Modifier<"", ["", ".acc::f32"]>;
def AccumulateF16      : Modifier<"", ["", ".acc::f16"]>;
def V2V4               : Some<Vector, [".v2", ".v4"]>;
def V4V8               : Some<Vector, [".v4", ".v8"]>;
def V2To8              : Some<Vector, [".v2", ".v4", ".v8"]>;
def UpToV4             : Some<Vector, ["", ".v2", ".v4"]>;
def MultimemTypes      : TypeModifier<["b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64"]>;
def SumTypes           : TypeModifier<["u32", "u64", "s32", "f32", "f64"]>;
def ExtremumTypes      : TypeModifier<["u32", "u64", "s32", "s64"]>;
def F32                : TypeModifier<["f32"]>;
def NarrowBytes        : TypeModifier<["e4m3", "e5m2"]>;
def Narrow16           : TypeModifier<["e4m3x2", "e5m2x2"]>;
def Narrow32           : TypeModifier<["e4m3x4", "e5m2x4"]>;

/// A number or a vector of at most 16 bytes, which may be of narrow types.
multiclass Multimem<string mnemonic, list<Modifier> words, list<PTXOperand> operands> {
  def _NARROW8  : PTXInstruction<mnemonic, words # [V4V8, NarrowBytes], operands>;
  def _NARROW16 : PTXInstruction<mnemonic, words # [V2To8, Narrow16], operands>;
  def _NARROW32 : PTXInstruction<mnemonic, words # [UpToV4, Narrow32], operands>;
}
multiclass MultimemStore<list<Modifier> words> : Multimem<"multimem.st", words, StoreOperands> {
  def ""      : PTXInstruction<"multimem.st", words # [MultimemTypes], StoreOperands>;
  def _F32    : PTXInstruction<"multimem.st", words # [V2V4, F32], StoreOperands>;
  def _HALF   : PTXInstruction<"multimem.st", words # [V2To8, Halves], StoreOperands>;
  def _PACKED : PTXInstruction<"multimem.st", words # [UpToV4, PackedHalves], StoreOperands>;
}
multiclass MultimemLoad<list<Modifier> words> {
  defvar name = "multimem.ld_reduce";
  def _SUM             : PTXInstruction<name, words # [ReductionSum, SumTypes], LoadOperands>;
  def _EXTREMUM        : PTXInstruction<name, words # [ReductionExtremum, ExtremumTypes], LoadOperands>;
  def _BITS            : PTXInstruction<name, words # [ReductionOfBits, Bits32To64], LoadOperands>;
  def _F32             : PTXInstruction<name, words # [ReductionSum, V2V4, F32], LoadOperands>;
  def _HALF            : PTXInstruction<name, words # [ReductionSum, AccumulateF32, V2To8, Halves], LoadOperands>;
  def _PACKED          : PTXInstruction<name, words # [ReductionSum, AccumulateF32, UpToV4, PackedHalves], LoadOperands>;
  def _EXTREMUM_HALF   : PTXInstruction<name, words # [ReductionExtremum, V2To8, Halves], LoadOperands>;
  def _EXTREMUM_PACKED : PTXInstruction<name, words # [ReductionExtremum, UpToV4, PackedHalves], LoadOperands>;
  defm _SUM            : Multimem<name, words # [ReductionSum, AccumulateF16], LoadOperands>;
  defm _EXTREMUM       : Multimem<name, words # [ReductionExtremum], LoadOperands>;
}
defm PTX_MULTIMEM_ST                : MultimemStore<[Weak, GlobalOrGeneric]>;
defm PTX_MULTIMEM_ST_ORDERED        : MultimemStore<[StoreOrder, AnyScope, GlobalOrGeneric]>;
defm PTX_MULTIMEM_LD_REDUCE         : MultimemLoad<[Weak, GlobalOrGeneric]>;
defm PTX_MULTIMEM_LD_REDUCE_ORDERED : MultimemLoad<[LoadOrder, AnyScope, GlobalOrGeneric]>;
