#define _GNU_SOURCE
#include "COpenGL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Thread_local const glaze_gl *glaze_gl_of_thread;
void *(*glaze_gl_intercept)(const char *name, void *function);

static const struct {
  const char *name;
  size_t offset;
} functions[] = {
#define FUNCTION(result, name, parameters, arguments) {#name, offsetof(glaze_gl, name)},
#include "functions.h"
};

/// Replaces a function that does not exist.
static void *return_null(void) { return NULL; }

static void *library(const char *name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL); }

void *glaze_gl_find(void *unused, const char *name) {
  (void)unused;
  typedef void *(*get_address)(const char *);
  // EGL 1.4 only has to find functions of extensions, so that libraries follow. They stay open, as they do for every program that uses OpenGL.
  static _Atomic(void *) egl;
  void *known = atomic_load_explicit(&egl, memory_order_acquire);
  if (!known) {
    known = dlsym(RTLD_DEFAULT, "eglGetProcAddress");
    void *handle = known ? NULL : library("libEGL.so.1");
    if (handle) known = dlsym(handle, "eglGetProcAddress");
    atomic_store_explicit(&egl, known, memory_order_release);
  }
  void *address = known ? ((get_address)known)(name) : NULL;
  const char *const names[] = {"libOpenGL.so.0", "libGLESv2.so.2", "libGL.so.1"};
  for (size_t i = 0; i < sizeof names / sizeof *names && !address; i++) {
    void *handle = library(names[i]);
    if (handle) address = dlsym(handle, name);
  }
  return address;
}

void glaze_gl_load(glaze_gl *table, glaze_gl_loader load, void *context) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *address = (load ? load : glaze_gl_find)(context, functions[i].name);
    if (!address) address = (void *)return_null;
    else if (glaze_gl_intercept) address = glaze_gl_intercept(functions[i].name, address);
    *(void **)((char *)table + functions[i].offset) = address;
  }
  table->plain = NULL;
}

const glaze_gl *glaze_gl_use(const glaze_gl *table) {
  const glaze_gl *previous = glaze_gl_of_thread;
  glaze_gl_of_thread = table;
  return previous;
}

static glaze_gl of_egl;

static void load_of_egl(void) { glaze_gl_load(&of_egl, NULL, NULL); }

const glaze_gl *glaze_gl_used(void) {
  if (glaze_gl_of_thread) return glaze_gl_of_thread;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_of_egl);
  return glaze_gl_of_thread = &of_egl;
}
