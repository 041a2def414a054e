// A library that looks like a CUDA driver with one GPU of compute capability 9.0 and
// does nothing: memory is the host's, and a kernel leaves it as it was. It refuses PTX
// that says ".version 8.7", as a driver refuses what is newer than it, and the kernel
// of movmatrix fails.

typedef unsigned long long Pointer;
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
char *strstr(const char *, const char *);
char *strcpy(char *, const char *);
int strcmp(const char *, const char *);

static const char *Text;
static int Fails;

int cuInit(unsigned Flags) { return 0; }
int cuDriverGetVersion(int *Version) { return *Version = 12060, 0; }
int cuDeviceGetCount(int *Count) { return *Count = 1, 0; }
int cuDeviceGet(int *Device, int Ordinal) { return *Device = Ordinal, 0; }
int cuDeviceGetName(char *Name, int Length, int Device) { return strcpy(Name, "No GPU"), 0; }
int cuDeviceGetAttribute(int *Value, int Attribute, int Device) {
  return *Value = Attribute == 75 ? 9 : 0, 0;
}
int cuDevicePrimaryCtxRetain(void **Context, int Device) { return *Context = &Text, 0; }
int cuDevicePrimaryCtxReset_v2(int Device) { return Fails = 0; }
int cuCtxSetCurrent(void *Context) { return 0; }
int cuCtxSynchronize(void) { return Fails ? 700 : 0; }
int cuModuleLoadDataEx(void **Module, const void *Image, unsigned Count, int *Options, void **Values) {
  *Module = &Text;
  if (!strstr(Image, ".version 8.7"))
    return 0;
  for (unsigned I = 0; I != Count; ++I)
    if (Options[I] == 5)
      strcpy(Values[I], "ptxas fatal: Unsupported .version 8.7\n");
  return 222;
}
int cuModuleUnload(void *Module) { return 0; }
int cuModuleGetFunction(void **Function, void *Module, const char *Name) {
  *Function = (void *)Name;
  return 0;
}
int cuMemAlloc_v2(Pointer *Memory, unsigned long Bytes) { return !(*Memory = (Pointer)malloc(Bytes)); }
int cuMemFree_v2(Pointer Memory) { return free((void *)Memory), 0; }
int cuMemcpyHtoD_v2(Pointer To, const void *From, unsigned long Bytes) {
  return memcpy((void *)To, From, Bytes), 0;
}
int cuMemcpyDtoH_v2(void *To, Pointer From, unsigned long Bytes) {
  return memcpy(To, (void *)From, Bytes), 0;
}
int cuLaunchKernel(void *Function, unsigned GX, unsigned GY, unsigned GZ, unsigned BX, unsigned BY,
                   unsigned BZ, unsigned Shared, void *Stream, void **Parameters, void **Extra) {
  Fails = strstr(Function, "movmatrix") != 0;
  return BX == 32 && GX && GY == 1 && GZ == 1 && BY == 1 && BZ == 1 ? 0 : 1;
}
int cuGetErrorString(int Code, const char **Result) {
  *Result = Code == 700 ? "an illegal memory access" : Code == 222 ? "the PTX is of a newer version" : "other";
  return 0;
}
