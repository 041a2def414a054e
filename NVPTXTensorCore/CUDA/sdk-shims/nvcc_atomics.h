//===- nvcc_atomics.h - the __nv_atomic_* functions -------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builtins of nvcc (CUDA C++ Programming Guide, "Atomic Functions"), in its own PTX. They are
// assembly because LLVM does not select every atomic instruction of NVPTX: an acquire load, for
// one. A memory order and a scope that are constants leave one statement of each switch.
//
// As with nvcc: a thread's scope is its block's, a cluster's is the device's where there are no
// clusters, consume is acquire, and what is sequentially consistent begins with a fence.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_ATOMICS_H
#define NVPTX_TENSORCORE_NVCC_ATOMICS_H
#pragma GCC system_header

#define __NVPTX_ATOMIC static __inline__ __attribute__((device, always_inline, nodebug, unused))

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define __NVPTX_CLUSTER "gpu"
#define __NVPTX_MAX_EXCHANGE 8
#else
#define __NVPTX_CLUSTER "cluster"
#define __NVPTX_MAX_EXCHANGE 16
#endif

/// STATEMENT(ORDER, SCOPE, ...) with the scope's name in PTX.
#define __NVPTX_SCOPES(STATEMENT, ORDER, ...)                                                      \
  switch (__scope) {                                                                               \
  case __NV_THREAD_SCOPE_THREAD:                                                                   \
  case __NV_THREAD_SCOPE_BLOCK:                                                                    \
    STATEMENT(ORDER, "cta", __VA_ARGS__);                                                          \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_CLUSTER:                                                                  \
    STATEMENT(ORDER, __NVPTX_CLUSTER, __VA_ARGS__);                                                \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_DEVICE:                                                                   \
    STATEMENT(ORDER, "gpu", __VA_ARGS__);                                                          \
    break;                                                                                         \
  default:                                                                                         \
    STATEMENT(ORDER, "sys", __VA_ARGS__);                                                          \
  }

/// The same with the order of an operation that reads and writes.
#define __NVPTX_ORDERS(STATEMENT, ...)                                                             \
  if (__order == __NV_ATOMIC_SEQ_CST)                                                              \
    __nv_atomic_thread_fence(__order, __scope);                                                    \
  switch (__order) {                                                                               \
  case __NV_ATOMIC_RELAXED:                                                                        \
    __NVPTX_SCOPES(STATEMENT, "relaxed", __VA_ARGS__);                                             \
    break;                                                                                         \
  case __NV_ATOMIC_RELEASE:                                                                        \
    __NVPTX_SCOPES(STATEMENT, "release", __VA_ARGS__);                                             \
    break;                                                                                         \
  case __NV_ATOMIC_ACQ_REL:                                                                        \
    __NVPTX_SCOPES(STATEMENT, "acq_rel", __VA_ARGS__);                                             \
    break;                                                                                         \
  default:                                                                                         \
    __NVPTX_SCOPES(STATEMENT, "acquire", __VA_ARGS__);                                             \
  }

#define __NVPTX_CHECK_SCOPE                                                                        \
  __attribute__((                                                                                  \
      diagnose_if(__scope < __NV_THREAD_SCOPE_THREAD || __scope > __NV_THREAD_SCOPE_SYSTEM,        \
                  "the scope is one of __NV_THREAD_SCOPE_*", "error")))
#define __NVPTX_CHECK_ORDER                                                                        \
  __NVPTX_CHECK_SCOPE                                                                              \
  __attribute__((diagnose_if(__order < __NV_ATOMIC_RELAXED || __order > __NV_ATOMIC_SEQ_CST,       \
                             "the memory order is one of __NV_ATOMIC_*", "error")))
#define __NVPTX_CHECK_LOAD                                                                         \
  __NVPTX_CHECK_ORDER                                                                              \
  __attribute__((diagnose_if(__order == __NV_ATOMIC_RELEASE || __order == __NV_ATOMIC_ACQ_REL,     \
                             "the memory order of a load is relaxed, consume, acquire or seq_cst", \
                             "error")))
#define __NVPTX_CHECK_STORE                                                                        \
  __NVPTX_CHECK_ORDER                                                                              \
  __attribute__((diagnose_if(__order != __NV_ATOMIC_RELAXED && __order != __NV_ATOMIC_RELEASE &&   \
                                 __order != __NV_ATOMIC_SEQ_CST,                                   \
                             "the memory order of a store is relaxed, release or seq_cst",         \
                             "error")))

