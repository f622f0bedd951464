// Preloaded into a program: OpenGL crashes when it draws into a texture while the file FAULT_FILE exists.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void glBindFramebuffer(unsigned target, unsigned name) {
  const char *path = getenv("FAULT_FILE");
  if (path && access(path, F_OK) == 0) raise(SIGSEGV);
  void (*real)(unsigned, unsigned) = (void (*)(unsigned, unsigned))dlsym(RTLD_NEXT, "glBindFramebuffer");
  if (real) real(target, name);
}
