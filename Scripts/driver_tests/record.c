// Records what a program draws with OpenGL: for each shader program its sources, draws, invocations and pixels; and
// the passes, state changes and uploaded bytes of all frames.
//
//   cc -O2 -shared -fPIC -o record.so record.c -ldl
//   RECORD=FOLDER LD_PRELOAD=record.so PROGRAM...
//
// It wraps the functions that the program links, or gets from eglGetProcAddress, also by libepoxy, which takes them
// from the libraries. Each draw waits for its queries. The folder gets N.vert and N.frag for shader program N, and
// counts.json when the process ends.
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES 0
#include <GL/glcorearb.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 16 };

typedef struct {
  unsigned long draws, vertices, fragments, pixels;
} Count;

static char *sources[MOST];
static GLenum kinds[MOST];
static GLuint attached[MOST][2];
static int indices[MOST];
static Count counts[MOST];
static int programs, used;
static unsigned long passes, changes, uploaded;
static GLuint queries[3];

static void *(*next_dlsym(void))(void *, const char *) {
  static void *(*next)(void *, const char *);
  // The versions since dlsym moved to libc, and before it on x86-64 and aarch64.
  const char *versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
  for (int i = 0; i < 3 && !next; i++) *(void **)&next = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
  return next;
}

// Returns the real function.
static void *real(const char *name) {
  static void *(*get)(const char *);
  if (!get) {
    void *library = dlopen("libEGL.so.1", RTLD_NOW);
    *(void **)&get = next_dlsym()(library ? library : RTLD_NEXT, "eglGetProcAddress");
  }
  return get(name);
}

