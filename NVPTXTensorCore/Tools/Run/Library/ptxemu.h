/*===-- ptxemu.h - the emulator of PTX as a library ----------------*- C -*-===*\
|*                                                                            *|
|* Part of the NVPTXTensorCore project, under the Apache License v2.0 with    *|
|* LLVM Exceptions. See LICENSE for license information.                      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Runs kernels of PTX without a GPU, in the caller's process, and returns    *|
|* what is wrong with the run as data. C99.                                   *|
|*                                                                            *|
|*   ptxemu_device *device;                                                   *|
|*   ptxemu_module *module;                                                   *|
|*   const ptxemu_kernel *kernel;                                             *|
|*   ptxemu_result *result;                                                   *|
|*   ptxemu_launch launch = {sizeof(launch)};                                 *|
|*   ptxemu_create(&device);                                                  *|
|*   ptxemu_load(device, ptx, size, "gemm.ptx", &module);                     *|
|*   ptxemu_find_kernel(module, "gemm", &kernel);                             *|
|*   launch.block[0] = 128;                                                   *|
|*   launch.parameters = &parameters;                                         *|
|*   launch.parameters_size = sizeof(parameters);                             *|
|*   if (ptxemu_run(kernel, &launch, &result) != PTXEMU_SUCCESS)              *|
|*     fputs(ptxemu_error(), stderr);                                         *|
|*                                                                            *|
|* Functions of one device wait for each other; devices are independent.      *|
|* Nothing is written to the process's output, and no call ends the process.  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTXEMU_H
#define PTXEMU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define PTXEMU_API __attribute__((visibility("default")))
#else
#define PTXEMU_API
#endif

typedef enum ptxemu_status {
  PTXEMU_SUCCESS = 0,
  PTXEMU_BAD_ARGUMENTS = 1, /* the call is wrong */
  PTXEMU_BAD_PTX = 2,       /* the text is not PTX, or has what the emulator does not know */
  PTXEMU_NOT_FOUND = 3,     /* no kernel, variable or allocation is there */
  PTXEMU_OUT_OF_MEMORY = 4,
  PTXEMU_CANNOT_LAUNCH = 5 /* the kernel cannot be launched so */
} ptxemu_status;

/* The sentence of the last call of this thread that did not return PTXEMU_SUCCESS. It lives until
   the thread's next call. */
PTXEMU_API const char *ptxemu_error(void);

/* The version of this project with its commit, if that is known. */
PTXEMU_API const char *ptxemu_version(void);

/*===-- Checks ------------------------------------------------------------===*/

typedef enum ptxemu_severity {
  PTXEMU_OFF = 0,
  PTXEMU_WARNING = 1,
  PTXEMU_ERROR = 2
} ptxemu_severity;

typedef struct ptxemu_check {
  const char *name; /* "race" */
  const char *description;
  ptxemu_severity severity; /* unless the settings of a launch change it */
  int is_fault;             /* ends the run, and is always an error */
} ptxemu_check;

/* An array that lives as long as the process. */
PTXEMU_API const ptxemu_check *ptxemu_checks(size_t *count);

/*===-- Devices, modules, kernels -----------------------------------------===*/

typedef struct ptxemu_device ptxemu_device;
typedef struct ptxemu_module ptxemu_module;

typedef struct ptxemu_parameter {
  const char *name;
  const char *type; /* as the PTX declares it, without a dot: "u64", "f32"; "b8" of a structure */
  size_t offset, size, alignment;
  int is_array;
} ptxemu_parameter;

/* It lives as long as its module. */
typedef struct ptxemu_kernel {
  const char *name;
  const ptxemu_parameter *parameters;
  size_t num_parameters;
  size_t parameters_size;
  unsigned required_block[3];   /* .reqntid; zeros without one */
  unsigned max_block[3];        /* .maxntid */
  unsigned required_cluster[3]; /* .reqnctapercluster */
  ptxemu_module *module;
} ptxemu_kernel;

/* A device has 80 GiB of addresses, which are used once. */
PTXEMU_API ptxemu_status ptxemu_create(ptxemu_device **device);
/* Frees the device, its modules and its memory. */
PTXEMU_API void ptxemu_destroy(ptxemu_device *device);

/* `file` is what reports call the text; it may be null. */
PTXEMU_API ptxemu_status ptxemu_load(ptxemu_device *device, const char *ptx, size_t size,
                                     const char *file, ptxemu_module **module);
PTXEMU_API void ptxemu_unload(ptxemu_module *module);

/* What the PTX's .target names: "sm_90a". It lives as long as the module. */
PTXEMU_API const char *ptxemu_target(const ptxemu_module *module);
/* The kernels with a body, in their order. */
PTXEMU_API const ptxemu_kernel *ptxemu_kernels(const ptxemu_module *module, size_t *count);
/* The only kernel if `name` is null. */
PTXEMU_API ptxemu_status ptxemu_find_kernel(const ptxemu_module *module, const char *name,
                                            const ptxemu_kernel **kernel);
/* A variable in .global or .const. `size` may be null. */
PTXEMU_API ptxemu_status ptxemu_find_variable(const ptxemu_module *module, const char *name,
                                              uint64_t *address, size_t *size);

