//===- GPUTargets.td - The targets that have tensor cores -----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row a `.target`: its number, its suffix, the first PTX ISA version that
// has it, and the release of LLVM that knows it. The versions are what ptxas
// 13.0 accepts (`.version X` with `.target T`), except for two: it takes sm_88 from
// 7.3 on, the PTX ISA (section "PTX Module Directives: .target") lists it from
// 9.0 on, and the documented one is held to; it does not know sm_107 (PTX ISA 9.4).
//
// A target with a suffix has what those without one have, up to its number; with f or
// a also what earlier members of its family have with f: 100f, 103f and 107f are such a
// family. sm_107a does not have what only sm_100a or sm_103a has.
//
// sm_101 was renamed to sm_110 in PTX ISA 9.0; ptxas 13.0 still takes the old
// name under every version from 8.6 on, and compiles it for sm_110.
//
//===----------------------------------------------------------------------===//

/// Suffix: "" for the features that every later architecture keeps, "f" for
/// those of the family, "a" for those of this one architecture. InLLVM: whether LLVM
/// knows the target. InClang: whether clang's driver and front end do, which know no families.
/// LaterName: what NVIDIA's tools call it since they were renamed; "" where they were not.
class GPUTarget<int index, int sm, string suffix, int ptx, int laterSM = 0, bit inLLVM = true> {
  string Name = "sm_" # sm # suffix;
  int SM = sm;
  string Suffix = suffix;
  int PTX = ptx;
  bit InLLVM = inLLVM;
  bit InClang = !and(inLLVM, !ne(suffix, "f"));
  string LaterName = !if(laterSM, "sm_" # laterSM # suffix, "");
  bits<8> Index = index;
  bits<16> FullSmVersion = !add(!mul(sm, 10), !cond(!eq(suffix, "a") : 3,
                                                     !eq(suffix, "f") : 2,
                                                     true : 0));
  bits<8> MinimumPTX = ptx;
  assert !lt(index, 64), "target sets are words of 64 bits";
}

// clang-format off
defset list<GPUTarget> AllGPUTargets = {
//                              index  sm suffix PTX later number, in LLVM
  def GPUTarget_SM70     : GPUTarget< 0,  70, "",   60>;
  def GPUTarget_SM72     : GPUTarget< 1,  72, "",   61>;
  def GPUTarget_SM75     : GPUTarget< 2,  75, "",   63>;
  def GPUTarget_SM80     : GPUTarget< 3,  80, "",   70>;
  def GPUTarget_SM86     : GPUTarget< 4,  86, "",   71>;
  def GPUTarget_SM87     : GPUTarget< 5,  87, "",   74>;
  def GPUTarget_SM88     : GPUTarget< 6,  88, "",   90>;
  def GPUTarget_SM89     : GPUTarget< 7,  89, "",   78>;
  def GPUTarget_SM90     : GPUTarget< 8,  90, "",   78>;
  def GPUTarget_SM90A    : GPUTarget< 9,  90, "a",  80>;
  def GPUTarget_SM100    : GPUTarget<10, 100, "",   86>;
  def GPUTarget_SM100F   : GPUTarget<11, 100, "f",  88>;
  def GPUTarget_SM100A   : GPUTarget<12, 100, "a",  86>;
  def GPUTarget_SM101    : GPUTarget<13, 101, "",   86, 110>;
  def GPUTarget_SM101F   : GPUTarget<14, 101, "f",  88, 110>;
  def GPUTarget_SM101A   : GPUTarget<15, 101, "a",  86, 110>;
  def GPUTarget_SM103    : GPUTarget<16, 103, "",   88>;
  def GPUTarget_SM103F   : GPUTarget<17, 103, "f",  88>;
  def GPUTarget_SM103A   : GPUTarget<18, 103, "a",  88>;
  def GPUTarget_SM107    : GPUTarget<19, 107, "",   94, 0, false>;
  def GPUTarget_SM107F   : GPUTarget<20, 107, "f",  94, 0, false>;
  def GPUTarget_SM107A   : GPUTarget<21, 107, "a",  94, 0, false>;
  def GPUTarget_SM110    : GPUTarget<22, 110, "",   90>;
  def GPUTarget_SM110F   : GPUTarget<23, 110, "f",  90>;
  def GPUTarget_SM110A   : GPUTarget<24, 110, "a",  90>;
  def GPUTarget_SM120    : GPUTarget<25, 120, "",   87>;
  def GPUTarget_SM120F   : GPUTarget<26, 120, "f",  88>;
  def GPUTarget_SM120A   : GPUTarget<27, 120, "a",  87>;
  def GPUTarget_SM121    : GPUTarget<28, 121, "",   88>;
  def GPUTarget_SM121F   : GPUTarget<29, 121, "f",  88>;
  def GPUTarget_SM121A   : GPUTarget<30, 121, "a",  88>;
}
// clang-format on

/// A version of the PTX ISA, from the first with tensor cores on: major * 10 + minor.
class PTXVersion<int version, bit inLLVM = true> {
  int Number = version;
  bit InLLVM = inLLVM;
  bits<8> Version = version;
}

defset list<PTXVersion> AllPTXVersions = {
  foreach version = [60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78,
                     80, 81, 82, 83, 84, 85] in
    def PTXVersion_ # version : PTXVersion<version>;
  foreach version = [86, 87, 88, 90] in
    def PTXVersion_ # version : PTXVersion<version>;
  foreach version = [91, 92, 93, 94] in
    def PTXVersion_ # version : PTXVersion<version, false>;
}

def PTXVersions : GenericTable {
  let FilterClass = "PTXVersion";
  let CppTypeName = "PTXVersion";
  let Fields = ["Version"];
  let PrimaryKey = ["Version"];
  let PrimaryKeyName = "lookupPTXVersion";
}

def GPUTargets : GenericTable {
  let FilterClass = "GPUTarget";
  let CppTypeName = "GPUTarget";
  let Fields = ["Name", "Index", "FullSmVersion", "MinimumPTX", "InLLVM", "InClang",
                "LaterName"];
  let PrimaryKey = ["FullSmVersion"];
  let PrimaryKeyName = "lookupGPUTarget";
}

/// A set of targets: a bit for each `GPUTarget` (by `Index`), and the words
/// that a diagnostic says for it.
/// Without suffixes, all of the targets in the range; with them, those only. `numbers`
/// picks some of the range, which is not written then.
class GPUTargetSet<int first, int last, list<string> suffixes = [], list<int> numbers = []> {
  int Word = !foldl(0, AllGPUTargets, word, target,
                    !or(word, !if(!and(!ge(target.SM, first), !le(target.SM, last),
                                       !or(!empty(numbers),
                                           !foldl(0, numbers, found, number,
                                                  !or(found, !eq(number, target.SM)))),
                                       !or(!empty(suffixes),
                                           !foldl(0, suffixes, found, suffix,
                                                  !or(found, !eq(suffix, target.Suffix))))),
                                  !shl(1, target.Index), 0)));
  bits<64> Mask = Word;
  defvar each = !foldl([]<string>, numbers, names, number,
                       !listconcat(names, !foreach(suffix, suffixes, "sm_" # number # suffix)));
  string Description = !if(!not(!empty(numbers)),
                           !interleave(!listremove(each, [each[!sub(!size(each), 1)]]), ", ")
                           # " or " # each[!sub(!size(each), 1)],
                       !if(!eq(first, last), "sm_" # first # !interleave(suffixes, " or "),
                           !if(!empty(suffixes), "sm_" # first,
                               "a target with the suffix " # !interleave(suffixes, " or ")
                                   # " of sm_" # first)
                           # !if(!eq(last, 999), " or higher", " to sm_" # last)));
}

def : TableStruct<"GPUTargetSet", "GPUTargetSet", ["Mask", "Description"]>;

/// Selects the targets with some numbers and these suffixes: "sm_100f, sm_100a or sm_103a".
class GPUTargetSelection<list<int> numbers, list<string> suffixes>
    : GPUTargetSet<numbers[0], numbers[!sub(!size(numbers), 1)], suffixes, numbers>;

/// One or the other.
class GPUTargetUnion<list<GPUTargetSet> sets> : GPUTargetSet<0, 0> {
  let Word = !foldl(0, sets, word, set, !or(word, set.Word));
  let Description = !interleave(!foreach(set, sets, set.Description), " or ");
}

/// Every target; nothing to say of it.
def AnyTarget : GPUTargetSet<0, 999> {
  let Description = "";
}
def NoTarget : GPUTargetSet<0, 0>;
def SM70Up : GPUTargetSet<70, 999>;
def SM72Up : GPUTargetSet<72, 999>;
def SM75Up : GPUTargetSet<75, 999>;
def SM80Up : GPUTargetSet<80, 999>;
def SM86Up : GPUTargetSet<86, 999>;
def SM89Up : GPUTargetSet<89, 999>;
def SM90Up : GPUTargetSet<90, 999>;
def SM90A : GPUTargetSet<90, 90, ["a"]>;
def SM100FamiliesUp : GPUTargetSet<100, 999, ["f", "a"]>;
def SM100To110Families : GPUTargetSet<100, 110, ["f", "a"]>;
def SM100To110Architectures : GPUTargetSet<100, 110, ["a"]>;
def ScaleVectorArchitectures : GPUTargetSelection<[100, 101, 103, 110], ["a"]>;
def SM100Or110Architectures : GPUTargetSelection<[100, 101, 110], ["a"]>;
def SM100Family : GPUTargetSelection<[100, 103, 107], ["f", "a"]>;
def SM103Or110Families : GPUTargetSelection<[101, 103, 107, 110], ["f", "a"]>;
def SM107Family : GPUTargetSelection<[107], ["f", "a"]>;
def SM107A : GPUTargetSet<107, 107, ["a"]>;
def SM120FamiliesUp : GPUTargetSet<120, 999, ["f", "a"]>;
def SM120ArchitecturesUp : GPUTargetSet<120, 999, ["a"]>;
def SM100ArchitecturesUp : GPUTargetSet<100, 999, ["a"]>;
def SM100Up : GPUTargetSet<100, 999>;
def SM103Or107Architectures : GPUTargetSelection<[103, 107], ["a"]>;
def SM100FamilyArchitectures : GPUTargetSelection<[100, 103, 107], ["a"]>;
def SM100Or103Architectures : GPUTargetSelection<[100, 103], ["a"]>;
def SM103AOrSM107Family : GPUTargetUnion<[GPUTargetSet<103, 103, ["a"]>, SM107Family]>;
def LdMatrixSignedTargets : GPUTargetUnion<[SM90A, SM100FamiliesUp]>;
def RelaxedCopyTargets : GPUTargetUnion<[SM90A, SM100To110Families]>;
def SM90AOrSM100FamiliesUp : GPUTargetUnion<[SM90A, SM100FamiliesUp]>;
