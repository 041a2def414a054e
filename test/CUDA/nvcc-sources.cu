// Sources that nvcc accepts and clang does not: the missing words are inserted, each with a warning,
// and the files stay as they are.
// REQUIRES: cuda-sdk
// RUN: rm -rf %t && split-file %s %t
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/k.cu -S -o %t/k.ptx 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s < %t/k.ptx
// WARN: k.cu:2:{{[0-9]+}}: warning: invalid % escape in inline assembly string; nvcc accepts it, and so '%' is inserted [-fno-nvcc-sources]
// WARN-NEXT: __device__ int h(int a, int b)
// WARN: k.cu:3:{{[0-9]+}}: warning: invalid % escape
// WARN: k.cu:4:{{[0-9]+}}: warning: expected ')'; nvcc accepts it, and so ', ' is inserted
// WARN: k.cu:6:{{[0-9]+}}: warning: invalid operand number in inline asm string
// WARN: k.cu:10:{{[0-9]+}}: warning: invalid input constraint 'C' in asm; nvcc accepts it, and so '"iX" /*' is inserted
// WARN: k.cu:11:{{[0-9]+}}: warning: __shared__ variable 'memory' cannot be 'extern'; nvcc accepts it, and so 'memory_array[]; auto &' is inserted
// WARN: k.cu:11:{{[0-9]+}}: warning: __shared__ variable 'table' cannot be 'extern'; nvcc accepts it, and so '/*' is inserted
// WARN: k.cu:13:{{[0-9]+}}: warning: initialization is not supported for __shared__ variables; nvcc accepts it, and so ' ::nvcc_uninitialized<' is inserted
// WARN: k.cu:13:{{[0-9]+}}: warning: {{.*}} and so '; __shared__ ::nvcc_uninitialized< P<int, 2> [2]> two_uninitialized; auto &two = two_uninitialized.value /*' is inserted
// WARN: missing.h:3:69: warning: missing 'template' keyword prior to dependent template name 'get'; nvcc accepts it, and so 'template ' is inserted
// WARN: missing.h:3:89: warning: missing 'template' keyword prior to dependent template name; nvcc accepts it
// WARN: missing.h:6:{{[0-9]+}}: warning: missing 'typename' prior to dependent type name
// WARN-NOT: error
// CHECK: .extern .shared .align 16 .b8 {{.*}}memory_array{{.*}}[];
// CHECK: .extern .shared .align 16 .b8 {{.*}}table{{.*}}[];
// CHECK: {.reg .pred %p; setp.ne.b32 %p, %r{{[0-9]+}}, 0;
// CHECK: selp.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 0, %p;}
// CHECK: add.rz.f32 %{{r[0-9]+}}, %{{r[0-9]+}}, %{{r[0-9]+}}; // .rz $1 0

// A file that has it all is compiled without a word; -w drops the warnings.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -w %t/k.cu -S -o %t/w.ptx 2>&1 | count 0
// RUN: cmp %t/k.ptx %t/w.ptx

// RUN: not %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -fno-nvcc-sources %t/k.cu -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -Werror %t/k.cu -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: {{missing 'template' keyword|invalid % escape}}
// ERROR-NOT: is inserted

// A list elsewhere stays an error, behind a launch whose dimensions are a list, too.
// RUN: not %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/list.cu -S -o %t/list.ptx 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: list.cu:2:{{[0-9]+}}: warning: expected expression; {{.*}} 'dim3' is inserted
// LIST-NOT: is inserted
// LIST: list.cu:2:{{[0-9]+}}: error: expected expression

// What nvcc rejects, and other errors, stay errors: an instruction with a wrong operand that is instantiated.
// RUN: not %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/wrong.cu -S -o %t/wrong.ptx 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not ls %t/wrong.ptx
// WRONG: missing.h:3:{{[0-9]+}}: warning: missing 'template'
// WRONG: wrong.cu:2:{{[0-9]+}}: error: invalid operand number in inline asm string
// WRONG: wrong.cu:4:{{[0-9]+}}: error: use of undeclared identifier 'nothing'

// C++17 has no `register`; nvcc accepts it in silence.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -std=c++17 %t/register.cu -S -o %t/register.ptx 2>&1 | FileCheck %s --check-prefix=REGISTER
// REGISTER: register.cu:2:{{[0-9]+}}: warning: ISO C++17 does not allow 'register'

// A warning of an instantiation that follows an error is not the error's.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/late.cu -S -o %t/late.ptx 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: late.cu:1:{{[0-9]+}}: warning: invalid operand number in inline asm string; nvcc accepts it, and so '%' is inserted
// LATE: late.cu:2:{{[0-9]+}}: warning: shift count
// LATE: note: in instantiation of

