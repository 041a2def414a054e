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
  NVPTXTC_ERROR = 1,         /* the module has errors */
  NVPTXTC_FATAL_ERROR = 2,   /* LLVM gave up or crashed; later calls work */
  NVPTXTC_BAD_ARGUMENTS = 3, /* the call or its options are wrong */
  NVPTXTC_CANCELLED = 4      /* nvptxtc_options.cancel has ended the call */
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

/* A line of a function that calls the next one, which has been inlined there. */
typedef struct nvptxtc_call {
  const char *function; /* in the source */
  const char *file;
  unsigned line;
  unsigned column;
} nvptxtc_call;

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
  /* What it is, as a word that does not change with the sentence: "NVPTX-wgmma-hazards".
     nvptxtc_codes lists them, docs/checks.md explains them. Empty of LLVM's remarks. */
  const char *code;
  const char *option;    /* turns it into a warning, or off: "-nvptx-wgmma-hazards" */
  const char *intrinsic; /* of the call that it is about */
  const char *statement; /* of PTX, in inline assembly */
  const char *target;    /* that the module is compiled for */
  /* Of what the target or the version of PTX lacks: */
  const char *ptx;            /* the version that the module is compiled for: "7.0" */
  const char *needs_targets;  /* those that have it, with spaces between them */
  const char *needs_ptx;      /* the first version that has it, there or on any target */
  const char *needs_last_ptx; /* the last one, if newer ones lack it */
  const char *closest;        /* the closest that the target has */
  /* If the line is in a function that has been inlined: the line in the function that calls it, and
     so on, from the outermost function to the diagnostic's own line. */
  const nvptxtc_call *calls;
  size_t num_calls;
  const char *reproducer; /* of a crash: a folder with the modules, and how to compile them */
} nvptxtc_diagnostic;

/* A code that a diagnostic can have. */
typedef struct nvptxtc_code {
  const char *name;   /* "NVPTX-wgmma-hazards" */
  const char *option; /* of its check; empty if no option turns it down */
  const char *value;  /* of the option, by default: "error", "warn", "fix", "fix-silently", "off" */
  const char *means;
} nvptxtc_code;

typedef void (*nvptxtc_diagnostic_handler)(const nvptxtc_diagnostic *diagnostic, void *data);

/* Bits of nvptxtc_options.flags. */

/* Signals such as SIGSEGV, if the compiler itself causes them, end the call with
   NVPTXTC_FATAL_ERROR. While such a call runs, the process has the library's signal handlers. What
   the call has allocated is lost. */
#define NVPTXTC_CATCH_CRASHES 1u

/* The modules are read, linked, optimized and checked, and nothing is compiled: the result has
   diagnostics, and no PTX. Only what the passes over machine code report is left out. */
#define NVPTXTC_VERIFY_ONLY 2u

/* ptxas makes a cubin of the PTX. */
#define NVPTXTC_CUBIN 4u

/* The call runs in a process of its own, which is kept for further calls. A crash of the compiler
   ends that process, and the call with NVPTXTC_FATAL_ERROR and a diagnostic that has a reproducer.
   Calls with different options run at the same time, and a call is cancelled at once. */
#define NVPTXTC_ISOLATED 8u

/* All that follows `size` may be 0. New fields are added at the end. */
typedef struct nvptxtc_options {
  size_t size;          /* sizeof(nvptxtc_options) */
  const char *target;   /* llc's -mcpu, e.g. "sm_90a"; needed */
  const char *features; /* llc's -mattr, e.g. "+ptx80"; each begins with + or - */
  const char *name;     /* of nvptxtc_compile's module, for messages */

  /* NVPTXTC_O1 is `opt -O1` before llc, and so on. By default, the module is not optimized. */
  nvptxtc_level optimization;
  /* llc's -O; NVPTXTC_DEFAULT is NVPTXTC_O2, as in llc. */
  nvptxtc_level codegen;

  /* .maxnreg for the kernels that do not have one, from 16 to 255; 0: none. */
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

  /* If this is not null, and another thread or a signal handler writes something other than 0
     there, the call ends with NVPTXTC_CANCELLED after the pass that it is in. */
  const volatile int *cancel;

  /* NVIDIA's assembler for NVPTXTC_CUBIN. By default, it is looked for on PATH, and then in
     /usr/local/cuda/bin. */
  const char *ptxas;
} nvptxtc_options;

