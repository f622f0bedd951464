/* The scene of gtk4_area.c: a sky. Nothing here knows Glaze. */
#include "program.h"

static const char *sky_vertex_shader = GLSL(
  out vec2 place;
  void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2;
    gl_Position = vec4(place * 2 - 1, 0, 1);
  });
static const char *sky_fragment_shader = GLSL(
  layout(location = 0) uniform float time;
  in vec2 place;
  out vec4 color;
  void main() {
    float wave = 0.5 + 0.08 * sin(5 * place.x + 0.8 * time) + 0.05 * sin(11 * place.x - 1.3 * time);
    float light = exp(-7 * abs(place.y - wave)) + 0.5 * exp(-9 * abs(place.y - wave - 0.22));
    vec3 aurora = mix(vec3(0.1, 0.9, 0.7), vec3(0.6, 0.25, 0.95), place.x + 0.2 * sin(time));
    color = vec4(mix(vec3(0.04, 0.05, 0.16), vec3(0.1, 0.08, 0.26), place.y) + light * aurora, 1);
  });

/* Sets state for good. */
static void sky_open(void) { use_program(sky_vertex_shader, sky_fragment_shader); }

/* Draws a moment, by the state that sky_open() has set. */
static void sky_draw(float time) {
  glUniform1f(0, time);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}
