/* 10,000 frames and 200 renderers do not leak memory, file descriptors or OpenGL objects.
 *
 *   frames [DEVICE]
 *
 * On "context" the program has its own context, whose objects can be counted.
 */
#include "check.h"
#include "gl_objects.h"
#include <dirent.h>

/* Resident memory, in KiB. */
static long memory(void) {
  char line[256];
  long result = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "VmRSS: %ld", &result) == 1) break;
  if (file != NULL) fclose(file);
  return result;
}

static int descriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (folder != NULL && readdir(folder) != NULL) count++;
  if (folder != NULL) closedir(folder);
  return count;
}

static glaze_layer *scene(glaze_layer **box) {
  glaze_layer *root = glaze_layer_create("CALayer");
  *box = glaze_layer_create("CALayer");
  glaze_object_set_rect(root, "bounds", (glaze_rect){0, 0, 64, 64});
  glaze_object_set_rect(*box, "bounds", (glaze_rect){0, 0, 20, 20});
  glaze_object_set_color(*box, "backgroundColor", (glaze_color){1, 0.5, 0, 1});
  glaze_object_set_number(*box, "cornerRadius", 4);
  WORKS(glaze_layer_add(root, *box));
  return root;
}

/* Draws frames with a change before each. */
static void draw(glaze_session *session, glaze_layer *box, int count) {
  static uint32_t pixels[64 * 64];
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixels, .length = sizeof pixels,
      .bytes_per_row = 256};
  for (int i = 0; i < count; i++) {
    glaze_object_set_point(box, "position", (glaze_point){i % 60, i * 7 % 60});
    if (glaze_session_render(session, i / 60.0, &target, NULL) != GLAZE_OK) {
      CHECK(!"a frame failed");
      return;
    }
  }
  CHECK(true);
}

static void cycle(const char *device) {
  glaze_layer *box, *root = scene(&box);
  glaze_renderer *renderer = glaze_renderer_create(device, NULL);
  glaze_session *session = glaze_session_create(renderer, root, NULL);
  CHECK(session != NULL);
  draw(session, box, 2);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(root);
  glaze_object_release(box);
}

/* Counts the objects of the current context, if the renderer draws in it. */
static int objects(const char *device) {
  return strcmp(device, "context") == 0 ? gl_object_count() : 0;
}

int main(int count, char **arguments) {
  const char *device = count > 1 ? arguments[1] : "cpu";
  if (strcmp(device, "context") == 0) CHECK(make_host_context());
  for (int i = 0; i < 20; i++) cycle(device);
  CHECK(objects(device) == 0);
  long before = memory();
  int open_before = descriptors();
  for (int i = 0; i < 200; i++) cycle(device);
  printf("200 renderers on %s: %+ld KiB, %+d descriptors, %+d objects\n", device,
         memory() - before, descriptors() - open_before, objects(device));
  CHECK(memory() - before < 4096);
  CHECK(descriptors() == open_before);
  CHECK(objects(device) == 0);

  glaze_layer *box, *root = scene(&box);
  glaze_renderer *renderer = glaze_renderer_create(device, NULL);
  glaze_render_options options = {.struct_size = sizeof options, .disables_actions = true};
  glaze_session *session = glaze_session_create(renderer, root, &options);
  draw(session, box, 1000);
  before = memory();
  open_before = descriptors();
  int objects_before = objects(device);
  draw(session, box, 10000);
  printf("10,000 frames on %s: %+ld KiB, %+d descriptors, %+d of %d objects\n", device,
         memory() - before, descriptors() - open_before, objects(device) - objects_before,
         objects(device));
  CHECK(memory() - before < 2048);
  CHECK(descriptors() == open_before);
  CHECK(objects(device) == objects_before);
  /* The objects that drawing needs exist from here on. */
  CHECK((objects(device) > 0) == (strcmp(device, "context") == 0));
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(root);
  glaze_object_release(box);
  return report("frames");
}