/* Bits of nvptxtc_module.flags. */

/* What other modules need is linked, and nothing else; it becomes internal. Such as CUDA's
   libdevice. */
#define NVPTXTC_LAZY 1u

/* One of several modules of a call. */
typedef struct nvptxtc_module {
  const char *data; /* text or bitcode */
  size_t size;
  const char *name; /* for messages; may be null */
  unsigned flags;
} nvptxtc_module;

/* A target that has tensor cores. */
typedef struct nvptxtc_target {
  const char *name;   /* "sm_90a" */
  unsigned first_ptx; /* the PTX ISA that it comes with, and that is used without features: 80 */
} nvptxtc_target;

typedef struct nvptxtc_result {
  nvptxtc_status status;
  const char *ptx; /* with a null character after it; empty unless the status is success */
  size_t ptx_size;
  /* A JSON array of objects with "severity" ("error", "warning", "remark", "note") and "message";
     and, where they are known, the other fields of nvptxtc_diagnostic: "needs_targets" is an array
     of names, "calls" one of objects with "function", "file", "line" and "column". */
  const char *diagnostics;
  size_t diagnostics_size;
  const char *cubin; /* with NVPTXTC_CUBIN; else null */
  size_t cubin_size;
  const char *facts; /* of nvptxtc_intrinsic; else null */
  size_t facts_size;
} nvptxtc_result;

/* Compiles a module, text or bitcode, with target triple nvptx64-nvidia-cuda, nvptx-nvidia-cuda or
   none, and a data layout that agrees with the target's, or none. Returns the result's status. The
   result is there whatever the status is, and is freed by nvptxtc_free.

   NVVM IR, too: text with typed pointers, and NVVM's names of shuffles, votes and matches. */
NVPTXTC_API nvptxtc_status nvptxtc_compile(const char *module, size_t module_size,
                                           const nvptxtc_options *options, nvptxtc_result **result);

/* Links modules, and compiles what they make together. One at least is not lazy. */
NVPTXTC_API nvptxtc_status nvptxtc_compile_modules(const nvptxtc_module *modules, size_t count,
                                                   const nvptxtc_options *options,
                                                   nvptxtc_result **result);

/* Null pointers are allowed. */
NVPTXTC_API void nvptxtc_free(nvptxtc_result *result);

/* All targets that have tensor cores, `count` of them. */
NVPTXTC_API const nvptxtc_target *nvptxtc_targets(size_t *count);

/* All codes of diagnostics, `count` of them. */
NVPTXTC_API const nvptxtc_code *nvptxtc_codes(size_t *count);

/* What is known of an intrinsic, by its name: "llvm.nvvm.mma.m16n8k16.row.col.bf16". With a target,
   whether the target has it, with these features or, if they are null, with the PTX ISA that the
   target comes with. The status is NVPTXTC_ERROR for a name that means nothing; a diagnostic says
   what is near. The facts are a JSON object:

     "schema"      2; it changes when the meaning of a key changes
     "name"        the name
     "signature"   the type in IR; missing if the name alone does not say it
     "attributes"  what is true of each call, in IR's words: an array
     "memory"      the attribute memory(...), or "" if a call may do anything
     "immediates"  an array of an object for each operand that is a constant: "operand", its
   position; "name"; and "first", "last" and "step" of the values that it may have, if they are
                   bounded
     "legal"       whether the target has it; only with a target
     "reason"      why it does not: the compiler's sentence */
NVPTXTC_API nvptxtc_status nvptxtc_intrinsic(const char *name, const char *target,
                                             const char *features, nvptxtc_result **result);

/* The version of this project with its commit, if that is known, of its LLVM, and the newest PTX
   ISA version and the ABI of this header: "0.1 (0123456789ab), LLVM 22.1.8, PTX ISA up to 9.4,
   ABI 0". */
NVPTXTC_API const char *nvptxtc_version(void);

/* Hexadecimal digits that differ for libraries that differ in a byte: for the keys of caches of
   compiled kernels. */
NVPTXTC_API const char *nvptxtc_hash(void);

#ifdef __cplusplus
}
#endif

#endif /* NVPTXTC_H */
