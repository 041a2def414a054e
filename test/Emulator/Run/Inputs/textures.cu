// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textures and surfaces in each geometry: addressing modes, filters, types of texels, gathers, layers;
// compared with CUDA's programming guide, computed here.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static int Wrong = 0;
static void expect(bool IsRight, const char *What) {
  if (!IsRight) {
    std::printf("wrong: %s\n", What);
    ++Wrong;
  }
}
#define TRY(CALL) expect((CALL) == cudaSuccess, #CALL)

constexpr int W = 5, H = 4, D = 3, N = 64;

__global__ void read1D(cudaTextureObject_t T, const float *At, float *To) {
  To[threadIdx.x] = tex1D<float>(T, At[threadIdx.x]);
}
__global__ void read2D(cudaTextureObject_t T, const float *At, float *To) {
  To[threadIdx.x] = tex2D<float>(T, At[threadIdx.x], At[threadIdx.x + 1]);
}
__global__ void read3D(cudaTextureObject_t T, const float *At, float *To) {
  To[threadIdx.x] = tex3D<float>(T, At[threadIdx.x], At[threadIdx.x + 1], At[threadIdx.x + 2]);
}
__global__ void readLayers(cudaTextureObject_t T, const float *At, float *To) {
  To[threadIdx.x] = tex2DLayered<float>(T, At[threadIdx.x], At[threadIdx.x + 1], threadIdx.x % D);
}
__global__ void fetch(cudaTextureObject_t T, int *To) {
  const short2 V = tex1Dfetch<short2>(T, threadIdx.x);
  To[2 * threadIdx.x] = V.x;
  To[2 * threadIdx.x + 1] = V.y;
}
__global__ void gather(cudaTextureObject_t T, float4 *To) { *To = tex2Dgather<float4>(T, 2.0f, 1.5f, 0); }
__global__ void readColors(cudaTextureObject_t T, float4 *To) { To[threadIdx.x] = tex2D<float4>(T, threadIdx.x, 0.0f); }
__global__ void change(cudaSurfaceObject_t S) {
  float V;
  surf2Dread(&V, S, threadIdx.x * 4, threadIdx.y);
  surf2Dwrite(V * 2, S, threadIdx.x * 4, threadIdx.y);
}
__global__ void readOutside(cudaSurfaceObject_t S, float *To) {
  surf2Dread(To, S, 4 * 100, 1, cudaBoundaryModeClamp);
  surf2Dread(To + 1, S, 4 * 100, 1, cudaBoundaryModeZero);
  surf2Dwrite(7.0f, S, -4, 0, cudaBoundaryModeZero);
}
__global__ void readOthers(cudaSurfaceObject_t Line, cudaSurfaceObject_t Volume, cudaSurfaceObject_t Layers,
                           cudaTextureObject_t T, float *To) {
  surf1Dread(To, Line, 4 * 2);
  surf3Dread(To + 1, Volume, 4 * 3, 1, 2);
  surf2DLayeredread(To + 2, Layers, 4 * 1, 2, 1);
  unsigned Width, Height;
  asm("txq.width.b32 %0, [%1];" : "=r"(Width) : "l"(T));
  asm("suq.height.b32 %0, [%1];" : "=r"(Height) : "l"(Volume));
  To[3] = float(Width * 10 + Height);
}
constexpr int Side = 4, NumFaces = 6, NumCubes = 2;
/// Looks at each texel of each face from the center.
__global__ void readCubes(cudaTextureObject_t T, bool HasLayers, float *To) {
  const int X = threadIdx.x % Side, Y = threadIdx.x / Side % Side, Face = threadIdx.x / (Side * Side) % NumFaces;
  const float U = (X + 0.5f) / Side * 2 - 1, V = (Y + 0.5f) / Side * 2 - 1;
  const float At[NumFaces][3] = {{1, -V, -U}, {-1, -V, U}, {U, 1, V}, {U, -1, -V}, {U, -V, 1}, {-U, -V, -1}};
  const float *D = At[Face];
  To[threadIdx.x] = HasLayers ? texCubemapLayered<float>(T, D[0], D[1], D[2], threadIdx.x / (Side * Side * NumFaces))
                              : texCubemap<float>(T, 3 * D[0], 3 * D[1], 3 * D[2]);
}
__global__ void readFace(cudaSurfaceObject_t S, float *To) { surfCubemapread(To, S, 4 * 1, 2, 5); }
__global__ void trap(cudaSurfaceObject_t S) { surf2Dwrite(7.0f, S, 4 * 100, 0); }

static float Texels[D][H][W];

