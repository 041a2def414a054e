//===- Parameters.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments as the bytes of parameters.
//
//===----------------------------------------------------------------------===//

#include "Run/KernelRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

/// Copies a shape into an array whose first entry is the fastest one.
template <class From, class To> static void reverseInto(const From &Shape, To &Result) {
  size_t Index = 0;
  for (const auto Extent : reverse(Shape))
    Result[Index++] = Extent;
}

Error run::setTensorMapNames(const TensorMapArgument &A, TensorMap &Map) {
  const auto Swizzles = getTensorMapSwizzles();
  const StringRef Name = A.Swizzle.empty() ? StringRef("NONE") : StringRef(A.Swizzle);
  const auto *Found = find_if(
      Swizzles, [&](const TensorMapSwizzleInfo &S) { return S.Name.equals_insensitive(Name); });
  if (Found == Swizzles.end())
    return fail("there is no swizzle '" + Name +
                "'; expected 32B, 64B, 128B, 128B_ATOM_32B, "
                "128B_ATOM_32B_FLIP_8B or 128B_ATOM_64B");
  Map.Swizzle = Found->Swizzle;
  if (A.Interleave == "16B")
    Map.Interleave = TensorMapInterleave::Bytes16;
  else if (A.Interleave == "32B")
    Map.Interleave = TensorMapInterleave::Bytes32;
  else if (!A.Interleave.empty())
    return fail("there is no interleave '" + A.Interleave + "'; expected 16B or 32B");
  if (!A.Fill.empty() && A.Fill != "zero" && A.Fill != "nan")
    return fail("there is no fill '" + A.Fill + "'; expected zero or nan");
  Map.FillsWithNaN = A.Fill == "nan";
  return Error::success();
}

/// The type of a map's elements that holds the bits of an argument's.
static const TensorMapTypeInfo *findMapType(const ElementType &T) {
  if (const TensorMapTypeInfo *Named = findTensorMapType(T.Name))
    return Named;
  switch (T.Bits) {
  case 4:
    return &getTensorMapTypeInfo(TensorMapType::B4x16);
  case 8:
    return findTensorMapType("u8");
  case 16:
    return findTensorMapType("u16");
  case 32:
    return findTensorMapType("u32");
  case 64:
    return findTensorMapType("u64");
  default:
    return nullptr;
  }
}

static Expected<TensorMapBytes> makeMap(const TensorMapArgument &A, ArrayRef<Argument> Arguments,
                                        ArrayRef<uint64_t> Addresses) {
  const Argument *Of = find_if(Arguments, [&](const Argument &O) { return O.Name == A.Of; });
  if (Of == Arguments.end() || Of->Is != Argument::Memory)
    return fail("tensor map: " + rejectName(A.Of, Arguments));
  const std::vector<uint64_t> &Shape = Of->Contents.Shape;
  const ElementType &T = Of->Contents.Type;
  const TensorMapTypeInfo *Type = findMapType(T);
  if (!Type)
    return fail("tensor map: its elements cannot be of type " + T.Name);
  if (Shape.size() > TensorMap::MaxRank || Shape.size() != A.Box.size() ||
      (!A.ElementStrides.empty() && A.ElementStrides.size() != Shape.size()))
    return fail("tensor map: '" + A.Of + "' has " + Twine(Shape.size()) + " dimensions (" +
                printShape(Shape) + "); expected as many, 5 at most, of the box and the strides");
  TensorMap Map;
  Map.Type = Type->Type;
  Map.Rank = unsigned(Shape.size());
  Map.Address = Addresses[Of - Arguments.begin()];
  reverseInto(Shape, Map.Dims);
  reverseInto(A.Box, Map.Box);
  reverseInto(A.ElementStrides, Map.ElementStrides);
  uint64_t Stride = Map.Dims[0] * T.Bits / 8;
  for (unsigned D = 1; D < Map.Rank; ++D) {
    Map.Strides[D - 1] = Stride;
    Stride *= Map.Dims[D];
  }
  if (Error E = setTensorMapNames(A, Map))
    return E;
  if (Error E = checkTensorMap(Map))
    return fail("tensor map of '" + A.Of + "': " + toString(std::move(E)));
  return encodeTensorMap(Map);
}

/// Returns "parameter 1 of 'gemm', 'gemm_param_1'".
static std::string nameParameter(const Function &Kernel, size_t Number) {
  return ("parameter " + Twine(Number) + " of '" + Kernel.Name + "', '" +
          Kernel.Parameters[Number]->Name + "',")
      .str();
}

/// Checks that an argument is not a float where PTX says that the parameter is an integer, or the
/// reverse. `.b32` may be either.
static Error checkType(const Function &Kernel, size_t Number, const Argument &A) {
  const StringRef Type = Kernel.Source->Parameters[Number].Type;
  const bool IsInteger = Type.starts_with(".u") || Type.starts_with(".s");
  if (!A.IsFloat || !(*A.IsFloat ? IsInteger : Type.starts_with(".f")))
    return Error::success();
  return fail(nameParameter(Kernel, Number) + " is of type " + Type + "; argument '" + A.Text +
              "' is " + (IsInteger ? "floating point; expected " : "an integer; expected ") +
              Type.drop_front() + ":NUMBER, or hex: for bits");
}

Expected<std::vector<uint8_t>> run::packParameters(const Function &Kernel,
                                                   ArrayRef<Argument> Arguments,
                                                   ArrayRef<uint64_t> Addresses) {
  std::vector<uint8_t> Result(Kernel.ParameterBytes);
  SmallVector<size_t> Passed;
  for (size_t I = 0; I != Arguments.size(); ++I)
    if (!Arguments[I].IsMemoryAlone)
      Passed.push_back(I);
  if (Passed.size() != Kernel.Parameters.size()) {
    std::string List;
    for (const auto &[Number, To] : enumerate(Kernel.Parameters))
      List += (Number ? ", " : ": ") + To->Name.str() + " (" + std::to_string(To->Size) + " bytes)";
    return fail("'" + Kernel.Name + "' takes " + Twine(Kernel.Parameters.size()) +
                " arguments (--arg), not " + Twine(Passed.size()) + List);
  }
  for (const auto &[Number, Index] : enumerate(Passed)) {
    const Argument &A = Arguments[Index];
    const Variable &To = *Kernel.Parameters[Number];
    ArrayRef<uint8_t> Bytes = A.Bytes;
    TensorMapBytes Map;
    if (A.Is == Argument::Memory) {
      Bytes = ArrayRef(reinterpret_cast<const uint8_t *>(&Addresses[Index]), 8);
    } else if (A.Is == Argument::TensorMap) {
      Expected<TensorMapBytes> Made = makeMap(A.Map, Arguments, Addresses);
      if (!Made)
        return Made.takeError();
      Map = *Made;
      Bytes = Map;
    }
    if (Bytes.size() != To.Size)
      return fail(nameParameter(Kernel, Number) + " has " + Twine(To.Size) + " bytes; argument '" +
                  A.Text + "' has " + Twine(Bytes.size()) + " bytes" +
                  (A.Is == Argument::Memory      ? " (an address)"
                   : A.Is == Argument::TensorMap ? " (a tensor map)"
                                                 : ""));
    if (Error E = checkType(Kernel, Number, A))
      return E;
    std::memcpy(Result.data() + To.Location, Bytes.data(), Bytes.size());
  }
  return Result;
}
