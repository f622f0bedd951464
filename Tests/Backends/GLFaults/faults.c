// OpenGL functions that fail on request. They take the place of a driver's functions in every table that Glaze fills.
#include "faults.h"
#include <COpenGL.h>
#include <string.h>

static _Thread_local gl_fault armed;
static _Thread_local int left;
static _Thread_local _Bool happened;
static _Thread_local GLenum pending;

void gl_fault_arm(gl_fault kind, int number) {
  armed = number > 0 ? kind : GL_FAULT_NONE;
  left = number;
  happened = 0;
  pending = GL_NO_ERROR;
}

_Bool gl_fault_happened(void) { return happened; }

// The driver's functions. All of a process come from one loader.
static glaze_gl real;

// Returns whether this call must fail.
static _Bool fails(gl_fault kind) {
  if (armed != kind || happened || --left > 0) return 0;
  // The effects are not errors that the driver should report.
  real.glDisable(GL_DEBUG_OUTPUT);
  return happened = 1;
}

// A call without memory does nothing, and glGetError reports it.
static _Bool lacks_memory(void) {
  if (!fails(GL_FAULT_MEMORY)) return 0;
  pending = GL_OUT_OF_MEMORY;
  return 1;
}

static GLenum fail_glGetError(void) {
  GLenum code = pending;
  pending = GL_NO_ERROR;
  if (code != GL_NO_ERROR) return code;
  code = real.glGetError();
  return fails(GL_FAULT_ERROR) ? GL_INVALID_OPERATION : code;
}

static void fail_glTexStorage2D(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height) {
  if (!lacks_memory()) real.glTexStorage2D(target, levels, format, width, height);
}

static void fail_glTexStorage3D(
    GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height, GLsizei depth) {
  if (!lacks_memory()) real.glTexStorage3D(target, levels, format, width, height, depth);
}

static void fail_glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
  if (!lacks_memory()) real.glBufferData(target, size, data, usage);
}

static GLenum fail_glCheckFramebufferStatus(GLenum target) {
  GLenum status = real.glCheckFramebufferStatus(target);
  return fails(GL_FAULT_FRAMEBUFFER) ? GL_FRAMEBUFFER_UNSUPPORTED : status;
}

static void fail_glGetProgramiv(GLuint program, GLenum name, GLint *value) {
  real.glGetProgramiv(program, name, value);
  if (name == GL_LINK_STATUS && fails(GL_FAULT_LINK)) *value = 0;
}

static void fail_glGetShaderiv(GLuint shader, GLenum name, GLint *value) {
  real.glGetShaderiv(shader, name, value);
  if (name == GL_COMPILE_STATUS && fails(GL_FAULT_COMPILE)) *value = 0;
}

static void *fail_glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  if (fails(GL_FAULT_MAP)) return 0;
  return real.glMapBufferRange(target, offset, length, access);
}

static GLenum fail_glGetGraphicsResetStatus(void) {
  GLenum status = real.glGetGraphicsResetStatus();
  return fails(GL_FAULT_LOSS) ? GL_UNKNOWN_CONTEXT_RESET : status;
}

static const struct {
  const char *name;
  void *function;
  void **real;
} replaced[] = {
  {"glGetError", (void *)fail_glGetError, (void **)&real.glGetError},
  {"glTexStorage2D", (void *)fail_glTexStorage2D, (void **)&real.glTexStorage2D},
  {"glTexStorage3D", (void *)fail_glTexStorage3D, (void **)&real.glTexStorage3D},
  {"glBufferData", (void *)fail_glBufferData, (void **)&real.glBufferData},
  {"glCheckFramebufferStatus", (void *)fail_glCheckFramebufferStatus, (void **)&real.glCheckFramebufferStatus},
  {"glGetProgramiv", (void *)fail_glGetProgramiv, (void **)&real.glGetProgramiv},
  {"glGetShaderiv", (void *)fail_glGetShaderiv, (void **)&real.glGetShaderiv},
  {"glMapBufferRange", (void *)fail_glMapBufferRange, (void **)&real.glMapBufferRange},
  {"glGetGraphicsResetStatus", (void *)fail_glGetGraphicsResetStatus, (void **)&real.glGetGraphicsResetStatus},
};

static void *intercept(const char *name, void *function) {
  if (!strcmp(name, "glDisable")) *(void **)&real.glDisable = function;
  for (unsigned i = 0; i < sizeof replaced / sizeof *replaced; i++) {
    if (strcmp(name, replaced[i].name)) continue;
    *replaced[i].real = function;
    return replaced[i].function;
  }
  return function;
}

__attribute__((constructor)) static void begin(void) { glaze_gl_intercept = intercept; }
