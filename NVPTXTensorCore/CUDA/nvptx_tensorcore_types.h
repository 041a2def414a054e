//===- nvptx_tensorcore_types.h - what the families share -------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of element types, shapes and kinds, vectors of registers, pointers into shared
// and tensor memory, and the maps that say which thread holds which element. No
// instruction is known here, except for the cast of a pointer. Every header of a family
// includes this one; a program needs not.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_TYPES_H
#define NVPTX_TENSORCORE_TYPES_H

#if !defined(__clang__) || !defined(__CUDA__)
#error                                                                                             \
    "nvptx_tensorcore.h and its parts are for clang: compile this file with build/bin/clang++, which takes many of nvcc's options, or with stock clang 22 and the plug-in; link the object with nvcc's as before (docs/from-cuda.md)"
#endif

#if __cplusplus < 201703L
#error "nvptx_tensorcore.h and its parts need C++17"
#endif

/// A function that exists on the device only. It leaves no debug information, so that an
/// error of the compiler's back end names the line of the program that calls it.
#define NVPTX_TENSORCORE_DEVICE static __attribute__((device, always_inline, nodebug)) inline
/// A function that the host has, too.
#define NVPTX_TENSORCORE_INLINE __attribute__((always_inline, nodebug))
/// The declaration of an intrinsic.
#define NVPTX_TENSORCORE_INTRINSIC __attribute__((device))
/// A parameter that must not have some values: an error where it is known at compile time.
#define NVPTX_TENSORCORE_CHECK(WRONG, SENTENCE)                                                    \
  __attribute__((diagnose_if(WRONG, SENTENCE, "error")))

// An SDK's headers would define these.
#ifndef __grid_constant__
#define __grid_constant__ __attribute__((grid_constant))
#endif
#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__
#ifndef __global__
#define __global__ __attribute__((global))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __shared__
#define __shared__ __attribute__((shared))
#endif
#ifndef __constant__
#define __constant__ __attribute__((constant))
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif
#ifndef __cluster_dims__
#define __cluster_dims__(...) __attribute__((nvptx_cluster_dims(__VA_ARGS__)))
#endif
#ifndef __block_size__
#define __block_size__(...) __attribute__((block_size(__VA_ARGS__)))
#endif
#ifndef __maxnreg__
#define __maxnreg__(N) __attribute__((maxnreg(N)))
#endif
#ifndef __nv_pure__
#define __nv_pure__ __attribute__((nv_pure))
#endif
#ifndef __inline_hint__
#define __inline_hint__ __attribute__((nv_inline_hint))
#endif
#ifndef __managed__
#define __managed__ __device__ __attribute__((nvptx_managed))
#endif
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
#include <__clang_cuda_builtin_vars.h> // threadIdx, blockIdx, …
#endif

// Types of the CUDA SDK, which are names of elements, too.
struct __half;        // of cuda_fp16.h; without an SDK, write _Float16
struct __nv_bfloat16; // of cuda_bf16.h; without an SDK, write __bf16
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;

