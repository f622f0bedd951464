/* The cost of a call: 1,000 layers changed sixty times, as in a second of sixty frames. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <time.h>

enum { layer_count = 1000, step_count = 60 };

static glaze_layer *layers[layer_count];

static double cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void set_number(const char *key, int step) {
  for (int i = 0; i < layer_count; i++)
    glaze_object_set_number(layers[i], key, (i + step) % 100 / 100.0);
}

static void set_point(const char *key, int step) {
  for (int i = 0; i < layer_count; i++)
    glaze_object_set_point(layers[i], key, (glaze_point){i % 100 + step, i / 10});
}

static void set_color(const char *key, int step) {
  for (int i = 0; i < layer_count; i++)
    glaze_object_set_color(layers[i], key, (glaze_color){step / 60.0, 0, 0, 1});
}

/* Prints the nanoseconds of a call in the fastest of all steps; the goal is 1,000. A slow machine does not fail
 * the test. */
static void measure(const char *name, void (*set)(const char *, int), const char *key) {
  double least = 1;
  for (int step = 0; step < step_count; step++) {
    double start = cpu_time();
    set(key, step);
    double time = (cpu_time() - start) / layer_count;
    if (time < least) least = time;
  }
  printf("%-36s %6.0f ns\n", name, least * 1e9);
}

int main(void) {
  glaze_layer *root = glaze_layer_create("CALayer");
  glaze_object_set_rect(root, "bounds", (glaze_rect){0, 0, 200, 200});
  for (int i = 0; i < layer_count; i++) {
    layers[i] = glaze_layer_create("CALayer");
    glaze_object_set_rect(layers[i], "bounds", (glaze_rect){0, 0, 6, 6});
    glaze_layer_add(root, layers[i]);
  }
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_render_options options = {.struct_size = sizeof options, .disables_actions = true};
  glaze_session *session = glaze_session_create(renderer, root, &options);
  WORKS(glaze_session_commit(session, 0));
  measure("set_number opacity", set_number, "opacity");
  measure("set_number position.x", set_number, "position.x");
  measure("set_point position", set_point, "position");
  measure("set_color backgroundColor", set_color, "backgroundColor");

  static uint32_t pixels[200 * 200];
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixels, .length = sizeof pixels,
      .bytes_per_row = 800};
  double start = cpu_time(), setting = 0;
  for (int step = 0; step < step_count; step++) {
    double begin = cpu_time();
    set_point("position", step);
    setting += cpu_time() - begin;
    WORKS(glaze_session_render(session, step / 60.0, &target, NULL));
  }
  printf("60 frames of 1,000 moved layers: %.0f ms of CPU time on this thread, %.1f ms in 60,000 calls\n",
         (cpu_time() - start) * 1e3, setting * 1e3);
  return report("benchmark");
}