static int wrap(int I, int Size, cudaTextureAddressMode Mode) {
  if (Mode == cudaAddressModeWrap)
    return ((I % Size) + Size) % Size;
  if (Mode == cudaAddressModeMirror) {
    const int At = ((I % (2 * Size)) + 2 * Size) % (2 * Size);
    return At < Size ? At : 2 * Size - 1 - At;
  }
  if (Mode == cudaAddressModeBorder && (I < 0 || I >= Size))
    return -1;
  return I < 0 ? 0 : I >= Size ? Size - 1 : I;
}

/// What a texture of `NumDims` dimensions has at a place.
static float model(const float *At, int NumDims, int Layer, const cudaTextureDesc &T) {
  const int Sizes[] = {W, H, D};
  auto Mode = [&](int Dim) {
    const cudaTextureAddressMode M = T.addressMode[Dim];
    return T.normalizedCoords || M == cudaAddressModeBorder ? M : cudaAddressModeClamp;
  };
  int First[3] = {0, 0, Layer};
  float Fraction[3] = {};
  for (int I = 0; I != NumDims; ++I) {
    float X = At[I] * (T.normalizedCoords ? float(Sizes[I]) : 1.0f);
    if (T.filterMode == cudaFilterModeLinear)
      X -= 0.5f;
    First[I] = int(std::floor(X));
    if (T.filterMode == cudaFilterModeLinear)
      Fraction[I] = std::round((X - First[I]) * 256) / 256;
  }
  double Sum = 0;
  for (int Corner = 0; Corner != 1 << NumDims; ++Corner) {
    double Weight = 1;
    int Index[3] = {0, 0, Layer};
    bool IsBorder = false;
    for (int I = 0; I != NumDims; ++I) {
      const int Second = Corner >> I & 1;
      Weight *= Second ? Fraction[I] : 1 - Fraction[I];
      Index[I] = wrap(First[I] + Second, Sizes[I], Mode(I));
      IsBorder |= Index[I] < 0;
    }
    Sum += Weight * (IsBorder ? T.borderColor[0] : Texels[Index[2]][Index[1]][Index[0]]);
  }
  return float(Sum);
}

static cudaTextureObject_t makeTexture(cudaArray_t A, const cudaTextureDesc &T) {
  cudaResourceDesc R = {};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = A;
  cudaTextureObject_t Result = 0;
  TRY(cudaCreateTextureObject(&Result, &R, &T, nullptr));
  return Result;
}

/// All modes of addressing and filters, in one geometry.
static void check(const char *What, void (*Kernel)(cudaTextureObject_t, const float *, float *), cudaArray_t A,
                  int NumDims, bool HasLayers) {
  float At[N + 2], Result[N], *AtOnDevice, *ResultOnDevice;
  TRY(cudaMalloc(&AtOnDevice, sizeof At));
  TRY(cudaMalloc(&ResultOnDevice, sizeof Result));
  for (int IsNormalized = 0; IsNormalized != 2; ++IsNormalized)
    for (int IsLinear = 0; IsLinear != 2; ++IsLinear)
      for (int Mode = 0; Mode != 4; ++Mode) {
        cudaTextureDesc T = {};
        T.addressMode[0] = T.addressMode[1] = T.addressMode[2] = cudaTextureAddressMode(Mode);
        T.filterMode = IsLinear ? cudaFilterModeLinear : cudaFilterModePoint;
        T.normalizedCoords = IsNormalized;
        T.borderColor[0] = -3;
        for (int I = 0; I != N + 2; ++I)
          At[I] = ((I * 37 % 64) / 8.0f - 1.8125f) / (IsNormalized ? 3.0f : 1.0f);
        TRY(cudaMemcpy(AtOnDevice, At, sizeof At, cudaMemcpyHostToDevice));
        const cudaTextureObject_t Object = makeTexture(A, T);
        Kernel<<<1, N>>>(Object, AtOnDevice, ResultOnDevice);
        TRY(cudaMemcpy(Result, ResultOnDevice, sizeof Result, cudaMemcpyDeviceToHost));
        for (int I = 0; I != N; ++I)
          if (std::fabs(Result[I] - model(At + I, NumDims, HasLayers ? I % D : 0, T)) > 1e-3f) {
            std::printf("%s, normalized %d, linear %d, mode %d, at %g: %g, not %g\n", What, IsNormalized, IsLinear,
                        Mode, At[I], Result[I], model(At + I, NumDims, HasLayers ? I % D : 0, T));
            ++Wrong;
          }
        TRY(cudaDestroyTextureObject(Object));
      }
}