// A pointer is cast to a smaller integer by way of one of its size.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/cast.cu -S -o %t/cast.ptx 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: grep 'entry cast(' %t/cast.ptx
// CAST-DAG: cast.cu:1:{{[0-9]+}}: warning: cast from pointer to smaller type 'unsigned int' loses information; nvcc accepts it, and so '(__SIZE_TYPE__)' is inserted
// CAST-DAG: cast.cu:3:{{[0-9]+}}: warning: {{.*}} so '(__SIZE_TYPE__)(' is inserted
// CAST-DAG: cast.cu:4:{{[0-9]+}}: warning: {{.*}} so 'static_cast /*' is inserted
// CAST-DAG: cast.cu:5:{{[0-9]+}}: warning: {{.*}} so '(__SIZE_TYPE__)' is inserted
// CAST-NOT: error

// Behind the name of a type that is no pointer, __restrict__ means nothing.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/restrict.cu -S -o %t/restrict.ptx 2>&1 | FileCheck %s --check-prefix=RESTRICT
// RUN: grep 'entry restricted(' %t/restrict.ptx
// RESTRICT: restrict.cu:3:{{[0-9]+}}: warning: restrict requires a pointer or reference ('Word' (aka 'unsigned int') is invalid); nvcc accepts it, and so '/*' is inserted
// RESTRICT: restrict.cu:4:{{[0-9]+}}: warning: {{.*}} so '/*' is inserted
// RESTRICT-NOT: error
// RUN: not %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -DWRONG %t/restrict.cu -S -o %t/restrict.ptx 2>&1 | FileCheck %s --check-prefix=RESTRICTED
// RESTRICTED: restrict.cu:9:{{[0-9]+}}: error: restrict requires a pointer or reference ('unsigned int' is invalid)

// Elements of arrays in a class that is copied are not restricted.
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 %t/members.cu -c -o %t/members.o 2>&1 | FileCheck %s --check-prefix=MEMBERS
// MEMBERS: members.cu:1:32: warning: cannot initialize a parameter of type 'void *' {{.*}}; nvcc accepts it, and so '/*' is inserted
// MEMBERS: members.cu:3:16: warning: {{.*}} so '/*' is inserted
// MEMBERS-NOT: error
// RUN: not %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -DWRONG %t/members.cu -S -o %t/members.ptx 2>&1 | FileCheck %s --check-prefix=MEMBER
// MEMBER: members.cu:7:{{[0-9]+}}: error: cannot initialize a parameter of type 'void *'

// The host calls constexpr functions of the device, and the other way round. Others it does not call.
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 %t/sides.cu -c -o %t/sides.o 2>&1 | FileCheck %s --check-prefix=SIDES
// SIDES-NOT: error
// SIDES-DAG: sides.cu:3:8: warning: {{.*}}call to __device__ function from __host__ function; nvcc accepts it, and so '__host__ ' is inserted
// SIDES-DAG: sides.cu:6:26: warning: {{.*}} so '__host__ ' is inserted
// SIDES-DAG: sides.cu:7:24: warning: {{.*}} so '__device__ ' is inserted
// SIDES-NOT: error
// RUN: not %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -DWRONG %t/sides.cu -c -o %t/sides.o 2>&1 | FileCheck %s --check-prefix=SIDE
// SIDE-NOT: sides.cu:1{{[0-9]}}:{{.*}}is inserted
// SIDE: sides.cu:14:{{[0-9]+}}: error: no matching function for call to 'device'
// SIDE: sides.cu:15:{{[0-9]+}}: error:

