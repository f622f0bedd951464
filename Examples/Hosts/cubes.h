/* The scene of sdl2_cube.c: cubes in 3D, the largest with a texture. Nothing here knows Glaze. */
#include "program.h"

/* The side of the texture, in pixels. */
enum { CUBES_SIDE = 512 };

/* Corners follow from their number. Cube 0 is large, six go around it, seven are reflections. */
static const char *cubes_vertex_shader = GLSL(
  layout(location = 0) uniform float time;
  layout(location = 1) uniform float aspect;
  out vec3 normal, paint;
  out vec2 place;
  out float shine;
  mat3 spin(float a) { return mat3(cos(a), 0, -sin(a), 0, 1, 0, sin(a), 0, cos(a)); }
  mat3 tilt(float a) { return mat3(1, 0, 0, 0, cos(a), sin(a), 0, -sin(a), cos(a)); }
  void main() {
    int corner = gl_VertexID % 6;
    int side = gl_VertexID / 6;
    int cube = gl_InstanceID % 7;
    place = vec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner > 3);
    vec3 front = vec3(0);
    vec3 up = vec3(0, 1, 0);
    front[side % 3] = side < 3 ? 1 : -1;
    if (side % 3 == 1) up = vec3(0, 0, -front.y);
    float turn = 0.9 * time + 1.0472 * cube;
    mat3 own = cube == 0 ? spin(0.6 * time + 0.6) : spin(-2 * turn) * tilt(turn);
    vec2 across = 2 * place - 1;
    vec3 position = own * (front + across.x * cross(up, front) + across.y * up);
    if (cube > 0) position = 0.2 * position + 2.5 * vec3(cos(turn), 0.2 * sin(2 * turn), sin(turn));
    normal = own * front;
    paint = cube == 0 ? vec3(-1) : 0.6 + 0.4 * cos(cube + vec3(0, 2, 4));
    shine = 1;
    if (gl_InstanceID > 6) {
      position.y = -2.3 - position.y;
      shine = 0.4 * exp(position.y + 1.15);
    }
    vec3 seen = tilt(0.42) * (position + vec3(0, 0.25, 0)) - vec3(0, 0, 7);
    gl_Position = vec4(2.9 / aspect * seen.x, 2.9 * seen.y, -(21 * seen.z + 40) / 19, -seen.z);
  });

static const char *cubes_fragment_shader = GLSL(
  uniform sampler2D face;
  in vec3 normal, paint;
  in vec2 place;
  in float shine;
  out vec4 color;
  void main() {
    vec3 surface = paint.x < 0 ? texture(face, place).rgb : paint;
    float light = 0.5 + 0.5 * max(dot(normalize(normal), normalize(vec3(0.5, 0.9, 0.8))), 0);
    color = vec4(mix(vec3(0.05, 0.055, 0.12), surface * light, shine), 1);
  });

/* Sets state for good, and returns the texture. */
static GLuint cubes_open(void) {
  use_program(cubes_vertex_shader, cubes_fragment_shader);
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 10, GL_RGBA8, CUBES_SIDE, CUBES_SIDE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glEnable(GL_DEPTH_TEST);
  glClearColor(0.05, 0.055, 0.12, 1);
  return texture;
}

/* Draws a moment, by the state that cubes_open() has set. */
static void cubes_draw(float time, int width, int height) {
  glViewport(0, 0, width, height);
  glUniform1f(0, time);
  glUniform1f(1, (float)width / height);
  glGenerateMipmap(GL_TEXTURE_2D);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 36, 14);
}

/* How far the large cube has turned, 0 to 1. */
static float cubes_turn(float time) {
  float turns = 0.6f * time / 6.2832f;
  return turns - (int)turns;
}
