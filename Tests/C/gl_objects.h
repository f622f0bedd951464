/* A host's OpenGL context, and the number of objects in it. */
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#include <dlfcn.h>

/* Makes a context without a window current; returns false if that is not possible. */
static bool make_host_context(void) {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
  const EGLint attributes[] = {
      EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) return false;
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

/* Syncs have no names that could be queried. These two functions take precedence over OpenGL's own, which
 * libglaze.so would find otherwise. */
static int sync_count;

GLsync glFenceSync(GLenum condition, GLbitfield flags) {
  PFNGLFENCESYNCPROC next = (PFNGLFENCESYNCPROC)dlsym(RTLD_NEXT, "glFenceSync");
  sync_count++;
  return next(condition, flags);
}

void glDeleteSync(GLsync sync) {
  PFNGLDELETESYNCPROC next = (PFNGLDELETESYNCPROC)dlsym(RTLD_NEXT, "glDeleteSync");
  sync_count -= sync != NULL;
  next(sync);
}

/* Counts objects of all kinds in the current context. Drivers assign the lowest free names. */
static int gl_object_count(void) {
  int count = sync_count;
  for (GLuint name = 1; name < 4096; name++)
    count += glIsTexture(name) + glIsBuffer(name) + glIsFramebuffer(name) + glIsRenderbuffer(name) +
             glIsProgram(name) + glIsShader(name) + glIsVertexArray(name) + glIsSampler(name) +
             glIsQuery(name) + glIsTransformFeedback(name) + glIsProgramPipeline(name);
  return count;
}