// Members of a base, friends without the attributes of their template, guides of the device alone, and what clang has
// warnings for that are errors: nvcc accepts them.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 %t/accepted.cu -S -o %t/accepted.ptx 2>&1 | FileCheck %s --check-prefix=ACCEPTED
// RUN: grep 'entry accepted(' %t/accepted.ptx
// ACCEPTED-NOT: error
// ACCEPTED-DAG: accepted.cu:2:{{[0-9]+}}: warning: {{.*}} so 'this->' is inserted
// ACCEPTED-DAG: accepted.cu:5:{{[0-9]+}}: warning: {{.*}} so '__device__ ' is inserted
// ACCEPTED-DAG: accepted.cu:8:{{[0-9]+}}: warning: {{.*}} so '__host__ __device__ ' is inserted
// ACCEPTED-DAG: accepted.cu:10:{{[0-9]+}}: warning: {{.*}} so '__host__ ' is inserted
// ACCEPTED-DAG: accepted.cu:11:{{[0-9]+}}: warning: a template argument list is expected
// ACCEPTED-DAG: accepted.cu:17:{{[0-9]+}}: warning: chained comparison
// ACCEPTED-DAG: accepted.cu:18:{{[0-9]+}}: warning: ISO C++17 does not allow incrementing
// ACCEPTED-DAG: accepted.cu:19:{{[0-9]+}}: warning: invalid suffix on literal
// ACCEPTED-DAG: accepted.cu:21:{{[0-9]+}}: warning: {{.*}} so 'template ' is inserted
// ACCEPTED-DAG: accepted.cu:23:{{[0-9]+}}: warning: {{.*}} so 'template ' is inserted
// ACCEPTED-DAG: accepted.cu:26:{{[0-9]+}}: warning: {{.*}} is expected to be a non-type template, but instantiated to a class template; nvcc accepts it, and so 'typename ' is inserted
// ACCEPTED-DAG: accepted.cu:24:{{[0-9]+}}: warning: implicit use of 'this' pointer is only allowed within {{.*}} so 'decltype(' is inserted
// ACCEPTED-DAG: accepted.cu:31:{{[0-9]+}}: warning: expected expression; nvcc accepts it, and so 'dim3' is inserted
// ACCEPTED-NOT: error

// Elements of an array within another may stand in parentheses.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -std=c++20 %t/elements.cu -S -o %t/elements.ptx 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: grep 'entry elements(' %t/elements.ptx
// ELEMENTS: elements.cu:3:{{[0-9]+}}: warning: array initializer must be an initializer list; nvcc accepts it, and so '{' is inserted
// ELEMENTS-NOT: error

// A smaller alignment than a type's is ignored, one behind extents is the variable's, and an empty list is one of the same class.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_90a %t/ignored.cu -S -o %t/ignored.ptx 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: grep 'align 128 .* tiles' %t/ignored.ptx
// IGNORED: ignored.cu:4:{{[0-9]+}}: warning: requested alignment is less than minimum alignment of 128 for type {{.*}}; nvcc accepts it, and so 'alignas(128) ' is inserted
// RUN: grep 'align 64 .* aligned' %t/ignored.ptx && grep 'align 32 .* element' %t/ignored.ptx
// IGNORED: ignored.cu:6:{{[0-9]+}}: warning: 'alignas' attribute cannot be applied to types; nvcc accepts it, and so ' alignas(2 * (32)) ' is inserted
// IGNORED: ignored.cu:6:{{[0-9]+}}: warning: 'alignas' attribute cannot be applied to types; nvcc accepts it, and so ' OF_HALF ' is inserted
// IGNORED: ignored.cu:8:{{[0-9]+}}: warning: use of overloaded operator '=' is ambiguous {{.*}}; nvcc accepts it, and so 'Two' is inserted
// IGNORED-NOT: error

// A macro may stand for a pragma, with what follows on its line.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -O2 %t/pragma.cu -S -o %t/pragma.ptx 2>&1 | FileCheck %s --check-prefix=PRAGMA
// RUN: FileCheck %s --check-prefix=UNROLLED <%t/pragma.ptx
// PRAGMA: pragma.cu:4:3: warning: expected expression; nvcc accepts it, and so '_Pragma("unroll 4") /*' is inserted
// PRAGMA: pragma.cu:6:3: warning: expected expression; nvcc accepts it, and so '_Pragma("unroll") /*' is inserted
// PRAGMA-NOT: error
// UNROLLED-COUNT-4: st.volatile.global.b32 {{.*}}, 1;
// UNROLLED-NOT: st.volatile.global.b32 {{.*}}, 1;
// UNROLLED-COUNT-64: st.volatile.global.b32 {{.*}}, 2;

// CUTLASS leaves nothing out for clang.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_100a -I %t/user %t/user.cu -E -o - | FileCheck %s --check-prefix=SWITCH
// SWITCH: switch 0 original

// GCC's omp.h is found, as by nvcc, if clang has none, and stdio.h and time.h are included already.
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -Werror %t/omp.cu -S -o - | FileCheck %s --check-prefix=OMP
// OMP: .entry omp()

//--- user/cutlass/platform/platform.h
#define CUTLASS_CLANG_CUDA 1
#define ORIGINAL original

//--- user.cu
#include "cutlass/platform/platform.h"
switch CUTLASS_CLANG_CUDA ORIGINAL

