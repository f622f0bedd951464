// Preloaded into a program: counts the OpenGL objects that it has made and not deleted.
//
//   OBJECTS_FOLDER=FOLDER  gets a file for each process, named by its ID, with the current count in 64 bits
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic int64_t nowhere;
static _Atomic int64_t *objects = &nowhere;

// The file is made before the process enters its sandbox.
__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("OBJECTS_FOLDER");
  char path[PATH_MAX];
  if (!folder || snprintf(path, sizeof path, "%s/%d", folder, (int)getpid()) >= (int)sizeof path) return;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (ftruncate(file, sizeof *objects) == 0) {
    void *memory = mmap(NULL, sizeof *objects, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) objects = memory;
  }
  close(file);
}

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

// OpenGL ignores objects with the name 0.
#define MANY(Kind)                                                              \
  void glGen##Kind(int32_t count, uint32_t *names) {                            \
    static void (*real)(int32_t, uint32_t *);                                   \
    if (!real) real = (void (*)(int32_t, uint32_t *))next("glGen" #Kind);       \
    real(count, names);                                                         \
    for (int32_t i = 0; i < count; i++) *objects += names[i] != 0;              \
  }                                                                             \
  void glDelete##Kind(int32_t count, const uint32_t *names) {                   \
    static void (*real)(int32_t, const uint32_t *);                             \
    if (!real) real = (void (*)(int32_t, const uint32_t *))next("glDelete" #Kind); \
    for (int32_t i = 0; i < count; i++) *objects -= names[i] != 0;              \
    real(count, names);                                                         \
  }

MANY(Buffers)
MANY(Framebuffers)
MANY(Queries)
MANY(Samplers)
MANY(Textures)
MANY(VertexArrays)

uint32_t glCreateProgram(void) {
  static uint32_t (*real)(void);
  if (!real) real = (uint32_t(*)(void))next("glCreateProgram");
  uint32_t name = real();
  *objects += name != 0;
  return name;
}

uint32_t glCreateShader(uint32_t type) {
  static uint32_t (*real)(uint32_t);
  if (!real) real = (uint32_t(*)(uint32_t))next("glCreateShader");
  uint32_t name = real(type);
  *objects += name != 0;
  return name;
}

void *glFenceSync(uint32_t condition, uint32_t flags) {
  static void *(*real)(uint32_t, uint32_t);
  if (!real) real = (void *(*)(uint32_t, uint32_t))next("glFenceSync");
  void *fence = real(condition, flags);
  *objects += fence != NULL;
  return fence;
}

#define ONE(Function, Name)                                                     \
  void Function(Name name) {                                                    \
    static void (*real)(Name);                                                  \
    if (!real) real = (void (*)(Name))next(#Function);                          \
    *objects -= name != 0;                                                      \
    real(name);                                                                 \
  }

ONE(glDeleteProgram, uint32_t)
ONE(glDeleteShader, uint32_t)
ONE(glDeleteSync, void *)
