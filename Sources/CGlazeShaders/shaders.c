#include "CGlazeShaders.h"

// The files of Shaders/ in alphabetical order; a test compares this list with the folder.
static const unsigned char Layout_h[] = {
#embed "../../Shaders/Layout.h"
};
static const unsigned char blend_frag[] = {
#embed "../../Shaders/blend.frag"
};
static const unsigned char blend_vert[] = {
#embed "../../Shaders/blend.vert"
};
static const unsigned char blur_frag[] = {
#embed "../../Shaders/blur.frag"
};
static const unsigned char blur_vert[] = {
#embed "../../Shaders/blur.vert"
};
static const unsigned char box_frag[] = {
#embed "../../Shaders/box.frag"
};
static const unsigned char box_vert[] = {
#embed "../../Shaders/box.vert"
};
static const unsigned char color_matrix_frag[] = {
#embed "../../Shaders/color_matrix.frag"
};
static const unsigned char color_matrix_vert[] = {
#embed "../../Shaders/color_matrix.vert"
};
static const unsigned char composite_frag[] = {
#embed "../../Shaders/composite.frag"
};
static const unsigned char composite_vert[] = {
#embed "../../Shaders/composite.vert"
};
static const unsigned char coverage_frag[] = {
#embed "../../Shaders/coverage.frag"
};
static const unsigned char coverage_vert[] = {
#embed "../../Shaders/coverage.vert"
};
static const unsigned char coverage_square_frag[] = {
#embed "../../Shaders/coverage_square.frag"
};
static const unsigned char coverage_square_vert[] = {
#embed "../../Shaders/coverage_square.vert"
};
static const unsigned char gradient_frag[] = {
#embed "../../Shaders/gradient.frag"
};
static const unsigned char gradient_vert[] = {
#embed "../../Shaders/gradient.vert"
};
static const unsigned char image_frag[] = {
#embed "../../Shaders/image.frag"
};
static const unsigned char image_vert[] = {
#embed "../../Shaders/image.vert"
};
static const unsigned char include_blend_glsl[] = {
#embed "../../Shaders/include/blend.glsl"
};
static const unsigned char include_clip_glsl[] = {
#embed "../../Shaders/include/clip.glsl"
};
static const unsigned char include_clip_in_glsl[] = {
#embed "../../Shaders/include/clip_in.glsl"
};
static const unsigned char include_dither_glsl[] = {
#embed "../../Shaders/include/dither.glsl"
};
static const unsigned char include_shadow_table_glsl[] = {
#embed "../../Shaders/include/shadow_table.glsl"
};
static const unsigned char include_picture_glsl[] = {
#embed "../../Shaders/include/picture.glsl"
};
static const unsigned char include_pixel_glsl[] = {
#embed "../../Shaders/include/pixel.glsl"
};
static const unsigned char include_quad_glsl[] = {
#embed "../../Shaders/include/quad.glsl"
};
static const unsigned char include_rectangle_glsl[] = {
#embed "../../Shaders/include/rectangle.glsl"
};
static const unsigned char include_rounded_box_glsl[] = {
#embed "../../Shaders/include/rounded_box.glsl"
};
static const unsigned char include_simple_glsl[] = {
#embed "../../Shaders/include/simple.glsl"
};
static const unsigned char include_simple_in_glsl[] = {
#embed "../../Shaders/include/simple_in.glsl"
};
static const unsigned char include_target_glsl[] = {
#embed "../../Shaders/include/target.glsl"
};
static const unsigned char masked_image_frag[] = {
#embed "../../Shaders/masked_image.frag"
};
static const unsigned char masked_image_vert[] = {
#embed "../../Shaders/masked_image.vert"
};
static const unsigned char particle_frag[] = {
#embed "../../Shaders/particle.frag"
};
static const unsigned char particle_vert[] = {
#embed "../../Shaders/particle.vert"
};
static const unsigned char rectangle_frag[] = {
#embed "../../Shaders/rectangle.frag"
};
static const unsigned char rectangle_vert[] = {
#embed "../../Shaders/rectangle.vert"
};
static const unsigned char shadow_frag[] = {
#embed "../../Shaders/shadow.frag"
};
static const unsigned char shadow_vert[] = {
#embed "../../Shaders/shadow.vert"
};

#define FILE(name, path) {path, name, sizeof name}

static const GlazeShaderFile files[] = {
  FILE(Layout_h, "Layout.h"),
  FILE(blend_frag, "blend.frag"),
  FILE(blend_vert, "blend.vert"),
  FILE(blur_frag, "blur.frag"),
  FILE(blur_vert, "blur.vert"),
  FILE(box_frag, "box.frag"),
  FILE(box_vert, "box.vert"),
  FILE(color_matrix_frag, "color_matrix.frag"),
  FILE(color_matrix_vert, "color_matrix.vert"),
  FILE(composite_frag, "composite.frag"),
  FILE(composite_vert, "composite.vert"),
  FILE(coverage_frag, "coverage.frag"),
  FILE(coverage_vert, "coverage.vert"),
  FILE(coverage_square_frag, "coverage_square.frag"),
  FILE(coverage_square_vert, "coverage_square.vert"),
  FILE(gradient_frag, "gradient.frag"),
  FILE(gradient_vert, "gradient.vert"),
  FILE(image_frag, "image.frag"),
  FILE(image_vert, "image.vert"),
  FILE(include_blend_glsl, "include/blend.glsl"),
  FILE(include_clip_glsl, "include/clip.glsl"),
  FILE(include_clip_in_glsl, "include/clip_in.glsl"),
  FILE(include_dither_glsl, "include/dither.glsl"),
  FILE(include_shadow_table_glsl, "include/shadow_table.glsl"),
  FILE(include_picture_glsl, "include/picture.glsl"),
  FILE(include_pixel_glsl, "include/pixel.glsl"),
  FILE(include_quad_glsl, "include/quad.glsl"),
  FILE(include_rectangle_glsl, "include/rectangle.glsl"),
  FILE(include_rounded_box_glsl, "include/rounded_box.glsl"),
  FILE(include_simple_glsl, "include/simple.glsl"),
  FILE(include_simple_in_glsl, "include/simple_in.glsl"),
  FILE(include_target_glsl, "include/target.glsl"),
  FILE(masked_image_frag, "masked_image.frag"),
  FILE(masked_image_vert, "masked_image.vert"),
  FILE(particle_frag, "particle.frag"),
  FILE(particle_vert, "particle.vert"),
  FILE(rectangle_frag, "rectangle.frag"),
  FILE(rectangle_vert, "rectangle.vert"),
  FILE(shadow_frag, "shadow.frag"),
  FILE(shadow_vert, "shadow.vert"),
};

const GlazeShaderFile *glaze_shader_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
