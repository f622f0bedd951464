#pragma once
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>

// Of the compatibility profile: what a guest in such a context has to undo.
extern void glPixelTransferf(GLenum name, GLfloat value);
