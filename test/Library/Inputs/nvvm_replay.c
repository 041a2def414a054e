/* Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   Replays a list of calls of a libNVVM, and prints the PTX that they get. A line of a list is

       FUNCTION PROGRAM ARGUMENT... [-> RESULT]

   PROGRAM is a letter; a module is a file and a name, and "null" is a null pointer. The result of a
   call is NVVM_SUCCESS unless the line says otherwise. A line that begins with # is a comment.

   usage: nvvm_replay LIBRARY [-threads=N] LIST...

   With N threads, each replays all lists, and the PTX has to be the same. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct opaque *program;
typedef int result;

enum { MaxWords = 32, MaxThreads = 16, MaxLists = 16 };

static void *library;
static char **lists;
static int listCount;

struct output {
  char *ptx[MaxLists]; /* of the last program of each list */
  int faults;
};

static void *find(const char *name) {
  void *function = dlsym(library, name);
  if (!function) {
    fprintf(stderr, "the library has no %s\n", name);
    exit(100);
  }
  return function;
}

static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *data = malloc(1 << 21);
  if (!file) {
    fprintf(stderr, "there is no file %s\n", path);
    exit(100);
  }
  *size = fread(data, 1, (1 << 21) - 1, file);
  data[*size] = 0;
  fclose(file);
  return data;
}

/* Gets the PTX or the log, whose size has the null character at its end. */
static result getText(const char *function, program of, char **text, int *faults) {
  char name[64];
  size_t size = 0;
  result done;
  snprintf(name, sizeof name, "%sSize", function);
  done = ((result(*)(program, size_t *))find(name))(of, &size);
  if (done)
    return done;
  free(*text);
  *text = calloc(size + 1, 1);
  done = ((result(*)(program, char *))find(function))(of, *text);
  *faults += strlen(*text) + 1 != size;
  return done;
}

/* Makes a call, whose words are the function and its arguments. */
static result makeCall(char **words, int count, program *programs, struct output *out, int list) {
  const char *function = words[0];
  program *of = &programs[count > 1 ? words[1][0] % 32 : 0];
  int numbers[4];
  char *text = NULL;
  size_t size;
  result done;
  if (!strcmp(function, "nvvmVersion"))
    return ((result(*)(int *, int *))find(function))(&numbers[0], &numbers[1]);
  if (!strcmp(function, "nvvmIRVersion"))
    return ((result(*)(int *, int *, int *, int *))find(function))(&numbers[0], &numbers[1],
                                                                   &numbers[2], &numbers[3]);
  if (!strcmp(function, "nvvmLLVMVersion"))
    return ((result(*)(const char *, int *))find(function))(words[1], &numbers[0]);
  if (strstr(function, "AddModule")) {
    text = readFile(words[2], &size);
    done = ((result(*)(program, const char *, size_t, const char *))find(function))(
        *of, text, size, !strcmp(words[3], "null") ? NULL : words[3]);
    free(text); /* the program has its own copy */
    return done;
  }
  if (!strcmp(function, "nvvmCompileProgram") || !strcmp(function, "nvvmVerifyProgram"))
    return ((result(*)(program, int, const char **))find(function))(
        *of, count - 2, count > 2 ? (const char **)&words[2] : NULL);
  if (!strcmp(function, "nvvmGetCompiledResult"))
    return getText(function, *of, &out->ptx[list], &out->faults);
  if (!strcmp(function, "nvvmGetProgramLog")) {
    done = getText(function, *of, &text, &out->faults);
    if (text && *text)
      fprintf(stderr, "log: %s\n", text);
    free(text);
    return done;
  }
  done = ((result(*)(program *))find(function))(of); /* nvvmCreateProgram, nvvmDestroyProgram */
  if (!strcmp(function, "nvvmDestroyProgram") && *of)
    ++out->faults;
  return done;
}

static void *replay(void *to) {
  const char *(*getErrorString)(result) = (const char *(*)(result))find("nvvmGetErrorString");
  struct output *out = to;
  int list, count;
  for (list = 0; list < listCount; ++list) {
    program programs[32] = {NULL};
    size_t size;
    char *text = readFile(lists[list], &size), *line, *lines = NULL, *words[MaxWords], *rest = NULL;
    for (line = strtok_r(text, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
      char *arrow = strstr(line, " -> ");
      const char *expected = arrow ? arrow + 4 : "NVVM_SUCCESS", *name;
      if (arrow)
        *arrow = 0;
      if (*line == '#')
        continue;
      count = 0;
      for (words[0] = strtok_r(line, " ", &rest); words[count]; words[count] = strtok_r(NULL, " ", &rest))
        ++count;
      name = getErrorString(makeCall(words, count, programs, out, list));
      if (strcmp(name, expected)) {
        fprintf(stderr, "%s: %s: %s; expected %s\n", lists[list], words[0], name, expected);
        ++out->faults;
      }
    }
    free(text);
  }
  return NULL;
}

int main(int argc, char **argv) {
  static struct output outputs[MaxThreads];
  pthread_t threads[MaxThreads];
  int count = 1, i, list, faults = 0;
  library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 100;
  }
  lists = argv + 2;
  if (argc > 2 && !strncmp(argv[2], "-threads=", 9)) {
    count = atoi(argv[2] + 9);
    ++lists;
  }
  listCount = (int)(argv + argc - lists);
  for (i = 0; i < count; ++i)
    pthread_create(&threads[i], NULL, replay, &outputs[i]);
  for (i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  for (list = 0; list < listCount; ++list) {
    printf("== %s\n%s\n", lists[list], outputs[0].ptx[list] ? outputs[0].ptx[list] : "nothing");
    for (i = 1; i < count; ++i)
      if (strcmp(outputs[i].ptx[list], outputs[0].ptx[list]))
        ++faults;
  }
  for (i = 0; i < count; ++i)
    faults += outputs[i].faults;
  printf("%d faults\n", faults);
  return faults != 0;
}
