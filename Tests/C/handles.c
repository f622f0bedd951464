/* Calls every function with NULL, with invalid handles and with arguments out of range: errors, never undefined
 * behavior.
 *
 * Scripts/test-c checks that each function of glaze.h is named here.
 */
#include "check.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANDLE GLAZE_ERROR_INVALID_HANDLE
#define ARGUMENT GLAZE_ERROR_INVALID_ARGUMENT

static bool take_frame(void *context, const glaze_sequence_frame *frame) {
  return context != NULL || frame != NULL;
}

static void ignore(void *context) { (void)context; }

/* Functions of objects with an invalid handle. */
static void wrong_objects(void *wrong) {
  glaze_value value = {.type = GLAZE_TYPE_NUMBER};
  glaze_transform transform = {{1}};
  double number = 1;
  bool boolean;
  glaze_point point = {0};
  glaze_size size;
  glaze_rect rect;
  glaze_color color;
  glaze_object *list[] = {wrong};
  GIVES_NULL(HANDLE, glaze_object_retain(wrong));
  glaze_object_release(wrong);
  GIVES_NULL(HANDLE, glaze_object_class_name(wrong));
  CHECK(glaze_object_key_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_object_key_at(wrong, 0));
  CHECK(glaze_object_key_type(wrong, "opacity") == GLAZE_TYPE_NONE);
  FAILS(HANDLE, glaze_object_set(wrong, "opacity", &value));
  FAILS(HANDLE, glaze_object_set_none(wrong, "opacity"));
  FAILS(HANDLE, glaze_object_set_number(wrong, "opacity", 1));
  FAILS(HANDLE, glaze_object_set_bool(wrong, "hidden", true));
  FAILS(HANDLE, glaze_object_set_point(wrong, "position", point));
  FAILS(HANDLE, glaze_object_set_size(wrong, "shadowOffset", (glaze_size){1, 1}));
  FAILS(HANDLE, glaze_object_set_rect(wrong, "bounds", (glaze_rect){0, 0, 1, 1}));
  FAILS(HANDLE, glaze_object_set_color(wrong, "borderColor", (glaze_color){0, 0, 0, 1}));
  FAILS(HANDLE, glaze_object_set_transform(wrong, "transform", &transform));
  FAILS(HANDLE, glaze_object_set_string(wrong, "name", "x"));
  FAILS(HANDLE, glaze_object_set_path(wrong, "shadowPath", "M0 0"));
  FAILS(HANDLE, glaze_object_set_numbers(wrong, "values", &number, 1));
  FAILS(HANDLE, glaze_object_set_object(wrong, "mask", NULL));
  FAILS(HANDLE, glaze_object_set_objects(wrong, "filters", list, 1));
  FAILS(HANDLE, glaze_object_get(wrong, "opacity", &value));
  CHECK(value.type == GLAZE_TYPE_NONE);
  FAILS(HANDLE, glaze_object_get_number(wrong, "opacity", &number));
  FAILS(HANDLE, glaze_object_get_bool(wrong, "hidden", &boolean));
  FAILS(HANDLE, glaze_object_get_point(wrong, "position", &point));
  FAILS(HANDLE, glaze_object_get_size(wrong, "shadowOffset", &size));
  FAILS(HANDLE, glaze_object_get_rect(wrong, "bounds", &rect));
  FAILS(HANDLE, glaze_object_get_color(wrong, "borderColor", &color));
  FAILS(HANDLE, glaze_object_get_transform(wrong, "transform", &transform));
}