__NVPTX_ATOMIC void
__nv_atomic_thread_fence(int __order, int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_ORDER {
#define __NVPTX_FENCE(ORDER, SCOPE, ...) asm volatile("fence." ORDER "." SCOPE ";" ::: "memory")
  if (__order == __NV_ATOMIC_ACQ_REL) {
    __NVPTX_SCOPES(__NVPTX_FENCE, "acq_rel");
  } else {
    __NVPTX_SCOPES(__NVPTX_FENCE, "sc");
  }
#undef __NVPTX_FENCE
}

//===----------------------------------------------------------------------===//
// Words: objects of 1, 2, 4, 8 and 16 bytes as registers
//===----------------------------------------------------------------------===//

template <int Bytes> struct __nvptx_word;

#define __NVPTX_LOAD(ORDER, SCOPE, BITS, C)                                                        \
  asm volatile("ld." ORDER "." SCOPE ".b" #BITS " %0, [%1];" : "=" C(__w) : "l"(__p) : "memory")
#define __NVPTX_STORE(ORDER, SCOPE, BITS, C)                                                       \
  asm volatile("st." ORDER "." SCOPE ".b" #BITS " [%0], %1;" ::"l"(__p), C(__w) : "memory")
#define __NVPTX_EXCHANGE(ORDER, SCOPE, BITS, C)                                                    \
  asm volatile("atom.exch." ORDER "." SCOPE ".b" #BITS " %0, [%1], %2;"                            \
               : "=" C(__old)                                                                      \
               : "l"(__p), C(__w)                                                                  \
               : "memory")
#define __NVPTX_CAS(ORDER, SCOPE, BITS, C)                                                         \
  asm volatile("atom.cas." ORDER "." SCOPE ".b" #BITS " %0, [%1], %2, %3;"                         \
               : "=" C(__old)                                                                      \
               : "l"(__p), C(__expected), C(__w)                                                   \
               : "memory")

// 128 bits are two registers of 64 around the instruction.
#define __NVPTX_LOAD128(ORDER, SCOPE, ...)                                                         \
  asm volatile("{ .reg .b128 w; ld." ORDER "." SCOPE ".b128 w, [%2]; mov.b128 {%0, %1}, w; }"      \
               : "=l"(__w.__low), "=l"(__w.__high)                                                 \
               : "l"(__p)                                                                          \
               : "memory")
#define __NVPTX_STORE128(ORDER, SCOPE, ...)                                                        \
  asm volatile("{ .reg .b128 w; mov.b128 w, {%1, %2}; st." ORDER "." SCOPE                         \
               ".b128 [%0], w; }" ::"l"(__p),                                                      \
               "l"(__w.__low), "l"(__w.__high)                                                     \
               : "memory")
#define __NVPTX_EXCHANGE128(ORDER, SCOPE, ...)                                                     \
  asm volatile("{ .reg .b128 w, o; mov.b128 w, {%3, %4}; atom.exch." ORDER "." SCOPE               \
               ".b128 o, [%2], w; mov.b128 {%0, %1}, o; }"                                         \
               : "=l"(__old.__low), "=l"(__old.__high)                                             \
               : "l"(__p), "l"(__w.__low), "l"(__w.__high)                                         \
               : "memory")
#define __NVPTX_CAS128(ORDER, SCOPE, ...)                                                          \
  asm volatile("{ .reg .b128 w, e, o; mov.b128 e, {%3, %4}; mov.b128 w, {%5, %6}; atom.cas." ORDER \
               "." SCOPE ".b128 o, [%2], e, w; mov.b128 {%0, %1}, o; }"                            \
               : "=l"(__old.__low), "=l"(__old.__high)                                             \
               : "l"(__p), "l"(__expected.__low), "l"(__expected.__high), "l"(__w.__low),          \
                 "l"(__w.__high)                                                                   \
               : "memory")

struct __nvptx_word128 {
  unsigned long long __low, __high;
};

#define __NVPTX_LOADS_AND_STORES(TYPE, BITS, C, SUFFIX)                                            \
  typedef TYPE __type;                                                                             \
  __NVPTX_ATOMIC __type __load(const void *__p, int __order, int __scope) {                        \
    __type __w;                                                                                    \
    if (__order == __NV_ATOMIC_SEQ_CST)                                                            \
      __nv_atomic_thread_fence(__order, __scope);                                                  \
    if (__order == __NV_ATOMIC_RELAXED) {                                                          \
      __NVPTX_SCOPES(__NVPTX_LOAD##SUFFIX, "relaxed", BITS, C);                                    \
    } else {                                                                                       \
      __NVPTX_SCOPES(__NVPTX_LOAD##SUFFIX, "acquire", BITS, C);                                    \
    }                                                                                              \
    return __w;                                                                                    \
  }                                                                                                \
  __NVPTX_ATOMIC void __store(void *__p, __type __w, int __order, int __scope) {                   \
    if (__order == __NV_ATOMIC_SEQ_CST)                                                            \
      __nv_atomic_thread_fence(__order, __scope);                                                  \
    if (__order == __NV_ATOMIC_RELEASE) {                                                          \
      __NVPTX_SCOPES(__NVPTX_STORE##SUFFIX, "release", BITS, C);                                   \
    } else {                                                                                       \
      __NVPTX_SCOPES(__NVPTX_STORE##SUFFIX, "relaxed", BITS, C);                                   \
    }                                                                                              \
  }

#define __NVPTX_EXCHANGES(TYPE, BITS, C, SUFFIX)                                                   \
  __NVPTX_ATOMIC __type __exchange(void *__p, __type __w, int __order, int __scope) {              \
    __type __old;                                                                                  \
    __NVPTX_ORDERS(__NVPTX_EXCHANGE##SUFFIX, BITS, C);                                             \
    return __old;                                                                                  \
  }

#define __NVPTX_SWAPS(TYPE, BITS, C, SUFFIX)                                                       \
  __NVPTX_ATOMIC __type __cas(void *__p, __type __expected, __type __w, int __order,               \
                              int __scope) {                                                       \
    __type __old;                                                                                  \
    __NVPTX_ORDERS(__NVPTX_CAS##SUFFIX, BITS, C);                                                  \
    return __old;                                                                                  \
  }

template <> struct __nvptx_word<1> {
  __NVPTX_LOADS_AND_STORES(unsigned short, 8, "h", )
};
template <> struct __nvptx_word<2> {
  __NVPTX_LOADS_AND_STORES(unsigned short, 16, "h", )
  __NVPTX_SWAPS(unsigned short, 16, "h", )
};
template <> struct __nvptx_word<4> {
  __NVPTX_LOADS_AND_STORES(unsigned, 32, "r", )
  __NVPTX_EXCHANGES(unsigned, 32, "r", )
  __NVPTX_SWAPS(unsigned, 32, "r", )
};
template <> struct __nvptx_word<8> {
  __NVPTX_LOADS_AND_STORES(unsigned long long, 64, "l", )
  __NVPTX_EXCHANGES(unsigned long long, 64, "l", )
  __NVPTX_SWAPS(unsigned long long, 64, "l", )
};
template <> struct __nvptx_word<16> {
  __NVPTX_LOADS_AND_STORES(__nvptx_word128, 128, "l", 128)
  __NVPTX_EXCHANGES(__nvptx_word128, 128, "l", 128)
  __NVPTX_SWAPS(__nvptx_word128, 128, "l", 128)
};

//===----------------------------------------------------------------------===//
// Loads, stores, exchanges
//===----------------------------------------------------------------------===//

/// An object as a word, and back.
template <class T> __NVPTX_ATOMIC typename __nvptx_word<sizeof(T)>::__type __nvptx_wrap(T __v) {
  typename __nvptx_word<sizeof(T)>::__type __w = {};
  __builtin_memcpy(&__w, &__v, sizeof(T));
  return __w;
}
template <class T>
__NVPTX_ATOMIC void __nvptx_unwrap(typename __nvptx_word<sizeof(T)>::__type __w, T *__v) {
  __builtin_memcpy(__v, &__w, sizeof(T));
}

template <class T> __NVPTX_ATOMIC bool __nvptx_equal(T __a, T __b) { return __a == __b; }
__NVPTX_ATOMIC bool __nvptx_equal(__nvptx_word128 __a, __nvptx_word128 __b) {
  return __a.__low == __b.__low && __a.__high == __b.__high;
}

/// A type that the arguments do not decide: the value has the type of what the pointer points to.
template <class T> struct __nvptx_same {
  typedef T __type;
};
#define __NVPTX_VALUE typename __nvptx_same<T>::__type

#define __NVPTX_CHECK_INTEGER                                                                      \
  static_assert(__is_integral(T), "an atomic function that ends in _n is for integers; others "    \
                                  "have the one with pointers")
#define __NVPTX_CHECK_SIZE                                                                         \
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 ||            \
                    sizeof(T) == 16,                                                               \
                "an atomic function needs an object of 1, 2, 4, 8 or 16 bytes");                   \
  static_assert(__is_trivially_copyable(T), "an atomic function needs a type that can be copied "  \
                                            "byte by byte")
#define __NVPTX_CHECK_EXCHANGE                                                                     \
  static_assert(sizeof(T) <= __NVPTX_MAX_EXCHANGE, "an atomic exchange of 16 bytes needs sm_90")

template <class T>
__NVPTX_ATOMIC void __nv_atomic_load(T *__p, T *__result, int __order,
                                     int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_LOAD {
  __NVPTX_CHECK_SIZE;
  __nvptx_unwrap(__nvptx_word<sizeof(T)>::__load(__p, __order, __scope), __result);
}
template <class T>
__NVPTX_ATOMIC T __nv_atomic_load_n(T *__p, int __order,
                                    int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_LOAD {
  __NVPTX_CHECK_INTEGER;
  T __result;
  __nv_atomic_load(__p, &__result, __order, __scope);
  return __result;
}

template <class T>
__NVPTX_ATOMIC void __nv_atomic_store(T *__p, T *__value, int __order,
                                      int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_STORE {
  __NVPTX_CHECK_SIZE;
  __nvptx_word<sizeof(T)>::__store(__p, __nvptx_wrap(*__value), __order, __scope);
}
template <class T>
__NVPTX_ATOMIC void
__nv_atomic_store_n(T *__p, __NVPTX_VALUE __value, int __order,
                    int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_STORE {
  __NVPTX_CHECK_INTEGER;
  __nv_atomic_store(__p, &__value, __order, __scope);
}

template <class T>
__NVPTX_ATOMIC void
__nv_atomic_exchange(T *__p, T *__value, T *__result, int __order,
                     int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_ORDER {
  static_assert(sizeof(T) >= 4, "an atomic exchange needs an object of 4, 8 or 16 bytes");
  __NVPTX_CHECK_SIZE;
  __NVPTX_CHECK_EXCHANGE;
  __nvptx_unwrap(__nvptx_word<sizeof(T)>::__exchange(__p, __nvptx_wrap(*__value), __order, __scope),
                 __result);
}
template <class T>
__NVPTX_ATOMIC T __nv_atomic_exchange_n(T *__p, __NVPTX_VALUE __value, int __order,
                                        int __scope = __NV_THREAD_SCOPE_SYSTEM)
    __NVPTX_CHECK_ORDER {
  __NVPTX_CHECK_INTEGER;
  T __result;
  __nv_atomic_exchange(__p, &__value, &__result, __order, __scope);
  return __result;
}

/// An instruction has one order; the stronger of the two that are asked.
__NVPTX_ATOMIC int __nvptx_stronger(int __success, int __failure) {
  if (__success == __NV_ATOMIC_SEQ_CST || __failure == __NV_ATOMIC_SEQ_CST)
    return __NV_ATOMIC_SEQ_CST;
  if (__failure == __NV_ATOMIC_RELAXED || __success == __NV_ATOMIC_ACQ_REL)
    return __success;
  return __success == __NV_ATOMIC_RELEASE ? __NV_ATOMIC_ACQ_REL : __NV_ATOMIC_ACQUIRE;
}

template <class T>
__NVPTX_ATOMIC bool
__nv_atomic_compare_exchange(T *__p, T *__expected, T *__desired, bool, int __order, int __failure,
                             int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_ORDER {
  static_assert(sizeof(T) != 1,
                "an atomic comparison with exchange needs an object of 2, 4, 8 or 16 bytes");
  __NVPTX_CHECK_SIZE;
  __NVPTX_CHECK_EXCHANGE;
  const typename __nvptx_word<sizeof(T)>::__type __wanted = __nvptx_wrap(*__expected),
                                                 __old = __nvptx_word<sizeof(T)>::__cas(
                                                     __p, __wanted, __nvptx_wrap(*__desired),
                                                     __nvptx_stronger(__order, __failure), __scope);
  const bool __same = __nvptx_equal(__old, __wanted);
  if (!__same)
    __nvptx_unwrap(__old, __expected);
  return __same;
}
template <class T>
__NVPTX_ATOMIC bool
__nv_atomic_compare_exchange_n(T *__p, T *__expected, __NVPTX_VALUE __desired, bool __weak,
                               int __order, int __failure,
                               int __scope = __NV_THREAD_SCOPE_SYSTEM) __NVPTX_CHECK_ORDER {
  __NVPTX_CHECK_INTEGER;
  return __nv_atomic_compare_exchange(__p, __expected, &__desired, __weak, __order, __failure,
                                      __scope);
}

//===----------------------------------------------------------------------===//
// atomicCAS and atomicExch of 16 bytes (sm_90; the SDK's crt/sm_90_rt.h)
//===----------------------------------------------------------------------===//

#if (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900) && !defined(__NV_DISABLE_128_ATOMICS)
template <class T, bool = sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T)>
struct __nvptx_is_128 {};
template <class T> struct __nvptx_is_128<T, true> {
  typedef T __type;
};

#define __NVPTX_ATOMICS128(SUFFIX, SCOPE)                                                          \
  __NVPTX_ATOMIC void __u128AtomicCAS##SUFFIX(void *__p, void *__compare, void *__value,           \
                                              void *__old) {                                       \
    *(__nvptx_word128 *)__old =                                                                    \
        __nvptx_word<16>::__cas(__p, *(__nvptx_word128 *)__compare, *(__nvptx_word128 *)__value,   \
                                __NV_ATOMIC_RELAXED, SCOPE);                                       \
  }                                                                                                \
  __NVPTX_ATOMIC void __u128AtomicExch##SUFFIX(void *__p, void *__value, void *__old) {            \
    *(__nvptx_word128 *)__old = __nvptx_word<16>::__exchange(__p, *(__nvptx_word128 *)__value,     \
                                                             __NV_ATOMIC_RELAXED, SCOPE);          \
  }                                                                                                \
  template <class T>                                                                               \
  __NVPTX_ATOMIC typename __nvptx_is_128<T>::__type atomicCAS##SUFFIX(T *__p, T __compare,         \
                                                                      T __value) {                 \
    T __old;                                                                                       \
    __nvptx_unwrap(__nvptx_word<16>::__cas(__p, __nvptx_wrap(__compare), __nvptx_wrap(__value),    \
                                           __NV_ATOMIC_RELAXED, SCOPE),                            \
                   &__old);                                                                        \
    return __old;                                                                                  \
  }                                                                                                \
  template <class T>                                                                               \
  __NVPTX_ATOMIC typename __nvptx_is_128<T>::__type atomicExch##SUFFIX(T *__p, T __value) {        \
    T __old;                                                                                       \
    __nvptx_unwrap(                                                                                \
        __nvptx_word<16>::__exchange(__p, __nvptx_wrap(__value), __NV_ATOMIC_RELAXED, SCOPE),      \
        &__old);                                                                                   \
    return __old;                                                                                  \
  }
__NVPTX_ATOMICS128(, __NV_THREAD_SCOPE_DEVICE)
__NVPTX_ATOMICS128(_block, __NV_THREAD_SCOPE_BLOCK)
__NVPTX_ATOMICS128(_system, __NV_THREAD_SCOPE_SYSTEM)
#undef __NVPTX_ATOMICS128
#endif

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

#define __NVPTX_RMW(ORDER, SCOPE, OP, TYPE, C)                                                     \
  asm volatile("atom." OP "." ORDER "." SCOPE "." TYPE " %0, [%1], %2;"                            \
               : "=" C(__old)                                                                      \
               : "l"(__p), C(__v)                                                                  \
               : "memory")

#define __NVPTX_OPERATION(NAME, TYPE, PTX_TYPE, C)                                                 \
  __NVPTX_ATOMIC TYPE __nvptx_fetch_##NAME(TYPE *__p, TYPE __v, int __order, int __scope) {        \
    TYPE __old;                                                                                    \
    __NVPTX_ORDERS(__NVPTX_RMW, #NAME, PTX_TYPE, C);                                               \
    return __old;                                                                                  \
  }
#define __NVPTX_INTEGER_OPERATION(NAME, S32, U32, S64, U64)                                        \
  __NVPTX_OPERATION(NAME, int, S32, "r")                                                           \
  __NVPTX_OPERATION(NAME, unsigned, U32, "r")                                                      \
  __NVPTX_OPERATION(NAME, long long, S64, "l")                                                     \
  __NVPTX_OPERATION(NAME, unsigned long long, U64, "l")
__NVPTX_INTEGER_OPERATION(add, "s32", "u32", "u64", "u64")
__NVPTX_OPERATION(add, float, "f32", "f")
__NVPTX_OPERATION(add, double, "f64", "d")
__NVPTX_INTEGER_OPERATION(and, "b32", "b32", "b64", "b64")
__NVPTX_INTEGER_OPERATION(or, "b32", "b32", "b64", "b64")
__NVPTX_INTEGER_OPERATION(xor, "b32", "b32", "b64", "b64")
__NVPTX_INTEGER_OPERATION(min, "s32", "u32", "s64", "u64")
__NVPTX_INTEGER_OPERATION(max, "s32", "u32", "s64", "u64")

/// The type of these that an integer of the program is: long is one of the others.
template <class T, int Bytes = sizeof(T), bool IsSigned = (T(-1) < T(0))> struct __nvptx_number;
template <class T> struct __nvptx_number<T, 4, true> {
  typedef int __type;
};
template <class T> struct __nvptx_number<T, 4, false> {
  typedef unsigned __type;
};
template <class T> struct __nvptx_number<T, 8, true> {
  typedef long long __type;
};
template <class T> struct __nvptx_number<T, 8, false> {
  typedef unsigned long long __type;
};
template <> struct __nvptx_number<float> {
  typedef float __type;
};
template <> struct __nvptx_number<double> {
  typedef double __type;
};

#define __NVPTX_FETCH(NAME, OP, SIGN)                                                              \
  template <class T>                                                                               \
  __NVPTX_ATOMIC T __nv_atomic_fetch_##NAME(T *__p, __NVPTX_VALUE __v, int __order,                \
                                            int __scope = __NV_THREAD_SCOPE_SYSTEM)                \
      __NVPTX_CHECK_ORDER {                                                                        \
    static_assert(sizeof(T) == 4 || sizeof(T) == 8,                                                \
                  "atomic arithmetic needs an object of 4 or 8 bytes");                            \
    typedef typename __nvptx_number<T>::__type __number;                                           \
    return (T)__nvptx_fetch_##OP((__number *)__p, (__number)(SIGN __v), __order, __scope);         \
  }                                                                                                \
  template <class T>                                                                               \
  __NVPTX_ATOMIC void __nv_atomic_##NAME(T *__p, __NVPTX_VALUE __v, int __order,                   \
                                         int __scope = __NV_THREAD_SCOPE_SYSTEM)                   \
      __NVPTX_CHECK_ORDER {                                                                        \
    (void)__nv_atomic_fetch_##NAME(__p, __v, __order, __scope);                                    \
  }
__NVPTX_FETCH(add, add, +)
__NVPTX_FETCH(sub, add, -)
__NVPTX_FETCH(and, and, )
__NVPTX_FETCH(or, or, )
__NVPTX_FETCH(xor, xor, )
__NVPTX_FETCH(min, min, )
__NVPTX_FETCH(max, max, )

#undef __NVPTX_ATOMIC
#undef __NVPTX_CAS
#undef __NVPTX_CAS128
#undef __NVPTX_CHECK_EXCHANGE
#undef __NVPTX_CHECK_INTEGER
#undef __NVPTX_CHECK_LOAD
#undef __NVPTX_CHECK_ORDER
#undef __NVPTX_CHECK_SCOPE
#undef __NVPTX_CHECK_SIZE
#undef __NVPTX_CHECK_STORE
#undef __NVPTX_CLUSTER
#undef __NVPTX_EXCHANGE
#undef __NVPTX_EXCHANGE128
#undef __NVPTX_EXCHANGES
#undef __NVPTX_FENCE
#undef __NVPTX_FETCH
#undef __NVPTX_INTEGER_OPERATION
#undef __NVPTX_LOAD
#undef __NVPTX_LOAD128
#undef __NVPTX_LOADS_AND_STORES
#undef __NVPTX_MAX_EXCHANGE
#undef __NVPTX_OPERATION
#undef __NVPTX_ORDERS
#undef __NVPTX_RMW
#undef __NVPTX_SCOPES
#undef __NVPTX_STORE
#undef __NVPTX_STORE128
#undef __NVPTX_SWAPS
#undef __NVPTX_VALUE

#endif // NVPTX_TENSORCORE_NVCC_ATOMICS_H
