/* Programs of shaders, for the hosts' own scenes. */
#ifndef PROGRAM_H
#define PROGRAM_H

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#include <stdio.h>
#include <stdlib.h>

#define GLSL(...) "#version 430\n" #__VA_ARGS__

/* Links a program and has it used from now on, with a vertex array that is empty. */
static void use_program(const char *vertex_shader, const char *fragment_shader) {
  const char *texts[] = {vertex_shader, fragment_shader};
  GLuint program = glCreateProgram(), array;
  for (int i = 0; i < 2; i++) {
    GLuint shader = glCreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
    glShaderSource(shader, 1, &texts[i], NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
  }
  glLinkProgram(program);
  GLint is_linked;
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  if (!is_linked) {
    char log[1024];
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    fprintf(stderr, "%s\n", log);
    exit(1);
  }
  glUseProgram(program);
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
}

#endif
