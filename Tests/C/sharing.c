/* Images of the program as contents, and frames for other programs: the same pixels as with copies, released
 * once, and errors for invalid ones.
 *
 *   sharing [DEVICE]
 */
#include "check.h"
#include <stddef.h>
#include <unistd.h>

enum { SIDE = 32 };

static void count(void *context) { ++*(int *)context; }

/* An image in two halves. */
static void fill(uint32_t *pixels, uint32_t upper, uint32_t lower) {
  for (int i = 0; i < SIDE * SIDE; i++) pixels[i] = i < SIDE * SIDE / 2 ? upper : lower;
}

static glaze_source memory_source(const uint32_t *pixels) {
  return (glaze_source){
      .struct_size = sizeof(glaze_source), .width = SIDE, .height = SIDE, .pixels = pixels,
      .length = SIDE * SIDE * 4, .bytes_per_row = SIDE * 4};
}

static void draw(glaze_session *session, double time, uint32_t *pixels) {
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixels, .length = SIDE * SIDE * 4,
      .bytes_per_row = SIDE * 4};
  WORKS(glaze_session_render(session, time, &target, NULL));
}

/* An unnamed file that can be mapped like a dma-buf. */
static glaze_dma_buffer shared_memory(const void *bytes, size_t length) {
  FILE *file = tmpfile();
  CHECK(file != NULL && fwrite(bytes, length, 1, file) == 1 && fflush(file) == 0);
  if (file == NULL) exit(1);
  return (glaze_dma_buffer){
      .struct_size = sizeof(glaze_dma_buffer), .width = SIDE, .height = SIDE, .format = 0x34324241,
      .plane_count = 1, .planes = {{.descriptor = fileno(file), .bytes_per_row = SIDE * 4}}};
}

/* Versions of an image in memory and of one in a dma-buf. */
static void show(glaze_session *session, glaze_layer *layer) {
  static uint32_t pixels[SIDE * SIDE], frame[SIDE * SIDE];
  int released = 0;
  fill(pixels, 0xff0000ff, 0xff00ff00);
  glaze_source source = memory_source(pixels);
  glaze_external_image *image = glaze_external_image_create(&source, count, &released);
  CHECK(image != NULL);
  CHECK(strcmp(glaze_object_class_name(image), "ExternalImage") == 0);
  WORKS(glaze_object_set_object(layer, "contents", image));
  draw(session, 1, frame);
  CHECK(memcmp(frame, pixels, sizeof pixels) == 0);
  fill(pixels, 0xffff0000, 0xff123456);
  WORKS(glaze_external_image_update(image));
  draw(session, 2, frame);
  CHECK(memcmp(frame, pixels, sizeof pixels) == 0);
  CHECK(released == 0);

  fill(pixels, 0xff808080, 0x00000000);
  glaze_dma_buffer buffer = shared_memory(pixels, sizeof pixels);
  source = (glaze_source){
      .struct_size = sizeof source, .kind = GLAZE_SOURCE_DMA_BUFFER, .dma_buffer = &buffer};
  WORKS(glaze_external_image_replace(image, &source, count, &released));
  draw(session, 3, frame);
  CHECK(memcmp(frame, pixels, sizeof pixels) == 0);
  source.dma_buffer = NULL;
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT,
        glaze_external_image_replace(image, &source, count, &released));
  WORKS(glaze_object_set_none(layer, "contents"));
  glaze_object_release(image);
  for (int i = 0; i < 3; i++) draw(session, 4 + i, frame);
  CHECK(released == 2);
}

