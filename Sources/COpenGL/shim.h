#pragma once
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>

// Constants of the compatibility profile, whose state must be reset in such a context.
extern void glPixelTransferf(GLenum name, GLfloat value);