/// Cubes, one or more, by points and by linear filters, which are exact in the center of a texel.
static void checkCubes() {
  static float Faces[NumCubes * NumFaces][Side][Side];
  constexpr int Count = sizeof Faces / sizeof(float);
  static float Read[Count];
  for (int I = 0; I != Count; ++I)
    (&Faces[0][0][0])[I] = float(I);
  float *ReadOnDevice;
  TRY(cudaMalloc(&ReadOnDevice, sizeof Read));
  const cudaChannelFormatDesc Floats = cudaCreateChannelDesc<float>();
  for (int HasLayers = 0; HasLayers != 2; ++HasLayers) {
    const int Depth = HasLayers ? NumCubes * NumFaces : NumFaces;
    cudaArray_t A;
    TRY(cudaMalloc3DArray(&A, &Floats, make_cudaExtent(Side, Side, Depth),
                          cudaArrayCubemap | cudaArraySurfaceLoadStore | (HasLayers ? cudaArrayLayered : 0)));
    cudaMemcpy3DParms M = {};
    M.srcPtr = make_cudaPitchedPtr(Faces, Side * 4, Side, Side);
    M.extent = make_cudaExtent(Side, Side, Depth);
    M.kind = cudaMemcpyHostToDevice;
    M.dstArray = A;
    TRY(cudaMemcpy3D(&M));
    for (int IsLinear = 0; IsLinear != 2; ++IsLinear) {
      cudaTextureDesc T = {};
      T.filterMode = IsLinear ? cudaFilterModeLinear : cudaFilterModePoint;
      T.normalizedCoords = 1;
      readCubes<<<1, Depth * Side * Side>>>(makeTexture(A, T), HasLayers, ReadOnDevice);
      TRY(cudaMemcpy(Read, ReadOnDevice, Depth * Side * Side * 4, cudaMemcpyDeviceToHost));
      for (int I = 0; I != Depth * Side * Side; ++I)
        expect(Read[I] == float(I), HasLayers ? "layers of cubes" : "a cube");
    }
    cudaResourceDesc R = {};
    R.resType = cudaResourceTypeArray;
    R.res.array.array = A;
    cudaSurfaceObject_t Surface;
    TRY(cudaCreateSurfaceObject(&Surface, &R));
    readFace<<<1, 1>>>(Surface, ReadOnDevice);
    TRY(cudaMemcpy(Read, ReadOnDevice, 4, cudaMemcpyDeviceToHost));
    expect(Read[0] == Faces[5][2][1], "a face as a surface");
  }
  cudaArray_t None;
  expect(cudaMalloc3DArray(&None, &Floats, make_cudaExtent(Side, Side, 5), cudaArrayCubemap) == cudaErrorInvalidValue,
         "a cube of five faces");
}