namespace nvptx_tensorcore {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// PTX's names of element types, to choose an instruction by. They have no values. C++ types that
/// have such values can stand for f64, f32, f16, bf16, e4m3, e5m2, s32, s8 and u8.
struct f64;
struct f32;
struct tf32;
struct f16;
struct bf16;
struct e4m3;
struct e5m2;
struct e3m2;
struct e2m3;
struct e2m1;
struct s32;
struct s8;
struct u8;
struct s4;
struct u4;
struct b1;
struct ti16; // 16 bits, of which 11 are the magnitude (s1z4m11)

/// Types of scale factors.
struct ue8m0;
struct ue4m3;
struct ue5m3;

/// Types of what ldmatrix and stmatrix move: 16 and 8 bits, or 16 elements of 6 or 4 bits
/// and padding (32, 64 bits), each of which becomes a byte.
struct b16;
struct b8;
struct b6x16_p32;
struct b4x16_p64;

/// Shapes of the matrices that ldmatrix and stmatrix move.
struct m8n8;
struct m8n16;
struct m16n16;
struct m16n8;

/// PTX's .row and .col: which elements of a matrix are neighbours.
struct row_major;
struct col_major;

/// PTX's .kind::: the types that A and B may have, and whether they are scaled by blocks.
enum class Kind { f16, tf32, f8f6f4, i8, ti16, mxf8f6f4, mxf4, mxf4nvf4 };

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// A thread's part of a matrix: values that the compiler keeps in registers.
template <class Element, int Size> using Vector = Element __attribute__((ext_vector_type(Size)));

namespace detail {

template <class> constexpr bool IsFalse = false;
template <class, class> constexpr bool IsSame = false;
template <class Type> constexpr bool IsSame<Type, Type> = true;
template <class Type, class... Types> constexpr bool IsOneOf = (IsSame<Type, Types> || ...);

// Are never true: errors about them show the arguments, and the sentence says what is expected.
template <int M, int N, int K> constexpr bool LegalShape = false;
template <int N> constexpr bool LegalN = false;
template <int Count> constexpr bool LegalCount = false;
template <class... Types> constexpr bool LegalTypes = false;

/// PTX's name of a C++ type; other types are their own names.
template <class Type, class PTXName = Type> struct ElementOf {
  using Name = PTXName;
};
template <> struct ElementOf<double> : ElementOf<f64> {};
template <> struct ElementOf<float> : ElementOf<f32> {};
template <> struct ElementOf<_Float16> : ElementOf<f16> {};
template <> struct ElementOf<__half> : ElementOf<f16> {};
template <> struct ElementOf<__bf16> : ElementOf<bf16> {};
template <> struct ElementOf<__nv_bfloat16> : ElementOf<bf16> {};
template <> struct ElementOf<__nv_fp8_e4m3> : ElementOf<e4m3> {};
template <> struct ElementOf<__nv_fp8_e5m2> : ElementOf<e5m2> {};
template <> struct ElementOf<int> : ElementOf<s32> {};
template <> struct ElementOf<signed char> : ElementOf<s8> {};
template <> struct ElementOf<unsigned char> : ElementOf<u8> {};
template <class Type> using Element = typename ElementOf<Type>::Name;

using half2 = Vector<_Float16, 2>;

/// Registers of one kind, to cut vectors into and to join them from.
template <class Register, int Count> struct Registers {
  Register Values[Count];
};

/// Hold the result of an intrinsic: one register, or a struct of them.
template <class Register> struct Two {
  Register First, Second;
};
template <class Register> struct Four {
  Register First, Second, Third, Fourth;
};
template <class Register> struct Eight {
  Register Values0, Values1, Values2, Values3, Values4, Values5, Values6, Values7;
};

template <class Type, Type... Values> struct Sequence {};
template <int Count> using Indices = __make_integer_seq<Sequence, int, Count>;

} // namespace detail

/// The bits of a vector as elements of another type: vector_cast<float>(v).
template <class Element, class From, int Size>
NVPTX_TENSORCORE_DEVICE auto vector_cast(Vector<From, Size> vector) {
  static_assert(Size * sizeof(From) % sizeof(Element) == 0,
                "Element: the vector does not consist of a whole number of such elements");
  return __builtin_bit_cast(Vector<Element, Size * sizeof(From) / sizeof(Element)>, vector);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Pointers into shared memory. The functions take them, and generic pointers, which they
/// cast: those, too, must point into shared memory.
using SharedPointer = __attribute__((address_space(3))) void *;
using ConstSharedPointer = const __attribute__((address_space(3))) void *;

/// A generic pointer into shared memory as a pointer into shared memory, and back.
NVPTX_TENSORCORE_DEVICE SharedPointer to_shared(void *pointer) { return (SharedPointer)pointer; }
NVPTX_TENSORCORE_DEVICE ConstSharedPointer to_shared(const void *pointer) {
  return (ConstSharedPointer)pointer;
}
NVPTX_TENSORCORE_DEVICE void *to_generic(SharedPointer pointer) { return (void *)pointer; }
NVPTX_TENSORCORE_DEVICE const void *to_generic(ConstSharedPointer pointer) {
  return (const void *)pointer;
}

/// The address in shared memory, in bytes, as inline assembly wants it.
NVPTX_TENSORCORE_DEVICE __UINT32_TYPE__ smem_address(const void *pointer) {
  return (__UINT32_TYPE__)(__UINT64_TYPE__)(ConstSharedPointer)pointer;
}

/// A barrier. Lives in shared memory, and has no value but what mbarrier_init gives it.
struct alignas(8) MBarrier {
  __UINT64_TYPE__ opaque;
};

/// An option of all copies: how the L2 cache shall treat what is copied. PTX ISA, "createpolicy".
struct CacheHint {
  __UINT64_TYPE__ policy;
};

/// An address in tensor memory, as tcgen05.alloc writes it to shared memory: the lane in
/// the upper half, the column in the lower half, both counted in cells of 32 bits. PTX
/// ISA, "Tensor Memory Addressing".
struct TensorAddress {
  __UINT32_TYPE__ value;

  NVPTX_TENSORCORE_INLINE constexpr int lane() const { return value >> 16; }
  NVPTX_TENSORCORE_INLINE constexpr int column() const { return value & 0xffff; }

  /// Returns the address of the cell that is `lanes` lanes and `columns` columns further on.
  NVPTX_TENSORCORE_INLINE constexpr TensorAddress at(int lanes, int columns) const {
    return {value + ((__UINT32_TYPE__)lanes << 16) + (__UINT32_TYPE__)columns};
  }
  NVPTX_TENSORCORE_INLINE constexpr TensorAddress operator+(int columns) const {
    return at(0, columns);
  }
};

namespace detail {

/// A pointer into tensor memory, as the intrinsics take it.
using TensorPointer = __attribute__((address_space(6))) void *;

NVPTX_TENSORCORE_DEVICE TensorPointer toPointer(TensorAddress address) {
  return (TensorPointer)(__UINT64_TYPE__)address.value;
}

} // namespace detail

//===----------------------------------------------------------------------===//
// Layouts of fragments
//===----------------------------------------------------------------------===//

namespace detail {

/// A bit of a lane's number or of an element's adds some power of two to one coordinate of a
/// location in a matrix. A term is both in one number.
enum Coordinate { InRow, InColumn, InTile, InSelector, InByte };
NVPTX_TENSORCORE_INLINE constexpr int Row(int amount) { return amount << 3 | InRow; }
NVPTX_TENSORCORE_INLINE constexpr int Column(int amount) { return amount << 3 | InColumn; }
NVPTX_TENSORCORE_INLINE constexpr int Tile(int amount) { return amount << 3 | InTile; }
NVPTX_TENSORCORE_INLINE constexpr int Selector(int amount) { return amount << 3 | InSelector; }
NVPTX_TENSORCORE_INLINE constexpr int Byte(int amount) { return amount << 3 | InByte; }

/// The terms of the bits of a number, lowest first.
template <int... Terms> struct Bits {
  static constexpr int Count = sizeof...(Terms);

  /// Returns what the bits of `number` add to a coordinate.
  NVPTX_TENSORCORE_INLINE static constexpr int sum(Coordinate coordinate, int number) {
    int total = 0, bit = 0;
    ((total |= (Terms & 7) == coordinate ? (number >> bit & 1) * (Terms >> 3) : 0, ++bit), ...);
    return total;
  }
};

} // namespace detail

/// Says which element of a matrix a thread holds. Elements of one thread are counted through its
/// registers, from the lowest bits of the first one on. docs/fragment-layouts.md.
template <int NumRows, int NumColumns, int PerRegister, class Lanes, class Values>
struct FragmentLayout {
  /// The size of the matrix, or of the kept half of a sparse A.
  static constexpr int Rows = NumRows, Columns = NumColumns;
  /// Elements of a thread, and of one of its registers.
  static constexpr int Elements = 1 << Values::Count, ElementsPerRegister = PerRegister;

  /// Return the row and column of element `index` of thread `lane` of the warp.
  NVPTX_TENSORCORE_INLINE static constexpr int row(int lane, int index) {
    return sum(detail::InRow, lane, index);
  }
  NVPTX_TENSORCORE_INLINE static constexpr int column(int lane, int index) {
    return sum(detail::InColumn, lane, index);
  }
  /// In which of several matrices: the quad pair of m8n8k4, the matrix of ldmatrix.
  NVPTX_TENSORCORE_INLINE static constexpr int tile(int lane, int index) {
    return sum(detail::InTile, lane, index);
  }
  /// For which sparsity selector (metadata) or thread-id (scale factors) it is looked at.
  NVPTX_TENSORCORE_INLINE static constexpr int selector(int lane, int index) {
    return sum(detail::InSelector, lane, index);
  }
  /// For which byte-id (scale factors) it is looked at.
  NVPTX_TENSORCORE_INLINE static constexpr int byte(int lane, int index) {
    return sum(detail::InByte, lane, index);
  }

private:
  NVPTX_TENSORCORE_INLINE static constexpr int sum(detail::Coordinate coordinate, int lane,
                                                   int index) {
    return Lanes::sum(coordinate, lane) | Values::sum(coordinate, index);
  }
};

} // namespace nvptx_tensorcore

#endif // NVPTX_TENSORCORE_TYPES_H