/* Functions of layers, images and animations with handles of other types. */
static void wrong_kinds(void *wrong) {
  uint32_t pixel;
  void *bytes;
  size_t length;
  glaze_point point = {0};
  glaze_layer *layer = glaze_layer_create("CALayer");
  FAILS(HANDLE, glaze_layer_add(wrong, layer));
  FAILS(HANDLE, glaze_layer_add(layer, wrong));
  FAILS(HANDLE, glaze_layer_insert(wrong, layer, 0));
  FAILS(HANDLE, glaze_layer_insert(layer, wrong, 0));
  FAILS(HANDLE, glaze_layer_remove(wrong));
  CHECK(glaze_layer_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_layer_at(wrong, 0));
  GIVES_NULL(HANDLE, glaze_layer_superlayer(wrong));
  GIVES_NULL(HANDLE, glaze_layer_find(wrong, "x"));
  GIVES_NULL(HANDLE, glaze_layer_hit_test(wrong, point));
  FAILS(HANDLE, glaze_layer_convert_point(wrong, point, NULL, &point));
  FAILS(HANDLE, glaze_layer_add_animation(wrong, wrong, "x"));
  FAILS(HANDLE, glaze_layer_add_animation(layer, wrong, "x"));
  GIVES_NULL(HANDLE, glaze_layer_animation(wrong, "x"));
  FAILS(HANDLE, glaze_layer_remove_animation(wrong, "x"));
  FAILS(HANDLE, glaze_layer_remove_all_animations(wrong));
  CHECK(glaze_image_width(wrong) == 0);
  CHECK(glaze_image_height(wrong) == 0);
  FAILS(HANDLE, glaze_image_read(wrong, &pixel, 4, 4, 0));
  FAILS(HANDLE, glaze_image_encode_png(wrong, &bytes, &length));
  FAILS(HANDLE, glaze_image_write_png(wrong, "/dev/null"));
  glaze_source source = {
      .struct_size = sizeof source, .width = 1, .height = 1, .pixels = &pixel, .length = 4,
      .bytes_per_row = 4};
  FAILS(HANDLE, glaze_external_image_replace(wrong, &source, NULL, NULL));
  FAILS(HANDLE, glaze_external_image_update(wrong));
  glaze_object_release(layer);
}

/* Functions of documents, renderers and sessions with handles of other types. */
static void wrong_owners(void *wrong) {
  glaze_document_info info = {.struct_size = sizeof info};
  glaze_diagnostic diagnostic = {.struct_size = sizeof diagnostic};
  glaze_device device = {.struct_size = sizeof device};
  glaze_render_options options = {.struct_size = sizeof options};
  glaze_sequence sequence = {.struct_size = sizeof sequence, .end = 1};
  uint32_t pixel = 0;
  glaze_target target = {
      .struct_size = sizeof target, .pixels = &pixel, .length = 4, .bytes_per_row = 4};
  bool truth;
  double time;
  GIVES_NULL(HANDLE, glaze_document_retain(wrong));
  glaze_document_release(wrong);
  GIVES_NULL(HANDLE, glaze_document_root(wrong));
  FAILS(HANDLE, glaze_document_get_info(wrong, &info));
  FAILS(HANDLE, glaze_document_get_render_options(wrong, &options));
  CHECK(isnan(glaze_document_moment(wrong, 1)));
  CHECK(glaze_document_part_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_document_part_at(wrong, 0));
  glaze_marker marker = {.struct_size = sizeof marker};
  CHECK(glaze_document_marker_count(wrong) == 0);
  FAILS(HANDLE, glaze_document_get_marker(wrong, 0, &marker));
  CHECK(glaze_document_slot_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_document_slot_at(wrong, 0));
  CHECK(glaze_document_image_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_document_image_at(wrong, 0));
  CHECK(glaze_document_theme_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_document_theme_at(wrong, 0));
  CHECK(glaze_document_state_count(wrong) == 0);
  GIVES_NULL(HANDLE, glaze_document_state_at(wrong, 0));
  GIVES_NULL(HANDLE, glaze_document_state(wrong));
  FAILS(HANDLE, glaze_document_set_state(wrong, NULL, false));
  CHECK(glaze_document_diagnostic_count(wrong) == 0);
  FAILS(HANDLE, glaze_document_get_diagnostic(wrong, 0, &diagnostic));
  glaze_renderer_release(wrong);
  FAILS(HANDLE, glaze_renderer_get_device(wrong, &device));
  FAILS(HANDLE, glaze_renderer_set_memory_budget(wrong, 1));
  FAILS(HANDLE, glaze_renderer_hand_over(wrong));
  GIVES_NULL(HANDLE, glaze_surface_create(wrong, 1, 1));
  GIVES_NULL(HANDLE, glaze_surface_create_deep(wrong, 1, 1, "half"));
  glaze_surface_release(wrong);
  GIVES_NULL(HANDLE, glaze_surface_egl_image(wrong));
  glaze_dma_buffer buffer = {.struct_size = sizeof buffer};
  FAILS(HANDLE, glaze_surface_export(wrong, &buffer));
  glaze_target surface = {
      .struct_size = sizeof surface, .kind = GLAZE_TARGET_SURFACE, .surface = wrong};
  FAILS(HANDLE, glaze_session_render(wrong, 0, &surface, NULL));
  GIVES_NULL(HANDLE, glaze_session_create(wrong, wrong, NULL));
  glaze_session_release(wrong);
  FAILS(HANDLE, glaze_session_set_options(wrong, &options));
  FAILS(HANDLE, glaze_session_get_size(wrong, &pixel, &pixel));
  FAILS(HANDLE, glaze_session_commit(wrong, 0));
  FAILS(HANDLE, glaze_session_has_changes(wrong, &truth));
  FAILS(HANDLE, glaze_session_next_frame_time(wrong, 0, &time));
  FAILS(HANDLE, glaze_session_set_update_callback(wrong, ignore, NULL));
  FAILS(HANDLE, glaze_session_render(wrong, 0, &target, NULL));
  GIVES_NULL(HANDLE, glaze_session_render_image(wrong, 0));
  FAILS(HANDLE, glaze_session_render_sequence(wrong, &sequence, take_frame, NULL));
  FAILS(HANDLE, glaze_session_write_sequence(wrong, &sequence, "/dev/null"));
}