//--- missing.h
// Dependent names.
struct S { template <int I, class T> __device__ T get(T x) const { return x + I; } template <int I> static __device__ int n(int x) { return x + I; } };
template <class S, class E> __device__ int f(const S &s) { return s.get<3, int>(4) + E::n<2>(1); }
struct A { template <class T> __device__ T allocate() { return T(); } };
struct G { using tile = int; };
template <class C> __device__ int g(A &a) { return a.allocate<C::tile>(); }

//--- k.cu
#include "missing.h"
__device__ int h(int a, int b) { int o; asm("{.reg .pred %p; setp.ne.b32 %p, %1, 0;"
      "selp.b32 %0, %2, 0, %p;}" : "=r"(o)
      : "r"(a) "r"(b)); return o; }
// In a template that is never instantiated:
template <int N> __device__ void unused(unsigned a) { asm volatile("st.shared.u32 [%0], %1;" :: "r"(a)); }
__global__ void k(int *o, int a, int b) { A s; *o = h(a, b) + f<S, S>(S()) + g<G>(s); }
template <bool> struct Mode { static constexpr char text[] = ".rn"; };
template <> struct Mode<true> { static constexpr char text[] = ".rz"; };
__global__ void c(float *o, float a) { asm("add%2.f32 %0, %1, %3; // %2 $1 %4" : "=f"(*o) : "f"(a), "C"(Mode<true>::text), "f"(a), "n"(0)); }
__global__ void d(int *o) { extern __shared__ G memory; *o = reinterpret_cast<int &>(memory); extern __shared__ int table[4][8]; *o += table[1][2]; }
template <class T, int N> struct P { T value; __device__ P() : value(N) {} };
__global__ void e(int *o) { __shared__ P<int, 2> one, two[2]; *o = one.value + two[1].value; }
// The error about a call with several template arguments is at the name.
template <class T> __device__ int m(T x) { return x.obj.member<T::A>(1, 2); }
struct O { template <bool> __device__ int member(int a, int b) const { return a + b; } template <class> __device__ int member() const { return 1; } };
struct X { static constexpr bool A = true; O obj; };
__global__ void f(int *o) { *o = m(X()); }
// The error about a member of a template's instance is at the template.
template <class T, class U> struct Cast { template <int N> __device__ static int cast(U *u, const T *t) { return *u = *t + N; } };
template <class T, int N> __device__ int castAll(int *u, const T *t) { return Cast<T, int>::cast<N>(u, t); }
__global__ void g(int *o, const short *t) { castAll<short, 8>(o, t); }

//--- wrong.cu
#include "missing.h"
template <int N> __device__ void used(unsigned a) { asm volatile("st.shared.u32 [%0], %1;" :: "r"(a)); }
__global__ void k(int *o) { used<1>(0); *o = f<S, S>(S()); }
__global__ void n(int *o) { *o = nothing; }

//--- list.cu
__global__ void k(int *p) { *p = 1; }
int list(int *p) { k<<<1, {16, 2}>>>(p); return *{p}; }

//--- late.cu
template <int N> __device__ void unused(unsigned a) { asm volatile("st.shared.u32 [%0], %1;" :: "r"(a)); }
template <int N> __device__ int shift(int a) { return a << N; }
__global__ void k(int *o) { *o = shift<40>(*o); }

//--- omp.cu
#include <omp.h>
extern "C" __global__ void omp() {}
void report() { fprintf(stderr, "%d %ld\n", omp_get_max_threads(), long(time(nullptr) + clock())); }

//--- pragma.cu
#define UNROLL #pragma unroll
extern "C" __global__ void pragma(volatile int *p) {
  int i;
  UNROLL 4
  for (i = 0; i < 1000; i++) p[i] = 1;
  UNROLL
  for (i = 0; i < 64; i++) p[i] = 2;
}

//--- elements.cu
struct Two { int values[2]; };
extern "C" __global__ void elements(int *p) {
  p[0] = Two(p[1], (p[2] + 1)).values[threadIdx.x];
}

//--- ignored.cu
struct Raw { int value; };
struct Two { int value; __device__ Two() {} __device__ Two(const Raw &r) : value(r.value) {} __device__ Two &operator=(const Two &t) { value = t.value; return *this; } __device__ Two &operator=(const Two &&t) { value = t.value; return *this; } __device__ Two &operator=(const Raw &r) { value = r.value; return *this; } };
struct alignas(128) Tile { int values[32]; };
struct alignas(32) Half {}; alignas(64) __device__ Tile tiles[2];
#define OF_HALF alignas(Half)
__device__ int aligned[2] [4] alignas(2 * (32)), element[3]OF_HALF;
extern "C" __global__ void ignored(Two *p) {
  Two two; two = {}; p[0] = two; p[1].value = tiles[threadIdx.x].values[0] + aligned[1][threadIdx.x] + element[threadIdx.x];
}

