// OpenGL functions that fail on request. A definition in the program takes precedence over those in its libraries,
// so all of Glaze calls these functions.
#include "faults.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>
#define __USE_GNU
#include <dlfcn.h>

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

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) __builtin_trap();
  return function;
}

// Returns whether this call must fail.
static _Bool fails(gl_fault kind) {
  if (armed != kind || happened || --left > 0) return 0;
  // The effects are not errors that the driver should report.
  REAL(glDisable)(GL_DEBUG_OUTPUT);
  return happened = 1;
}

// A call without memory does nothing, and glGetError reports it.
static _Bool lacks_memory(void) {
  if (!fails(GL_FAULT_MEMORY)) return 0;
  pending = GL_OUT_OF_MEMORY;
  return 1;
}

GLenum glGetError(void) {
  GLenum code = pending;
  pending = GL_NO_ERROR;
  if (code != GL_NO_ERROR) return code;
  code = REAL(glGetError)();
  return fails(GL_FAULT_ERROR) ? GL_INVALID_OPERATION : code;
}

void glTexStorage2D(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height) {
  if (!lacks_memory()) REAL(glTexStorage2D)(target, levels, format, width, height);
}

void glTexStorage3D(
    GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height, GLsizei depth) {
  if (!lacks_memory()) REAL(glTexStorage3D)(target, levels, format, width, height, depth);
}

void glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
  if (!lacks_memory()) REAL(glBufferData)(target, size, data, usage);
}

GLenum glCheckFramebufferStatus(GLenum target) {
  GLenum status = REAL(glCheckFramebufferStatus)(target);
  return fails(GL_FAULT_FRAMEBUFFER) ? GL_FRAMEBUFFER_UNSUPPORTED : status;
}

void glGetProgramiv(GLuint program, GLenum name, GLint *value) {
  REAL(glGetProgramiv)(program, name, value);
  if (name == GL_LINK_STATUS && fails(GL_FAULT_LINK)) *value = 0;
}

void glGetShaderiv(GLuint shader, GLenum name, GLint *value) {
  REAL(glGetShaderiv)(shader, name, value);
  if (name == GL_COMPILE_STATUS && fails(GL_FAULT_COMPILE)) *value = 0;
}

void *glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  if (fails(GL_FAULT_MAP)) return 0;
  return REAL(glMapBufferRange)(target, offset, length, access);
}

GLenum glGetGraphicsResetStatus(void) {
  GLenum status = REAL(glGetGraphicsResetStatus)();
  return fails(GL_FAULT_LOSS) ? GL_UNKNOWN_CONTEXT_RESET : status;
}