/* Parameters other than handles. */
static void wrong_arguments(void) {
  glaze_layer *layer = glaze_layer_create("CALayer"), *other = glaze_layer_create("CALayer");
  glaze_value value = {.type = 99};
  GIVES_NULL(ARGUMENT, glaze_layer_create(NULL));
  GIVES_NULL(GLAZE_ERROR_UNKNOWN_NAME, glaze_layer_create("UIView"));
  GIVES_NULL(ARGUMENT, glaze_layer_create("\xff\xfe"));
  GIVES_NULL(GLAZE_ERROR_UNKNOWN_NAME, glaze_animation_create("CALayer", NULL));
  GIVES_NULL(ARGUMENT, glaze_animation_create("CAAnimationGroup", "opacity"));
  GIVES_NULL(ARGUMENT, glaze_filter_create(NULL));
  GIVES_NULL(ARGUMENT, glaze_layer_at(layer, 0));
  GIVES_NULL(ARGUMENT, glaze_layer_at(layer, SIZE_MAX));
  GIVES_NULL(ARGUMENT, glaze_object_key_at(layer, 100000));
  FAILS(ARGUMENT, glaze_layer_add(layer, layer));
  WORKS(glaze_layer_insert(layer, other, SIZE_MAX));
  FAILS(ARGUMENT, glaze_layer_add(other, layer));
  FAILS(ARGUMENT, glaze_object_set_object(other, "mask", layer));
  FAILS(ARGUMENT, glaze_object_set_objects(other, "sublayers", &layer, 1));
  FAILS(ARGUMENT, glaze_object_set_number(layer, NULL, 1));
  FAILS(ARGUMENT, glaze_object_set_string(layer, "name", NULL));
  FAILS(ARGUMENT, glaze_object_set_string(layer, "name", "\xc3("));
  FAILS(ARGUMENT, glaze_object_set_path(layer, "shadowPath", "M nowhere"));
  FAILS(ARGUMENT, glaze_object_set_transform(layer, "transform", NULL));
  FAILS(ARGUMENT, glaze_object_set_numbers(layer, "transform", NULL, 3));
  FAILS(ARGUMENT, glaze_object_set_numbers(layer, "transform", &value.as.number, SIZE_MAX));
  FAILS(ARGUMENT, glaze_object_set(layer, "opacity", NULL));
  FAILS(ARGUMENT, glaze_object_set(layer, "opacity", &value));
  FAILS(ARGUMENT, glaze_object_get(layer, "opacity", NULL));
  FAILS(ARGUMENT, glaze_object_get_number(layer, "opacity", NULL));
  FAILS(ARGUMENT, glaze_object_get_bool(layer, "hidden", NULL));
  FAILS(ARGUMENT, glaze_layer_convert_point(layer, (glaze_point){0, 0}, other, NULL));
  FAILS(ARGUMENT, glaze_transaction_set_duration(-1));
  FAILS(ARGUMENT, glaze_transaction_set_duration(NAN));
  FAILS(GLAZE_ERROR_UNKNOWN_NAME, glaze_transaction_set_timing_function("slowly"));
  FAILS(ARGUMENT, glaze_device_get(SIZE_MAX, NULL));
  glaze_object_release(other);
  glaze_object_release(layer);
}

