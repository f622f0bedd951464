#include "CGlazeShaders.h"

// The files of Shaders/ in alphabetical order; a test compares this list with the folder.
static const unsigned char Layout_h[] = {
#embed "../../Shaders/Layout.h"
};
static const unsigned char box_frag[] = {
#embed "../../Shaders/box.frag"
};
static const unsigned char box_vert[] = {
#embed "../../Shaders/box.vert"
};
static const unsigned char composite_frag[] = {
#embed "../../Shaders/composite.frag"
};
static const unsigned char composite_vert[] = {
#embed "../../Shaders/composite.vert"
};
static const unsigned char image_frag[] = {
#embed "../../Shaders/image.frag"
};
static const unsigned char image_vert[] = {
#embed "../../Shaders/image.vert"
};
static const unsigned char include_clip_glsl[] = {
#embed "../../Shaders/include/clip.glsl"
};
static const unsigned char include_clip_in_glsl[] = {
#embed "../../Shaders/include/clip_in.glsl"
};
static const unsigned char include_quad_glsl[] = {
#embed "../../Shaders/include/quad.glsl"
};
static const unsigned char include_rounded_box_glsl[] = {
#embed "../../Shaders/include/rounded_box.glsl"
};

#define FILE(name, path) {path, name, sizeof name}

static const GlazeShaderFile files[] = {
  FILE(Layout_h, "Layout.h"),
  FILE(box_frag, "box.frag"),
  FILE(box_vert, "box.vert"),
  FILE(composite_frag, "composite.frag"),
  FILE(composite_vert, "composite.vert"),
  FILE(image_frag, "image.frag"),
  FILE(image_vert, "image.vert"),
  FILE(include_clip_glsl, "include/clip.glsl"),
  FILE(include_clip_in_glsl, "include/clip_in.glsl"),
  FILE(include_quad_glsl, "include/quad.glsl"),
  FILE(include_rounded_box_glsl, "include/rounded_box.glsl"),
};

const GlazeShaderFile *glaze_shader_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