int main(int argc, char **) {
  for (int I = 0; I != W * H * D; ++I)
    (&Texels[0][0][0])[I] = float(I * I % 101);
  const cudaChannelFormatDesc Floats = cudaCreateChannelDesc<float>();
  cudaArray_t Line, Plane, Volume, Layers;
  TRY(cudaMallocArray(&Line, &Floats, W));
  TRY(cudaMallocArray(&Plane, &Floats, W, H, cudaArraySurfaceLoadStore | cudaArrayTextureGather));
  TRY(cudaMalloc3DArray(&Volume, &Floats, make_cudaExtent(W, H, D)));
  TRY(cudaMalloc3DArray(&Layers, &Floats, make_cudaExtent(W, H, D), cudaArrayLayered));
  TRY(cudaMemcpy2DToArray(Line, 0, 0, Texels, W * 4, W * 4, 1, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy2DToArray(Plane, 0, 0, Texels, W * 4, W * 4, H, cudaMemcpyHostToDevice));
  cudaMemcpy3DParms M = {};
  M.srcPtr = make_cudaPitchedPtr(Texels, W * 4, W, H);
  M.extent = make_cudaExtent(W, H, D);
  M.kind = cudaMemcpyHostToDevice;
  for (cudaArray_t To : {Volume, Layers}) {
    M.dstArray = To;
    TRY(cudaMemcpy3D(&M));
  }
  check("1D", read1D, Line, 1, false);
  check("2D", read2D, Plane, 2, false);
  check("3D", read3D, Volume, 3, false);
  check("layers", readLayers, Layers, 2, true);

  // Memory as a texture, of integers.
  short Shorts[8] = {1, -2, 3, -4, 5, -6, 32767, -32768}, *ShortsOnDevice;
  int Ints[8], *IntsOnDevice;
  TRY(cudaMalloc(&ShortsOnDevice, sizeof Shorts));
  TRY(cudaMalloc(&IntsOnDevice, sizeof Ints));
  TRY(cudaMemcpy(ShortsOnDevice, Shorts, sizeof Shorts, cudaMemcpyHostToDevice));
  cudaResourceDesc R = {};
  R.resType = cudaResourceTypeLinear;
  R.res.linear = {ShortsOnDevice, cudaCreateChannelDesc<short2>(), sizeof Shorts};
  cudaTextureDesc T = {};
  cudaTextureObject_t Object;
  TRY(cudaCreateTextureObject(&Object, &R, &T, nullptr));
  fetch<<<1, 4>>>(Object, IntsOnDevice);
  TRY(cudaMemcpy(Ints, IntsOnDevice, sizeof Ints, cudaMemcpyDeviceToHost));
  for (int I = 0; I != 8; ++I)
    expect(Ints[I] == Shorts[I], "tex1Dfetch");

  // Bytes as numbers from 0 to 1, in memory with pitch.
  uchar4 Colors[2] = {{0, 51, 102, 255}, {255, 0, 1, 2}}, *ColorsOnDevice;
  size_t Pitch;
  float4 Numbers[2], *NumbersOnDevice;
  TRY(cudaMallocPitch(&ColorsOnDevice, &Pitch, sizeof Colors, 1));
  TRY(cudaMalloc(&NumbersOnDevice, sizeof Numbers));
  TRY(cudaMemcpy(ColorsOnDevice, Colors, sizeof Colors, cudaMemcpyHostToDevice));
  R = {};
  R.resType = cudaResourceTypePitch2D;
  R.res.pitch2D = {ColorsOnDevice, cudaCreateChannelDesc<uchar4>(), 2, 1, Pitch};
  T.readMode = cudaReadModeNormalizedFloat;
  TRY(cudaCreateTextureObject(&Object, &R, &T, nullptr));
  readColors<<<1, 2>>>(Object, NumbersOnDevice);
  TRY(cudaMemcpy(Numbers, NumbersOnDevice, sizeof Numbers, cudaMemcpyDeviceToHost));
  expect(std::fabs(Numbers[0].y - 0.2f) < 1e-6f && Numbers[0].w == 1 && Numbers[1].x == 1, "normalized bytes");

  T = {};
  gather<<<1, 1>>>(makeTexture(Plane, T), NumbersOnDevice);
  TRY(cudaMemcpy(Numbers, NumbersOnDevice, sizeof(float4), cudaMemcpyDeviceToHost));
  expect(Numbers[0].x == Texels[0][2][1] && Numbers[0].y == Texels[0][2][2] && Numbers[0].z == Texels[0][1][2] &&
             Numbers[0].w == Texels[0][1][1],
         "tex2Dgather");

  // A surface.
  R = {};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = Plane;
  cudaSurfaceObject_t Surface;
  TRY(cudaCreateSurfaceObject(&Surface, &R));
  change<<<1, dim3(W, H)>>>(Surface);
  float Back[H][W], Outside[2], *OutsideOnDevice;
  TRY(cudaMalloc(&OutsideOnDevice, sizeof Outside));
  readOutside<<<1, 1>>>(Surface, OutsideOnDevice);
  TRY(cudaMemcpy(Outside, OutsideOnDevice, sizeof Outside, cudaMemcpyDeviceToHost));
  TRY(cudaMemcpy2DFromArray(Back, W * 4, Plane, 0, 0, W * 4, H, cudaMemcpyDeviceToHost));
  for (int I = 0; I != W * H; ++I)
    expect((&Back[0][0])[I] == 2 * (&Texels[0][0][0])[I], "a surface");
  expect(Outside[0] == Back[1][W - 1] && Outside[1] == 0, "outside of a surface");
  cudaSurfaceObject_t Others[3];
  const cudaArray_t Arrays[] = {Line, Volume, Layers};
  for (int I = 0; I != 3; ++I) {
    R.res.array.array = Arrays[I];
    TRY(cudaCreateSurfaceObject(&Others[I], &R));
  }
  readOthers<<<1, 1>>>(Others[0], Others[1], Others[2], makeTexture(Plane, T), (float *)NumbersOnDevice);
  TRY(cudaMemcpy(Numbers, NumbersOnDevice, sizeof(float4), cudaMemcpyDeviceToHost));
  expect(Numbers[0].x == Texels[0][0][2] && Numbers[0].y == Texels[2][1][3] && Numbers[0].z == Texels[1][2][1] &&
             Numbers[0].w == W * 10 + H,
         "other surfaces, and queries");
  checkCubes();
  std::printf("%d wrong\n", Wrong);
  if (argc == 2)
    trap<<<1, 1>>>(Surface);
  if (argc == 3)
    readColors<<<1, 1>>>(Surface, NumbersOnDevice);
  if (argc == 4)
    readColors<<<1, 1>>>(makeTexture(Volume, T), NumbersOnDevice);
  return Wrong != 0;
}
