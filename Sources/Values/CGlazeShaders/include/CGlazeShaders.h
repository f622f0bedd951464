// The layout that the shaders share with Swift, and the shaders themselves, embedded.
#pragma once
#include <stddef.h>
#include "../../../../Shaders/Layout.h"

/// The text of one file of Shaders/, with its path relative to that folder.
typedef struct GlazeShaderFile {
  const char *path;
  const unsigned char *text;  // not terminated
  size_t length;
} GlazeShaderFile;

/// The embedded files.
const GlazeShaderFile *glaze_shader_files(size_t *count);