// Declares a pointer to the real function, and sets it at the first call.
#define REAL(result, name, parameters)                     \
  static result(*real_##name) parameters;                  \
  if (!real_##name) *(void **)&real_##name = real(#name)

// A wrapper that calls the real function after a statement.
#define WRAP(result, name, parameters, arguments, statement) \
  result name parameters {                                   \
    REAL(result, name, parameters);                          \
    statement;                                               \
    return real_##name arguments;                            \
  }

static const GLenum targets[3] = {
    GL_VERTEX_SHADER_INVOCATIONS, GL_FRAGMENT_SHADER_INVOCATIONS, GL_SAMPLES_PASSED};

static void begin_draw(void) {
  REAL(void, glGenQueries, (GLsizei, GLuint *));
  REAL(void, glBeginQuery, (GLenum, GLuint));
  if (!queries[0]) real_glGenQueries(3, queries);
  for (int i = 0; i < 3; i++) real_glBeginQuery(targets[i], queries[i]);
}

static void end_draw(void) {
  REAL(void, glEndQuery, (GLenum));
  REAL(void, glGetQueryObjectui64v, (GLuint, GLenum, GLuint64 *));
  GLuint64 values[3] = {0};
  for (int i = 0; i < 3; i++) real_glEndQuery(targets[i]);
  for (int i = 0; i < 3; i++) real_glGetQueryObjectui64v(queries[i], GL_QUERY_RESULT, &values[i]);
  Count *count = &counts[used];
  count->draws++;
  count->vertices += values[0];
  count->fragments += values[1];
  count->pixels += values[2];
}

#define DRAW(name, parameters, arguments) \
  void name parameters {                  \
    REAL(void, name, parameters);         \
    begin_draw();                         \
    real_##name arguments;                \
    end_draw();                           \
  }

DRAW(glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
DRAW(glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void *indices), (mode, count, type, indices))
DRAW(glDrawRangeElements,
     (GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void *indices),
     (mode, start, end, count, type, indices))
DRAW(glDrawArraysInstanced, (GLenum mode, GLint first, GLsizei count, GLsizei instances),
     (mode, first, count, instances))
DRAW(glDrawElementsInstanced,
     (GLenum mode, GLsizei count, GLenum type, const void *indices, GLsizei instances),
     (mode, count, type, indices, instances))
DRAW(glDrawElementsBaseVertex, (GLenum mode, GLsizei count, GLenum type, const void *indices, GLint base),
     (mode, count, type, indices, base))
DRAW(glDrawArraysInstancedBaseInstance,
     (GLenum mode, GLint first, GLsizei count, GLsizei instances, GLuint base),
     (mode, first, count, instances, base))
DRAW(glDrawElementsInstancedBaseVertexBaseInstance,
     (GLenum mode, GLsizei count, GLenum type, const void *indices, GLsizei instances, GLint vertex, GLuint base),
     (mode, count, type, indices, instances, vertex, base))
DRAW(glDrawArraysIndirect, (GLenum mode, const void *indirect), (mode, indirect))
DRAW(glDrawElementsIndirect, (GLenum mode, GLenum type, const void *indirect), (mode, type, indirect))
DRAW(glMultiDrawArraysIndirect, (GLenum mode, const void *indirect, GLsizei count, GLsizei stride),
     (mode, indirect, count, stride))
DRAW(glMultiDrawElementsIndirect, (GLenum mode, GLenum type, const void *indirect, GLsizei count, GLsizei stride),
     (mode, type, indirect, count, stride))

// Shaders

static void note_source(GLuint shader, GLsizei count, const GLchar *const *texts, const GLint *lengths) {
  size_t size = 0;
  char *all = NULL;
  for (GLsizei i = 0; i < count; i++) {
    size_t length = lengths && lengths[i] >= 0 ? (size_t)lengths[i] : strlen(texts[i]);
    all = realloc(all, size + length + 1);
    memcpy(all + size, texts[i], length);
    size += length;
  }
  if (all) all[size] = 0;
  if (shader < MOST) sources[shader] = all;
}

static void save(int index, const char *ending, const char *text) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%d.%s", getenv("RECORD"), index, ending);
  FILE *file = fopen(path, "w");
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

void glLinkProgram(GLuint program) {
  REAL(void, glLinkProgram, (GLuint));
  real_glLinkProgram(program);
  if (program >= MOST) return;
  indices[program] = ++programs;
  for (int stage = 0; stage < 2; stage++) {
    GLuint shader = attached[program][stage];
    if (shader && sources[shader]) save(programs, stage ? "frag" : "vert", sources[shader]);
  }
}

static void note_attached(GLuint program, GLuint shader) {
  if (program >= MOST || shader >= MOST) return;
  attached[program][kinds[shader] == GL_FRAGMENT_SHADER] = shader;
}

GLuint glCreateShader(GLenum kind) {
  REAL(GLuint, glCreateShader, (GLenum));
  GLuint shader = real_glCreateShader(kind);
  if (shader < MOST) kinds[shader] = kind;
  return shader;
}

WRAP(void, glShaderSource, (GLuint shader, GLsizei count, const GLchar *const *texts, const GLint *lengths),
     (shader, count, texts, lengths), note_source(shader, count, texts, lengths))
WRAP(void, glAttachShader, (GLuint program, GLuint shader), (program, shader), note_attached(program, shader))
WRAP(void, glUseProgram, (GLuint program), (program),
     used = program < MOST ? indices[program] : 0; changes++)

// State

WRAP(void, glBindFramebuffer, (GLenum target, GLuint name), (target, name),
     passes += target != GL_READ_FRAMEBUFFER; changes++)
WRAP(void, glBindTexture, (GLenum target, GLuint name), (target, name), changes++)
WRAP(void, glBindVertexArray, (GLuint name), (name), changes++)
WRAP(void, glEnable, (GLenum name), (name), changes++)
WRAP(void, glDisable, (GLenum name), (name), changes++)
WRAP(void, glEnablei, (GLenum name, GLuint index), (name, index), changes++)
WRAP(void, glDisablei, (GLenum name, GLuint index), (name, index), changes++)
WRAP(void, glBlendFunc, (GLenum a, GLenum b), (a, b), changes++)
WRAP(void, glBlendFunci, (GLuint index, GLenum a, GLenum b), (index, a, b), changes++)
WRAP(void, glBlendFuncSeparate, (GLenum a, GLenum b, GLenum c, GLenum d), (a, b, c, d), changes++)
WRAP(void, glBlendEquation, (GLenum a), (a), changes++)
WRAP(void, glScissor, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h), changes++)
WRAP(void, glViewport, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h), changes++)

// Uploads

static unsigned long bytes_of(GLenum format, GLenum type) {
  unsigned long components = format == GL_RED || format == GL_RED_INTEGER ? 1
                             : format == GL_RG || format == GL_RG_INTEGER ? 2
                             : format == GL_RGB || format == GL_BGR       ? 3
                                                                          : 4;
  unsigned long size = type == GL_UNSIGNED_BYTE || type == GL_BYTE                                      ? 1
                       : type == GL_HALF_FLOAT || type == GL_UNSIGNED_SHORT || type == GL_SHORT ? 2
                       : type == GL_UNSIGNED_INT_8_8_8_8_REV || type == GL_UNSIGNED_INT_8_8_8_8 ? 1
                                                                                                : 4;
  return components * size;
}