/* Bit patterns that are not handles, near to those that are. */
static void random_handles(glaze_layer *layer) {
  uint64_t random = 88172645463325252u;
  int found = 0;
  for (int i = 0; i < 200000; i++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    /* Whole words, and a handle with one or two flipped bits. */
    uint64_t bits = i % 2 ? random : (uint64_t)layer ^ 1ull << random % 64 ^ 1ull << random / 64 % 64;
    void *wrong = (void *)bits;
    found += glaze_object_class_name(wrong) != NULL;
    glaze_object_set_number(wrong, "opacity", 1);
    glaze_document_root(wrong);
    glaze_session_commit(wrong, 0);
  }
  /* Flipping the same bit twice gives the layer itself. */
  CHECK(found < 100000 / 32);
}

/* Numbers that no image can have do no harm. */
static void strange_numbers(glaze_renderer *renderer) {
  const double numbers[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-320, -0.0};
  glaze_layer *layer = glaze_layer_create("CAShapeLayer");
  glaze_render_options options = {.struct_size = sizeof options, .width = 8, .height = 8};
  glaze_session *session = glaze_session_create(renderer, layer, &options);
  uint32_t pixels[64];
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixels, .length = sizeof pixels, .bytes_per_row = 32};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    for (size_t k = 0; k < glaze_object_key_count(layer); k++) {
      glaze_value value;
      const char *key = glaze_object_key_at(layer, k);
      WORKS(glaze_object_get(layer, key, &value));
      glaze_value_clear(&value);
      glaze_object_set_number(layer, key, numbers[i]);
      glaze_object_set_rect(layer, key, (glaze_rect){0, numbers[i], numbers[i], 4});
      glaze_object_set_point(layer, key, (glaze_point){numbers[i], 1});
    }
    glaze_session_render(session, numbers[i], &target, NULL);
  }
  glaze_session_release(session);
  glaze_object_release(layer);
}

static void wrong_structs(glaze_renderer *renderer, glaze_layer *root) {
  glaze_render_options options = {.struct_size = 3};
  GIVES_NULL(ARGUMENT, glaze_session_create(renderer, root, &options));
  struct {
    glaze_render_options known;
    double news;
  } longer = {.known = {.struct_size = sizeof longer, .width = 4, .height = 4}};
  glaze_session *session = glaze_session_create(renderer, root, &longer.known);
  CHECK(session != NULL);
  longer.news = 1;
  FAILS(ARGUMENT, glaze_session_set_options(session, &longer.known));
  FAILS(GLAZE_ERROR_INVALID_SIZE,
        glaze_session_set_options(
            session, &(glaze_render_options){.struct_size = sizeof options, .width = -1}));

  uint32_t pixels[16];
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixels, .length = 63, .bytes_per_row = 16};
  glaze_frame frame = {.struct_size = 0};
  FAILS(ARGUMENT, glaze_session_render(session, 0, NULL, NULL));
  FAILS(ARGUMENT, glaze_session_render(session, 0, &target, NULL));
  target.length = 64;
  FAILS(ARGUMENT, glaze_session_render(session, 0, &target, &frame));
  FAILS(ARGUMENT, glaze_session_render(session, INFINITY, &target, NULL));
  target.bytes_per_row = SIZE_MAX;
  FAILS(ARGUMENT, glaze_session_render(session, 0, &target, NULL));
  target.bytes_per_row = 16;
  target.format = 77;
  FAILS(ARGUMENT, glaze_session_render(session, 0, &target, NULL));
  target.format = 0;
  target.kind = GLAZE_TARGET_TEXTURE;
  FAILS(GLAZE_ERROR_UNSUPPORTED_TARGET, glaze_session_render(session, 0, &target, NULL));
  target.kind = 99;
  FAILS(ARGUMENT, glaze_session_render(session, 0, &target, NULL));
  glaze_sequence sequence = {.struct_size = sizeof sequence, .end = 1};
  FAILS(ARGUMENT, glaze_session_render_sequence(session, NULL, take_frame, NULL));
  FAILS(ARGUMENT, glaze_session_render_sequence(session, &sequence, NULL, NULL));
  FAILS(GLAZE_ERROR_UNKNOWN_NAME, glaze_session_write_sequence(session, &sequence, "a.txt"));
  sequence.end = -1;
  FAILS(ARGUMENT, glaze_session_render_sequence(session, &sequence, take_frame, NULL));
  glaze_session_release(session);
}

