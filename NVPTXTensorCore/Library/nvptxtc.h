/*===-- nvptxtc.h - the compiler as a library ----------------------*- C -*-===*\
|*                                                                            *|
|* Part of the NVPTXTensorCore project, under the Apache License v2.0 with    *|
|* LLVM Exceptions. See LICENSE for license information.                      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* LLVM IR in, PTX out, in the caller's process. C99.                         *|
|*                                                                            *|
|*   nvptxtc_options options = {sizeof(options)};                             *|
|*   nvptxtc_result *result;                                                  *|
|*   options.target = "sm_90a";                                               *|
|*   if (nvptxtc_compile(ir, size, &options, &result) == NVPTXTC_SUCCESS)     *|
|*     fwrite(result->ptx, 1, result->ptx_size, stdout);                      *|
|*   else                                                                     *|
|*     fputs(result->diagnostics, stderr);                                    *|
|*   nvptxtc_free(result);                                                    *|
|*                                                                            *|
|* The library contains its own LLVM 22 and shares nothing with another LLVM  *|
|* in the process. All functions may be called from several threads at once.  *|
|* They write nothing to the process's output. They change no signal handler, *|
|* unless NVPTXTC_CATCH_CRASHES asks for it.                                  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef NVPTXTC_H
#define NVPTXTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define NVPTXTC_API __attribute__((visibility("default")))
#else
#define NVPTXTC_API
#endif

/* What became of a call. */
typedef enum nvptxtc_status {
  NVPTXTC_SUCCESS = 0,
  NVPTXTC_ERROR = 1,        /* the module has errors */
  NVPTXTC_FATAL_ERROR = 2,  /* LLVM gave up or crashed; later calls work */
  NVPTXTC_BAD_ARGUMENTS = 3 /* the call or its options are wrong */
} nvptxtc_status;

typedef enum nvptxtc_severity {
  NVPTXTC_SEVERITY_ERROR = 0,
  NVPTXTC_SEVERITY_WARNING = 1,
  NVPTXTC_SEVERITY_REMARK = 2,
  NVPTXTC_SEVERITY_NOTE = 3
} nvptxtc_severity;

/* Optimization levels; 0 is the default of the field. */
typedef enum nvptxtc_level {
  NVPTXTC_DEFAULT = 0,
  NVPTXTC_O0 = 1,
  NVPTXTC_O1 = 2,
  NVPTXTC_O2 = 3,
  NVPTXTC_O3 = 4
} nvptxtc_level;

/* One message. Strings are empty, and numbers 0, where nothing is known. They live until
   nvptxtc_free. */
typedef struct nvptxtc_diagnostic {
  nvptxtc_severity severity;
  const char *message;
  const char *function; /* in the module */
  const char *file;     /* of the source, by debug information; of the IR in syntax errors */
  unsigned line;
  unsigned column;
  const char *pass; /* of a remark */
} nvptxtc_diagnostic;

typedef void (*nvptxtc_diagnostic_handler)(const nvptxtc_diagnostic *diagnostic, void *data);

/* Bits of nvptxtc_options.flags. */

/* Signals such as SIGSEGV, if the compiler itself causes them, end the call with
   NVPTXTC_FATAL_ERROR. While such a call runs, the process has the library's signal handlers. What
   the call has allocated is lost. */
#define NVPTXTC_CATCH_CRASHES 1u

/* All that follows `size` may be 0. New fields are added at the end. */
typedef struct nvptxtc_options {
  size_t size;          /* sizeof(nvptxtc_options) */
  const char *target;   /* llc's -mcpu, e.g. "sm_90a"; needed */
  const char *features; /* llc's -mattr, e.g. "+ptx80" */
  const char *name;     /* of the module, for messages */

  /* NVPTXTC_O1 is `opt -O1` before llc, and so on. By default, the module is not optimized. */
  nvptxtc_level optimization;
  /* llc's -O; NVPTXTC_DEFAULT is NVPTXTC_O2, as in llc. */
  nvptxtc_level codegen;

  /* .maxnreg for the kernels that do not have one; 0: none. */
  unsigned max_registers;

  /* Options of llc, with a null pointer at the end: the checks ("-nvptx-wgmma-hazards=error"),
     "-nvptx-mma-comments", "-nvptx-fma-level=1", ... Calls with equal options run at the same
     time; others wait, because LLVM's options belong to all threads. */
  const char *const *llc_options;

  /* A regular expression for the names of the passes whose remarks are reported. */
  const char *remarks;

  unsigned flags;

  /* Called for each diagnostic, in their order, before nvptxtc_compile returns, in its thread. */
  nvptxtc_diagnostic_handler handler;
  void *handler_data;
} nvptxtc_options;

typedef struct nvptxtc_result {
  nvptxtc_status status;
  const char *ptx; /* with a null character after it; empty unless the status is success */
  size_t ptx_size;
  /* A JSON array of objects with "severity" ("error", "warning", "remark", "note") and "message";
     and, where they are known, "function", "file", "line", "column", "pass". */
  const char *diagnostics;
  size_t diagnostics_size;
} nvptxtc_result;

/* Compiles a module, text or bitcode, with target triple nvptx64-nvidia-cuda, nvptx-nvidia-cuda or
   none. Returns the result's status. The result is there whatever the status is, and is freed by
   nvptxtc_free. */
NVPTXTC_API nvptxtc_status nvptxtc_compile(const char *module, size_t module_size,
                                           const nvptxtc_options *options, nvptxtc_result **result);

/* Null pointers are allowed. */
NVPTXTC_API void nvptxtc_free(nvptxtc_result *result);

/* The version of this project with its commit, if that is known, of its LLVM, and the newest PTX
   ISA version: "0.1 (0123456789ab), LLVM 22.1.8, PTX ISA up to 9.4". */
NVPTXTC_API const char *nvptxtc_version(void);

#ifdef __cplusplus
}
#endif

#endif /* NVPTXTC_H */