//--- register.cu
__global__ void f(int *p) {
  register int i = p[0];
  p[1] = i;
}

//--- cast.cu
template <class T> __device__ unsigned low(T *p) { return (unsigned)&p[1]; }
extern "C" __global__ void cast(int *p, unsigned *o, int i) {
  o[0] = unsigned(i ? p + i : p);
  o[1] = reinterpret_cast<unsigned>(p + 1);
  o[2] = low(p) + low(o) + (unsigned int)(&o[i]);
}

//--- restrict.cu
using Word = unsigned;
__device__ void load(
    Word __restrict__ r[][4],
    const Word __restrict __attribute__((unused)) count) {
  r[0][1] = count;
}
extern "C" __global__ void restricted(Word (*p)[4]) { load(p, 3); }
#ifdef WRONG
__device__ unsigned __restrict__ Wrong;
#endif
//--- members.cu
struct Elements { const float *__restrict__ P[8]; };
template <class T> struct Several {
  const T *    __restrict Q[2][3]; T *__restrict__ Single;
};
__global__ void copy(Elements *A, Several<int> *B) { A[0] = A[1]; B[0] = B[1]; }
#ifdef WRONG
__device__ void *Wrong(const int *P) { return __builtin_memcpy(P, P, 4); }
#endif
//--- sides.cu
template <class T> struct S {
  template <class P> __device__ static constexpr
  auto twice(P const &p) { return p + p; }
  template <class P> static auto host(P const &p) { return twice(p); }
};
__device__ constexpr int three() { return 3; }
__host__ constexpr int four() { return 4; }
int f(int x) { return S<int>::host(x) + three(); }
__global__ void k(int *p) { *p = S<int>::twice(*p) + four(); }
__host__ __device__ int both(int x) { return x + three() + four(); }
int g(int x) { return both(x); }
__device__ int device() { return 5; }
#ifdef WRONG
int h() { return device(); }
constexpr int i = device();
#endif

//--- accepted.cu
template <typename T> struct Base { __device__ int get(T x) { return x; } };
template <typename T> struct Derived : Base<T> { __device__ int call(T x) { return get(x); } };
template <typename T> class Closed;
template <typename T> __device__ int open(const Closed<T> &);
template <typename T> class Closed { int x = 1; friend int open<T>(const Closed<T> &); };
template <typename T> class Both;
template <typename T> __host__ __device__ int openBoth(const Both<T> &);
template <typename T> class Both { int x = 1; friend int openBoth<T>(const Both<T> &); };
template <typename T> struct Guided { T v; __device__ Guided(T x) : v(x) {} };
template <typename T> __device__ Guided(T) -> Guided<T>;
template <typename T> __device__ int named(T x) { return x.template get(3); }
template <typename T> __device__ int open(const Closed<T> &c) { return c.x; }
template <typename T> __host__ __device__ int openBoth(const Both<T> &c) { return c.x; }
struct Member { template <typename T> __device__ int get(T x) { return x; } };
#define TEXT "x"
struct Shift { template <int N> __device__ static int shift(int x) { return x << N; } };
__device__ bool between(int a, int b, int c) { return a < b < c; }
__device__ bool increment(bool b) { b++; return b; }
__device__ const char *text() { return "a"TEXT; }
struct Constant { static constexpr int value = 1; };
#define INNER(x) S::shift<2>(x)
#define SHIFTED(x) (x + INNER(x))
template <class S> __device__ int shifted(int x) { return SHIFTED(x) + SHIFTED(S::shift<3>(x)); }
template <typename T> struct Known { T held; Constant known; __device__ int get() { if constexpr (known.value) return 1; else return held; } };
struct Callable { template <int N> struct Add { __device__ int operator()(int x) { return x + N; } }; };
template <class S> __device__ int called(int x) { return S::template Add<2>()(x); }
extern "C" __global__ void accepted(int *p) {
  *p = Derived<int>().call(*p) + open(Closed<int>()) + openBoth(Both<int>()) + Guided(3).v + named(Member()) +
       between(p[0], p[1], p[2]) + increment(p[3]) + text()[p[4]] + Known<Member>().get() + shifted<Shift>(p[5]) + called<Callable>(p[6]);
}
void launch(int *p) { accepted<<<1, {16, 2}>>>(p); }