/* Images of the program that are invalid. */
static void wrong_sources(void) {
  uint32_t pixel = 0;
  glaze_dma_buffer buffer = {.struct_size = sizeof buffer, .width = 1, .height = 1};
  glaze_source source = {
      .struct_size = sizeof source, .width = 1, .height = 1, .pixels = &pixel, .length = 4,
      .bytes_per_row = 4};
  glaze_external_image *image = glaze_external_image_create(&source, NULL, NULL);
  CHECK(image != NULL);
  GIVES_NULL(ARGUMENT, glaze_external_image_create(NULL, NULL, NULL));
  FAILS(ARGUMENT, glaze_external_image_replace(image, NULL, NULL, NULL));
  glaze_source wrong[8];
  for (int i = 0; i < 8; i++) wrong[i] = source;
  wrong[0].pixels = NULL;
  wrong[1].length = 3;
  wrong[2].width = UINT32_MAX;
  wrong[3].kind = GLAZE_SOURCE_TEXTURE;
  wrong[4].kind = GLAZE_SOURCE_EGL_IMAGE;
  wrong[5].kind = GLAZE_SOURCE_DMA_BUFFER;
  wrong[6] = wrong[5];
  wrong[6].dma_buffer = &buffer;
  buffer.plane_count = 9;
  wrong[7].alpha = 7;
  for (int i = 0; i < 8; i++) {
    GIVES_NULL(ARGUMENT, glaze_external_image_create(&wrong[i], ignore, NULL));
    FAILS(ARGUMENT, glaze_external_image_replace(image, &wrong[i], ignore, NULL));
  }
  CHECK(glaze_image_width(image) == 0);
  WORKS(glaze_external_image_update(image));
  glaze_object_release(image);
}