WRAP(void, glBufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), (target, size, data, usage),
     if (data) uploaded += size)
WRAP(void, glBufferSubData, (GLenum target, GLintptr offset, GLsizeiptr size, const void *data),
     (target, offset, size, data), uploaded += size)
WRAP(void *, glMapBufferRange, (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access),
     (target, offset, length, access), if (access & GL_MAP_WRITE_BIT) uploaded += length)
WRAP(void, glTexImage2D,
     (GLenum target, GLint level, GLint internal, GLsizei w, GLsizei h, GLint border, GLenum format, GLenum type,
      const void *data),
     (target, level, internal, w, h, border, format, type, data),
     if (data) uploaded += (unsigned long)w * h * bytes_of(format, type))
WRAP(void, glTexSubImage2D,
     (GLenum target, GLint level, GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type,
      const void *data),
     (target, level, x, y, w, h, format, type, data), uploaded += (unsigned long)w * h * bytes_of(format, type))
WRAP(void, glTexSubImage3D,
     (GLenum target, GLint level, GLint x, GLint y, GLint z, GLsizei w, GLsizei h, GLsizei d, GLenum format,
      GLenum type, const void *data),
     (target, level, x, y, z, w, h, d, format, type, data),
     uploaded += (unsigned long)w * h * d * bytes_of(format, type))

// Entry

__attribute__((destructor)) static void end(void) {
  if (!getenv("RECORD") || !programs) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/counts.json", getenv("RECORD"));
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "{\"passes\": %lu, \"changes\": %lu, \"uploaded\": %lu,\n", passes, changes, uploaded);
  fprintf(file, "\"programs\": {");
  const char *comma = "";
  for (int i = 1; i <= programs; i++) {
    if (!counts[i].draws) continue;
    fprintf(file, "%s\n\"%d\": {\"draws\": %lu, \"vertices\": %lu, \"fragments\": %lu, \"pixels\": %lu}", comma, i,
            counts[i].draws, counts[i].vertices, counts[i].fragments, counts[i].pixels);
    comma = ",";
  }
  fprintf(file, "}}\n");
  fclose(file);
}

void *eglGetProcAddress(const char *name) {
#define HOOK(hooked) \
  if (!strcmp(name, #hooked)) return real(name) ? (void *)hooked : NULL;
  HOOK(glDrawArrays) HOOK(glDrawElements) HOOK(glDrawRangeElements) HOOK(glDrawArraysInstanced)
  HOOK(glDrawElementsInstanced) HOOK(glDrawElementsBaseVertex) HOOK(glDrawArraysInstancedBaseInstance)
  HOOK(glDrawElementsInstancedBaseVertexBaseInstance) HOOK(glDrawArraysIndirect) HOOK(glDrawElementsIndirect)
  HOOK(glMultiDrawArraysIndirect) HOOK(glMultiDrawElementsIndirect) HOOK(glCreateShader) HOOK(glShaderSource)
  HOOK(glAttachShader) HOOK(glLinkProgram) HOOK(glUseProgram) HOOK(glBindFramebuffer) HOOK(glBindTexture)
  HOOK(glBindVertexArray) HOOK(glEnable) HOOK(glDisable) HOOK(glEnablei) HOOK(glDisablei) HOOK(glBlendFunc)
  HOOK(glBlendFunci) HOOK(glBlendFuncSeparate) HOOK(glBlendEquation) HOOK(glScissor) HOOK(glViewport)
  HOOK(glBufferData) HOOK(glBufferSubData) HOOK(glMapBufferRange) HOOK(glTexImage2D) HOOK(glTexSubImage2D)
  HOOK(glTexSubImage3D)
  return real(name);
}

// With -O2 the call at the end is a jump, so that the real function sees its caller.
void *dlsym(void *handle, const char *name) {
  Dl_info caller;
  if (dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "epoxy")) {
    if (!strcmp(name, "eglGetProcAddress")) return (void *)eglGetProcAddress;
    if (!strncmp(name, "gl", 2) && name[2] != 'X') return eglGetProcAddress(name);
  }
  return next_dlsym()(handle, name);
}
