#include "CGlazeShaders.h"

static const unsigned char layout_h[] = {
#embed "../../Shaders/Layout.h"
};

static const GlazeShaderFile files[] = {
  {"Layout.h", layout_h, sizeof layout_h},
};

const GlazeShaderFile *glaze_shader_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