static void wrong_pixels(void) {
  uint32_t pixel = 0;
  glaze_image *image = glaze_image_create(&pixel, 1, 1, 4, 0);
  GIVES_NULL(ARGUMENT, glaze_image_create(NULL, 1, 1, 4, 0));
  GIVES_NULL(ARGUMENT, glaze_image_create(&pixel, 0, 1, 4, 0));
  GIVES_NULL(ARGUMENT, glaze_image_create(&pixel, 1, UINT32_MAX, 4, 0));
  GIVES_NULL(ARGUMENT, glaze_image_create(&pixel, 1, 1, 3, 0));
  GIVES_NULL(ARGUMENT, glaze_image_create(&pixel, 1, 1, 4, 12));
  GIVES_NULL(GLAZE_ERROR_IMAGE, glaze_image_open("/no/such/file.png"));
  GIVES_NULL(GLAZE_ERROR_IMAGE, glaze_image_open_bytes("no image", 8));
  GIVES_NULL(ARGUMENT, glaze_image_open_bytes(NULL, 10));
  FAILS(ARGUMENT, glaze_image_read(image, NULL, 4, 4, 0));
  FAILS(ARGUMENT, glaze_image_read(image, &pixel, 3, 4, 0));
  FAILS(ARGUMENT, glaze_image_encode_png(image, NULL, NULL));
  FAILS(GLAZE_ERROR_WRITING, glaze_image_write_png(image, "/no/such/folder/a.png"));
  GIVES_NULL(GLAZE_ERROR_DOCUMENT, glaze_document_open("/no/such/file.ca", NULL));
  GIVES_NULL(ARGUMENT, glaze_document_open(NULL, NULL));
  GIVES_NULL(GLAZE_ERROR_DOCUMENT, glaze_document_open_bytes("{", 1, NULL));
  GIVES_NULL(ARGUMENT, glaze_document_open_bytes(NULL, 1, NULL));
  glaze_document_options no_part = {.struct_size = sizeof no_part, .part = "Floating"};
  const char scene[] = "{\"root\": {\"bounds\": [0, 0, 8, 8]}}";
  GIVES_NULL(GLAZE_ERROR_DOCUMENT, glaze_document_open_bytes(scene, sizeof scene - 1, &no_part));
  glaze_document *alone = glaze_document_open_bytes(scene, sizeof scene - 1, NULL);
  CHECK(alone != NULL && glaze_document_part_count(alone) == 0);
  GIVES_NULL(ARGUMENT, glaze_document_part_at(alone, 0));
  glaze_marker marker = {.struct_size = sizeof marker};
  CHECK(glaze_document_marker_count(alone) == 0 && glaze_document_slot_count(alone) == 0);
  FAILS(ARGUMENT, glaze_document_get_marker(alone, 0, &marker));
  GIVES_NULL(ARGUMENT, glaze_document_image_at(alone, 0));
  glaze_named_image wrong_images[] = {{"image", NULL}, {NULL, NULL}};
  glaze_document_options with_images = {.struct_size = sizeof with_images, .images = wrong_images};
  GIVES_NULL(HANDLE, glaze_document_open_bytes(scene, sizeof scene - 1, &with_images));
  glaze_document_release(alone);
  GIVES_NULL(GLAZE_ERROR_UNKNOWN_NAME, glaze_renderer_create("no such device", NULL));
  glaze_object_release(image);
}

/* With the switch on, using a released handle stops the program with a message. */
static void aborts(void) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    glaze_layer *layer = glaze_layer_create("CALayer");
    glaze_object_release(layer);
    glaze_set_aborts_on_misuse(true);
    glaze_object_set_number(layer, "opacity", 1);
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void) {
  glaze_set_aborts_on_misuse(false);
  CHECK(glaze_version()[0] != 0);
  CHECK(glaze_error_code() == GLAZE_OK && glaze_error_message()[0] == 0);
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_layer *root = glaze_layer_create("CALayer"), *released = glaze_layer_create("CALayer");
  glaze_object_release(released);
  CHECK(root != NULL && renderer != NULL);
  WORKS(glaze_object_set_rect(root, "bounds", (glaze_rect){0, 0, 4, 4}));
  CHECK(glaze_current_time() > 0);

  void *wrong[] = {NULL, (void *)1, (void *)-1, &root, released, renderer};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    if (wrong[i] != renderer) wrong_owners(wrong[i]);
    wrong_objects(wrong[i]);
    wrong_kinds(wrong[i]);
  }
  wrong_owners(root);
  wrong_arguments();
  wrong_structs(renderer, root);
  wrong_pixels();
  wrong_sources();
  strange_numbers(renderer);
  random_handles(root);
  aborts();
  glaze_value_clear(NULL);
  glaze_free(NULL);
  glaze_transaction_commit();
  glaze_transaction_begin();
  glaze_transaction_set_disables_actions(true);
  glaze_transaction_set_completion(NULL, NULL);
  glaze_transaction_commit();
  CHECK(glaze_emitter_cell_create() != NULL);
  CHECK(glaze_device_count() >= 1);
  glaze_object_release(root);
  glaze_renderer_release(renderer);
  return report("handles");
}
