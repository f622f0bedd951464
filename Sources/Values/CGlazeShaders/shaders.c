#include "CGlazeShaders.h"

// The list of the files of Shaders/, with paths relative to that folder; `make lint` compares it with the
// folder. embed.h embeds one file, pair.h the two of a kind.
static const GlazeShaderFile files[] = {
#define PATH Layout.h
#include "embed.h"
#define PATH include/blend.glsl
#include "embed.h"
#define PATH include/clip.glsl
#include "embed.h"
#define PATH include/clip_in.glsl
#include "embed.h"
#define PATH include/dither.glsl
#include "embed.h"
#define PATH include/gradient.glsl
#include "embed.h"
#define PATH include/gradient_in.glsl
#include "embed.h"
#define PATH include/pixel.glsl
#include "embed.h"
#define PATH include/quad.glsl
#include "embed.h"
#define PATH include/rectangle.glsl
#include "embed.h"
#define PATH include/rounded_box.glsl
#include "embed.h"
#define PATH include/shadow_table.glsl
#include "embed.h"
#define PATH include/simple.glsl
#include "embed.h"
#define PATH include/simple_in.glsl
#include "embed.h"
#define PATH include/stops.glsl
#include "embed.h"
#define PATH include/target.glsl
#include "embed.h"
#define PATH include/target_texel.glsl
#include "embed.h"
#define PATH include/texels.glsl
#include "embed.h"
#define PATH include/viewport.glsl
#include "embed.h"

#define KIND blur
#include "pair.h"
#define KIND box
#include "pair.h"
#define KIND checkerboard
#include "pair.h"
#define KIND color_matrix
#include "pair.h"
#define KIND composite
#include "pair.h"
#define KIND coverage
#include "pair.h"
#define KIND coverage_square
#include "pair.h"
#define KIND external
#include "pair.h"
#define KIND gradient
#include "pair.h"
#define KIND image
#include "pair.h"
#define KIND masked_gradient
#include "pair.h"
#define KIND masked_image
#include "pair.h"
#define KIND particle
#include "pair.h"
#define KIND present
#include "pair.h"
#define KIND rectangle
#include "pair.h"
#define KIND shadow
#include "pair.h"
};

const GlazeShaderFile *glaze_shader_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
