// Preloaded into a program: OpenGL crashes when it is to draw into a picture while the file of FAULT_FILE is there.
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
