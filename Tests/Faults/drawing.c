// Preloaded into a program: OpenGL crashes when it draws into a texture while the file GLAZE_FAULT_FILE exists.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void function(void);

static void (*real_bind)(unsigned target, unsigned name);

static void bind(unsigned target, unsigned name) {
  const char *path = getenv("GLAZE_FAULT_FILE");
  if (path && access(path, F_OK) == 0) raise(SIGSEGV);
  real_bind(target, name);
}

// Programs ask for OpenGL's functions here.
function *eglGetProcAddress(const char *name) {
  function *(*real)(const char *) = (function * (*)(const char *)) dlsym(RTLD_NEXT, "eglGetProcAddress");
  function *found = real ? real(name) : NULL;
  if (!found || strcmp(name, "glBindFramebuffer")) return found;
  real_bind = (void (*)(unsigned, unsigned))found;
  return (function *)bind;
}