static void targets(glaze_session *session, glaze_renderer *renderer, glaze_layer *layer) {
  static uint32_t blank[SIDE * SIDE], expected[SIDE * SIDE], pixels[SIDE * SIDE];
  WORKS(glaze_object_set_color(layer, "backgroundColor", (glaze_color){0.2, 0.4, 0.6, 1}));
  draw(session, 10, expected);
  glaze_dma_buffer buffer = shared_memory(blank, sizeof blank);
  glaze_target target = {
      .struct_size = sizeof target, .kind = GLAZE_TARGET_DMA_BUFFER, .dma_buffer = &buffer};
  glaze_frame frame = {.struct_size = sizeof frame};
  WORKS(glaze_session_render(session, 11, &target, &frame));
  if (frame.has_fence) close(frame.fence);
  CHECK(pread(buffer.planes[0].descriptor, pixels, sizeof pixels, 0) == sizeof pixels);
  CHECK(memcmp(pixels, expected, sizeof pixels) == 0);
  buffer.height = SIDE * 2;
  FAILS(GLAZE_ERROR_UNSUPPORTED_TARGET, glaze_session_render(session, 12, &target, &frame));
  target.dma_buffer = NULL;
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_session_render(session, 12, &target, NULL));

  glaze_surface *surface = glaze_surface_create(renderer, SIDE, SIDE);
  if (surface == NULL) {
    CHECK(glaze_error_code() == GLAZE_ERROR_UNSUPPORTED_TARGET);
    return;
  }
  CHECK(glaze_surface_egl_image(surface) != NULL);
  target = (glaze_target){
      .struct_size = sizeof target, .kind = GLAZE_TARGET_SURFACE, .surface = surface};
  WORKS(glaze_session_render(session, 13, &target, &frame));
  if (frame.has_fence) close(frame.fence);
  /* A caller with an older header has no fence, and need not close one. */
  frame.struct_size = offsetof(glaze_frame, fence);
  WORKS(glaze_session_render(session, 14, &target, &frame));
  /* A frame of Glaze can be contents, too. */
  glaze_source source = {
      .struct_size = sizeof source, .kind = GLAZE_SOURCE_EGL_IMAGE, .width = SIDE, .height = SIDE,
      .is_top_down = true, .egl_image = glaze_surface_egl_image(surface)};
  glaze_external_image *image = glaze_external_image_create(&source, NULL, NULL);
  WORKS(glaze_object_set_none(layer, "backgroundColor"));
  WORKS(glaze_object_set_object(layer, "contents", image));
  draw(session, 15, pixels);
  CHECK(memcmp(pixels, expected, sizeof pixels) == 0);
  glaze_object_release(image);
  buffer.struct_size = sizeof buffer;
  if (glaze_surface_export(surface, &buffer) == GLAZE_OK) {
    CHECK(buffer.plane_count > 0 && buffer.planes[0].descriptor >= 0);
    /* The image is read back unchanged. */
    memset(pixels, 0, sizeof pixels);
    source = (glaze_source){
        .struct_size = sizeof source, .kind = GLAZE_SOURCE_DMA_BUFFER, .dma_buffer = &buffer};
    image = glaze_external_image_create(&source, NULL, NULL);
    WORKS(glaze_object_set_object(layer, "contents", image));
    draw(session, 16, pixels);
    CHECK(memcmp(pixels, expected, sizeof pixels) == 0);
    printf("exported with modifier %#llx, and imported\n", (unsigned long long)buffer.modifier);
    glaze_object_release(image);
    close(buffer.planes[0].descriptor);
  } else {
    CHECK(glaze_error_code() == GLAZE_ERROR_UNSUPPORTED_TARGET);
  }
  glaze_surface_release(surface);
}

int main(int count, char **arguments) {
  glaze_renderer *renderer = glaze_renderer_create(count > 1 ? arguments[1] : "cpu", NULL);
  glaze_layer *layer = glaze_layer_create("CALayer");
  glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, SIDE, SIDE});
  glaze_render_options options = {.struct_size = sizeof options, .disables_actions = true};
  glaze_session *session = glaze_session_create(renderer, layer, &options);
  CHECK(session != NULL);
  if (session == NULL) return report("sharing");
  show(session, layer);
  targets(session, renderer, layer);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(layer);
  return report("sharing");
}