/*===-- Memory ------------------------------------------------------------===*/

/* Bits of ptxemu_allocate's flags. */
#define PTXEMU_READ_ONLY 1u /* a kernel that writes it has a fault */

/* Global memory that nobody has written. `name` is what reports call it; it may be null. */
PTXEMU_API ptxemu_status ptxemu_allocate(ptxemu_device *device, size_t size, const char *name,
                                         unsigned flags, uint64_t *address);
PTXEMU_API ptxemu_status ptxemu_free(ptxemu_device *device, uint64_t address);
/* Copies to the device and from it. All bytes must be in one allocation. */
PTXEMU_API ptxemu_status ptxemu_write(ptxemu_device *device, uint64_t address, const void *from,
                                      size_t size);
PTXEMU_API ptxemu_status ptxemu_read(ptxemu_device *device, uint64_t address, void *to,
                                     size_t size);

/* What cuTensorMapEncodeTiled takes: the first dimension is the one whose elements are adjacent. */
typedef struct ptxemu_tensor_map {
  size_t size;      /* sizeof(ptxemu_tensor_map) */
  const char *type; /* "f16", "bf16", "u8", "b4x16", ...; as in tensormap.replace */
  unsigned rank;
  uint64_t address;
  uint64_t dims[5];
  uint64_t strides[4];         /* in bytes, of dimensions 1 and on */
  uint32_t box[5];             /* elements */
  uint32_t element_strides[5]; /* all zeros: ones */
  const char *swizzle;         /* "32B", "64B", "128B", "128B_ATOM_32B", ...; null: none */
  const char *interleave;      /* "16B", "32B"; null: none */
  const char *fill;            /* "zero" or "nan"; null: zero */
} ptxemu_tensor_map;
#define PTXEMU_TENSOR_MAP_SIZE 128

/* Writes the 128 bytes of a map: a parameter of a kernel, or global memory. */
PTXEMU_API ptxemu_status ptxemu_encode_tensor_map(const ptxemu_tensor_map *map, void *to);

/*===-- Launches ----------------------------------------------------------===*/

/* All that follows `size` may be 0. New fields are added at the end. */
typedef struct ptxemu_launch {
  size_t size;          /* sizeof(ptxemu_launch) */
  unsigned grid[3];     /* a 0 is a 1 */
  unsigned block[3];    /* all zeros: the kernel's .reqntid; else, a 0 is a 1 */
  unsigned cluster[3];  /* all zeros: the kernel's own; else, a 0 is a 1 */
  unsigned shared_size; /* dynamic shared memory, in bytes */
  int is_cooperative;
  const void *parameters; /* as ptxemu_kernel.parameters says */
  size_t parameters_size;
  /* How many schedules are tried, each from the memory that the device has at the call. The first
     one with an error is the last. 0 is 1. */
  uint64_t schedules;
  /* Settings as ptx-run has options, with semicolons between them: "seed=7", "check=race=off",
     "no-checks=1", "in-order=1", "perturb-sums=1", "hopper-sums=1", "max-steps=100000",
     "threads=2", "multiprocessors=4". */
  const char *settings;
} ptxemu_launch;

/* Strings are empty, and numbers 0, where nothing is known. */
typedef struct ptxemu_place {
  const char *file; /* of the PTX, as ptxemu_load named it */
  unsigned line, column;
  const char *text;   /* the line of PTX */
  const char *source; /* of the source, by .loc: "gemm.cu:45" */
  const char *kernel;
  unsigned block[3];
  unsigned warp;
  uint32_t lanes; /* a bit for each lane */
} ptxemu_place;

/* The other access of a race, for example. */
typedef struct ptxemu_note {
  const char *message;
  ptxemu_place place;
} ptxemu_note;

typedef struct ptxemu_report {
  const char *check;
  ptxemu_severity severity;
  const char *message;
  const char *missing; /* what would order or repair it */
  ptxemu_place place;
  const ptxemu_note *others;
  size_t num_others;
  uint64_t count;   /* how often */
  uint64_t seed;    /* of the schedule */
  const char *text; /* all of it, in the lines that ptx-run prints */
} ptxemu_report;

typedef struct ptxemu_statistics {
  uint64_t warp_instructions, thread_instructions, multiply_adds;
} ptxemu_statistics;

typedef struct ptxemu_result {
  const ptxemu_report *reports;
  size_t num_reports, num_errors;
  uint64_t seed;                /* of the last schedule */
  uint64_t schedules;           /* how many ran */
  ptxemu_statistics statistics; /* of the last schedule */
  const char *output;           /* of printf in kernels */
  size_t output_size;
  const char *json; /* the reports as `ptx-run --format json` prints them */
} ptxemu_result;

/* Runs a kernel to its end. PTXEMU_SUCCESS says that it ran; what is wrong with the run is in the
   result, which is freed by ptxemu_free_result. */
PTXEMU_API ptxemu_status ptxemu_run(const ptxemu_kernel *kernel, const ptxemu_launch *launch,
                                    ptxemu_result **result);
/* Null pointers are allowed. */
PTXEMU_API void ptxemu_free_result(ptxemu_result *result);

#ifdef __cplusplus
}
#endif

#endif /* PTXEMU_H */
