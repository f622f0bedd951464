/* The C API of layers, animations, images and documents. */
#include "check.h"
#include <pthread.h>

static int update_count, completion_count, progress_count;
static size_t frame_numbers;

static void note_update(void *context) { *(int *)context += 1; }

static bool note_progress(void *context, size_t finished, size_t count) {
  *(int *)context += 1;
  return finished <= count;
}

static bool note_frame(void *context, const glaze_sequence_frame *frame) {
  (void)context;
  frame_numbers += frame->number;
  return frame->width == 8 && frame->height == 8 && ((const uint8_t *)frame->pixels)[3] == 255;
}

static bool refuse_frame(void *context, const glaze_sequence_frame *frame) {
  (void)context;
  return frame->number < 2;
}

static void properties(void) {
  glaze_layer *layer = glaze_layer_create("CAShapeLayer");
  double number = 0;
  glaze_point point = {0};
  glaze_color color = {0};
  glaze_transform transform;
  glaze_value value;
  WORKS(glaze_object_set_number(layer, "opacity", 0.5));
  WORKS(glaze_object_get_number(layer, "opacity", &number));
  CHECK(number == 0.5);
  bool hidden = true;
  WORKS(glaze_object_get_bool(layer, "hidden", &hidden));
  CHECK(!hidden);
  WORKS(glaze_object_set_bool(layer, "hidden", true));
  WORKS(glaze_object_get_bool(layer, "hidden", &hidden));
  CHECK(hidden);
  WORKS(glaze_object_get(layer, "hidden", &value));
  CHECK(value.type == GLAZE_TYPE_BOOL && value.as.boolean);
  value.as.boolean = false;
  WORKS(glaze_object_set(layer, "hidden", &value));
  WORKS(glaze_object_get_bool(layer, "hidden", &hidden));
  CHECK(!hidden);
  CHECK(glaze_object_key_type(layer, "masksToBounds") == GLAZE_TYPE_BOOL);
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_number(layer, "hidden", 1));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_get_number(layer, "hidden", &number));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_bool(layer, "opacity", true));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_get_bool(layer, "opacity", &hidden));
  value = (glaze_value){.type = GLAZE_TYPE_NUMBER};
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set(layer, "hidden", &value));
  WORKS(glaze_object_set_point(layer, "position", (glaze_point){3, 4}));
  WORKS(glaze_object_set_number(layer, "position.x", 7));
  WORKS(glaze_object_get_point(layer, "position", &point));
  CHECK(point.x == 7 && point.y == 4);
  WORKS(glaze_object_set_number(layer, "transform.rotation.z", 1));
  WORKS(glaze_object_get_number(layer, "transform.rotation", &number));
  CHECK(fabs(number - 1) < 1e-9);
  WORKS(glaze_object_get_transform(layer, "transform", &transform));
  CHECK(fabs(transform.m[0] - cos(1)) < 1e-9 && fabs(transform.m[1] - sin(1)) < 1e-9);
  WORKS(glaze_object_set_color(layer, "fillColor", (glaze_color){0.25, 0.5, 0.75, 1}));
  WORKS(glaze_object_get_color(layer, "fillColor", &color));
  CHECK(color.red == 0.25 && color.blue == 0.75 && color.alpha == 1);
  WORKS(glaze_object_set_none(layer, "fillColor"));
  WORKS(glaze_object_get(layer, "fillColor", &value));
  CHECK(value.type == GLAZE_TYPE_NONE);
  WORKS(glaze_object_set_path(layer, "path", "M0 0 L10 0"));
  WORKS(glaze_object_get(layer, "path", &value));
  CHECK(value.type == GLAZE_TYPE_PATH && strcmp(value.as.string, "M 0 0 L 10 0") == 0);
  glaze_value_clear(&value);
  WORKS(glaze_object_set_numbers(layer, "lineDashPattern", (double[]){4, 2}, 2));
  WORKS(glaze_object_get(layer, "lineDashPattern", &value));
  CHECK(value.type == GLAZE_TYPE_ARRAY && value.as.array.count == 2);
  CHECK(value.as.array.values[1].as.number == 2);
  glaze_value_clear(&value);
  WORKS(glaze_object_set_string(layer, "lineCap", "round"));
  FAILS(GLAZE_ERROR_UNKNOWN_NAME, glaze_object_set_string(layer, "lineCap", "pointed"));
  FAILS(GLAZE_ERROR_UNKNOWN_NAME, glaze_object_set_number(layer, "opacty", 1));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_string(layer, "opacity", "0.5"));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_number(layer, "position", 1));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_get_point(layer, "opacity", &point));
  CHECK(glaze_object_key_type(layer, "position") == GLAZE_TYPE_POINT);
  CHECK(glaze_object_key_type(layer, "position.x") == GLAZE_TYPE_NUMBER);
  CHECK(glaze_object_key_count(layer) > 50);
  CHECK(strcmp(glaze_object_class_name(layer), "CAShapeLayer") == 0);
  glaze_object_release(layer);
}

static void trees(void) {
  glaze_layer *root = glaze_layer_create("CALayer"), *a = glaze_layer_create("CALayer"),
              *b = glaze_layer_create("CATextLayer"), *mask = glaze_layer_create("CALayer");
  glaze_point point;
  WORKS(glaze_object_set_rect(root, "bounds", (glaze_rect){0, 0, 10, 10}));
  WORKS(glaze_object_set_rect(b, "frame", (glaze_rect){4, 4, 4, 4}));
  WORKS(glaze_object_set_string(b, "name", "text"));
  WORKS(glaze_layer_add(root, a));
  WORKS(glaze_layer_insert(root, b, 0));
  CHECK(glaze_layer_count(root) == 2);
  glaze_layer *first = glaze_layer_at(root, 0), *above = glaze_layer_superlayer(b),
              *found = glaze_layer_find(root, "text");
  CHECK(first == b && above == root && found == b);
  glaze_layer *hit = glaze_layer_hit_test(root, (glaze_point){0, 0});
  CHECK(hit == root || hit == b || hit == a);
  WORKS(glaze_layer_convert_point(b, (glaze_point){1, 1}, root, &point));
  CHECK(point.x == 5 && point.y == 5);
  WORKS(glaze_object_set_number(root, "sublayers.text.opacity", 0.25));
  double opacity = 1;
  WORKS(glaze_object_get_number(b, "opacity", &opacity));
  CHECK(opacity == 0.25);
  FAILS(GLAZE_ERROR_UNKNOWN_NAME, glaze_object_set_number(root, "sublayers.none.opacity", 1));
  WORKS(glaze_object_set_object(root, "mask", mask));
  glaze_value value;
  WORKS(glaze_object_get(root, "mask", &value));
  CHECK(value.type == GLAZE_TYPE_OBJECT && value.as.object == mask);
  glaze_value_clear(&value);
  WORKS(glaze_layer_remove(a));
  CHECK(glaze_layer_count(root) == 1);
  CHECK(glaze_layer_superlayer(a) == NULL);
  CHECK(glaze_object_retain(a) == a);
  glaze_object *all[] = {root, a, a, b, b, b, root, hit, mask};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) glaze_object_release(all[i]);
}

static void animations(glaze_renderer *renderer) {
  glaze_layer *layer = glaze_layer_create("CALayer");
  glaze_animation *keys = glaze_animation_create("CAKeyframeAnimation", "backgroundColor"),
                  *spring = glaze_animation_create("CASpringAnimation", "position.x"),
                  *group = glaze_animation_create("CAAnimationGroup", NULL);
  glaze_value colors[] = {{.type = GLAZE_TYPE_COLOR, .as.color = {0, 0, 0, 1}},
                          {.type = GLAZE_TYPE_COLOR, .as.color = {1, 1, 1, 1}}};
  glaze_value list = {.type = GLAZE_TYPE_ARRAY, .as.array = {colors, 2}};
  WORKS(glaze_object_set(keys, "values", &list));
  WORKS(glaze_object_set_numbers(keys, "keyTimes", (double[]){0, 1}, 2));
  WORKS(glaze_object_set_numbers(keys, "timingFunction", (double[]){0, 0, 1, 1}, 4));
  WORKS(glaze_object_set_number(keys, "duration", 2));
  WORKS(glaze_object_set_number(spring, "damping", 12));
  WORKS(glaze_object_set_number(spring, "toValue", 5));
  WORKS(glaze_object_set_objects(group, "animations", (glaze_object *[]){spring}, 1));
  WORKS(glaze_object_set_number(group, "duration", 1));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_string(keys, "timingFunction", "slowly"));
  WORKS(glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, 1, 1}));
  WORKS(glaze_layer_add_animation(layer, keys, "colours"));
  WORKS(glaze_layer_add_animation(layer, group, NULL));
  glaze_animation *added = glaze_layer_animation(layer, "colours");
  CHECK(added != NULL && added != keys);
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_object_set_number(added, "duration", 3));
  CHECK(glaze_layer_animation(layer, "nothing") == NULL);

  glaze_session *session = glaze_session_create(renderer, layer, NULL);
  uint8_t pixel[4];
  double next = 0;
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixel, .length = 4, .bytes_per_row = 4};
  WORKS(glaze_session_commit(session, 0));
  WORKS(glaze_session_render(session, 1, &target, NULL));
  CHECK(pixel[0] > 100 && pixel[0] < 156 && pixel[3] == 255);
  WORKS(glaze_session_next_frame_time(session, 1, &next));
  CHECK(next == 1);
  WORKS(glaze_layer_remove_animation(layer, "colours"));
  WORKS(glaze_layer_remove_all_animations(layer));
  glaze_session_release(session);
  glaze_object *all[] = {layer, keys, spring, group, added};
  for (size_t i = 0; i < 5; i++) glaze_object_release(all[i]);
}

static void transactions(glaze_renderer *renderer) {
  glaze_layer *layer = glaze_layer_create("CALayer");
  glaze_session *session = glaze_session_create(renderer, layer, NULL);
  uint8_t pixel[4];
  bool changed = false;
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixel, .length = 4, .bytes_per_row = 4,
      .format = GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED};
  WORKS(glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, 1, 1}));
  WORKS(glaze_object_set_color(layer, "backgroundColor", (glaze_color){1, 0, 0, 1}));
  WORKS(glaze_session_render(session, 0, &target, NULL));
  CHECK(pixel[2] == 255 && pixel[0] == 0);
  WORKS(glaze_session_set_update_callback(session, note_update, &update_count));
  glaze_transaction_begin();
  WORKS(glaze_transaction_set_duration(1));
  WORKS(glaze_transaction_set_timing_function("linear"));
  glaze_transaction_set_completion(note_update, &completion_count);
  WORKS(glaze_object_set_color(layer, "backgroundColor", (glaze_color){0, 0, 1, 1}));
  glaze_transaction_commit();
  CHECK(update_count == 1);
  WORKS(glaze_session_has_changes(session, &changed));
  CHECK(changed);
  WORKS(glaze_session_commit(session, 0));
  WORKS(glaze_session_render(session, 0.5, &target, NULL));
  CHECK(pixel[0] > 110 && pixel[0] < 146 && completion_count == 0);
  WORKS(glaze_session_render(session, 2, &target, NULL));
  CHECK(pixel[0] == 255 && pixel[2] == 0);
  glaze_transaction_begin();
  glaze_transaction_set_disables_actions(true);
  WORKS(glaze_object_set_color(layer, "backgroundColor", (glaze_color){0, 1, 0, 1}));
  glaze_transaction_commit();
  WORKS(glaze_session_render(session, 2, &target, NULL));
  CHECK(pixel[1] == 255);
  glaze_session_release(session);
  glaze_object_release(layer);
}

static void images(void) {
  const uint8_t source[] = {255, 0, 0, 255, 0, 0, 0, 0, 9, 9, 0, 255, 0, 128};
  uint8_t read[8] = {0};
  glaze_image *image =
      glaze_image_create(source, 1, 2, 10, GLAZE_PIXEL_FORMAT_RGBA8_STRAIGHT);
  CHECK(glaze_image_width(image) == 1 && glaze_image_height(image) == 2);
  WORKS(glaze_image_read(image, read, 8, 4, GLAZE_PIXEL_FORMAT_RGBA8_STRAIGHT));
  CHECK(memcmp(read, (uint8_t[]){255, 0, 0, 255, 0, 255, 0, 128}, 8) == 0);
  WORKS(glaze_image_read(image, read, 8, 4, GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED));
  CHECK(memcmp(read, (uint8_t[]){0, 0, 255, 255, 0, 128, 0, 128}, 8) == 0);
  void *bytes;
  size_t length;
  WORKS(glaze_image_encode_png(image, &bytes, &length));
  glaze_image *again = glaze_image_open_bytes(bytes, length);
  WORKS(glaze_image_read(again, read, 8, 4, GLAZE_PIXEL_FORMAT_RGBA8_STRAIGHT));
  CHECK(memcmp(read, (uint8_t[]){255, 0, 0, 255, 0, 255, 0, 128}, 8) == 0);
  glaze_free(bytes);
  glaze_layer *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_object(layer, "contents", image));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_object(layer, "contents", layer));
  glaze_filter *blur = glaze_filter_create("gaussianBlur");
  WORKS(glaze_object_set_number(blur, "inputRadius", 3));
  WORKS(glaze_object_set_bool(blur, "enabled", true));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_number(blur, "enabled", 1));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_bool(blur, "inputRadius", true));
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_string(blur, "inputRadius", "3"));
  WORKS(glaze_object_set_objects(layer, "filters", &blur, 1));
  glaze_layer *root = glaze_layer_create("CALayer");
  double radius = 0;
  WORKS(glaze_object_set_string(layer, "name", "blurred"));
  WORKS(glaze_layer_add(root, layer));
  const char *path = "sublayers.blurred.filters.gaussianBlur.inputRadius";
  WORKS(glaze_object_get_number(root, path, &radius));
  CHECK(radius == 3);
  WORKS(glaze_object_set_number(root, path, 5));
  WORKS(glaze_object_get_number(root, path, &radius));
  CHECK(radius == 5);
  FAILS(GLAZE_ERROR_WRONG_TYPE, glaze_object_set_string(root, path, "5"));
  FAILS(GLAZE_ERROR_UNKNOWN_NAME,
        glaze_object_set_number(layer, "filters.sepia.inputIntensity", 1));
  glaze_object_release(root);
  glaze_object *all[] = {image, again, layer, blur};
  for (size_t i = 0; i < 4; i++) glaze_object_release(all[i]);
}

static void documents(glaze_renderer *renderer) {
  const char scene[] =
      "{\"size\": [8, 8], \"background\": [1, 1, 1], \"root\": {\"bounds\": [0, 0, 8, 8]}}";
  glaze_document_options wanted = {.struct_size = sizeof wanted, .name = "scene.json"};
  glaze_document *document = glaze_document_open_bytes(scene, sizeof scene - 1, &wanted);
  CHECK(document != NULL);
  glaze_document_info info = {.struct_size = sizeof info};
  WORKS(glaze_document_get_info(document, &info));
  CHECK(info.size.width == 8 && info.duration == 0);
  CHECK(glaze_document_state_count(document) == 0 && glaze_document_state(document) == NULL);
  CHECK(glaze_document_diagnostic_count(document) == 0);
  FAILS(GLAZE_ERROR_UNKNOWN_NAME, glaze_document_set_state(document, "Locked", false));
  FAILS(GLAZE_ERROR_DOCUMENT,
        (glaze_document_open_bytes("{\"root\": 1}", 11, &wanted), glaze_error_code()));
  CHECK(strstr(glaze_error_message(), "scene.json:1:") != NULL);

  glaze_layer *root = glaze_document_root(document);
  glaze_render_options options = {.struct_size = sizeof options};
  WORKS(glaze_document_get_render_options(document, &options));
  options.background = (glaze_color){1, 1, 1, 1};
  glaze_session *session = glaze_session_create(renderer, root, &options);
  glaze_sequence sequence = {
      .struct_size = sizeof sequence, .end = 0.5, .rate_numerator = 10,
      .progress = note_progress, .progress_context = &progress_count};
  WORKS(glaze_session_render_sequence(session, &sequence, note_frame, NULL));
  CHECK(frame_numbers == 0 + 1 + 2 + 3 + 4 && progress_count >= 5);
  FAILS(GLAZE_ERROR_STOPPED,
        glaze_session_render_sequence(session, &sequence, refuse_frame, NULL));
  glaze_session_release(session);
  glaze_object_release(root);
  glaze_document_release(document);
}

/* Draws on a new thread, and returns the result. */
static void *draw_elsewhere(void *session) {
  static uint32_t pixel;
  glaze_target target = {
      .struct_size = sizeof target, .pixels = &pixel, .length = 4, .bytes_per_row = 4};
  static glaze_code code;
  code = glaze_session_render(session, 0, &target, NULL);
  CHECK(code == GLAZE_OK || strstr(glaze_error_message(), "thread") != NULL);
  if (code == GLAZE_OK) WORKS(glaze_session_set_update_callback(session, NULL, NULL));
  return &code;
}

static glaze_code code_elsewhere(glaze_session *session) {
  pthread_t thread;
  void *result = NULL;
  CHECK(pthread_create(&thread, NULL, draw_elsewhere, session) == 0);
  pthread_join(thread, &result);
  return *(glaze_code *)result;
}

static void outputs(void) {
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_layer *page = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_rect(page, "bounds", (glaze_rect){0, 0, 1, 1}));
  WORKS(glaze_object_set_color(page, "backgroundColor", (glaze_color){1, 0, 0, 1}));
  float pixel[4];
  glaze_target target = {
      .struct_size = sizeof target, .pixels = pixel, .length = sizeof pixel,
      .bytes_per_row = sizeof pixel, .format = GLAZE_PIXEL_FORMAT_RGBA_FLOAT_STRAIGHT};
  glaze_output output = {.struct_size = sizeof output, .space = "p3-linear"};
  glaze_render_options options = {.struct_size = sizeof options, .output = &output};
  glaze_session *session = glaze_session_create(renderer, page, &options);
  WORKS(glaze_session_render(session, 0, &target, NULL));
  CHECK(fabsf(pixel[0] - 0.8225f) < 1e-3f && fabsf(pixel[1] - 0.0332f) < 1e-3f && pixel[3] == 1);
  target.length = 4;
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_session_render(session, 0, &target, NULL));
  output.space = "p4";
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_session_set_options(session, &options));
  CHECK(strstr(glaze_error_message(), "p4") && strstr(glaze_error_message(), "rec2020"));
  output = (glaze_output){.struct_size = sizeof output, .headroom = 0.5};
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_session_set_options(session, &options));
  glaze_hdr_metadata metadata = {.struct_size = sizeof metadata};
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_output_get_hdr_metadata(&output, &metadata));
  output = (glaze_output){.struct_size = sizeof output, .space = "rec2020-pq", .headroom = 4};
  WORKS(glaze_output_get_hdr_metadata(&output, &metadata));
  CHECK(metadata.primaries == 9 && metadata.transfer == 16 && metadata.matrix == 0);
  CHECK(metadata.is_full_range && metadata.maximum_luminance == 812);
  CHECK(metadata.display_primaries[0] == 0.708 && metadata.display_primaries[7] == 0.329);
  WORKS(glaze_output_get_hdr_metadata(NULL, &metadata));
  CHECK(metadata.primaries == 1 && metadata.transfer == 13 && metadata.maximum_luminance == 203);
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_output_get_hdr_metadata(NULL, NULL));
  glaze_session_release(session);
  glaze_renderer_release(renderer);

  glaze_image *image = glaze_image_create((float[]){2, 0.5f, 0, 1}, 1, 1, sizeof pixel,
                                          GLAZE_PIXEL_FORMAT_RGBA_FLOAT_PREMULTIPLIED);
  WORKS(glaze_image_read(image, pixel, sizeof pixel, sizeof pixel,
                         GLAZE_PIXEL_FORMAT_RGBA_FLOAT_STRAIGHT));
  CHECK(pixel[0] == 2 && pixel[1] == 0.5f);
  glaze_object_release(image);
  glaze_object_release(page);
}

/* Changes a layer that another thread draws. */
static void *change_elsewhere(void *layer) {
  FAILS(GLAZE_ERROR_WRONG_THREAD, glaze_object_set_number(layer, "opacity", 0.5));
  FAILS(GLAZE_ERROR_WRONG_THREAD, glaze_layer_remove(layer));
  CHECK(strstr(glaze_error_message(), "glaze_renderer_hand_over()") != NULL);
  return NULL;
}

static void limits(void) {
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_layer *page = glaze_layer_create("CALayer"), *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_rect(page, "bounds", (glaze_rect){0, 0, 1, 1}));
  WORKS(glaze_object_set_string(layer, "name", "box"));
  WORKS(glaze_layer_add(page, layer));
  uint32_t pixel;
  glaze_target target = {
      .struct_size = sizeof target, .pixels = &pixel, .length = 4, .bytes_per_row = 4};
  glaze_limits limits = {.struct_size = sizeof limits, .nesting = 1};
  glaze_render_options options = {.struct_size = sizeof options, .limits = &limits};
  glaze_session *session = glaze_session_create(renderer, page, &options);
  FAILS(GLAZE_ERROR_LIMIT, glaze_session_render(session, 0, &target, NULL));
  CHECK(strstr(glaze_error_message(), "\"box\"") && strstr(glaze_error_message(), "nesting"));
  limits.nesting = 2;
  WORKS(glaze_session_set_options(session, &options));
  WORKS(glaze_session_render(session, 0, &target, NULL));
  limits.struct_size = 3;
  FAILS(GLAZE_ERROR_INVALID_ARGUMENT, glaze_session_set_options(session, &options));

  FAILS(GLAZE_ERROR_INVALID_ARGUMENT,
        glaze_object_set_point(layer, "position", (glaze_point){NAN, 0}));
  CHECK(strstr(glaze_error_message(), "position of \"box\"") != NULL);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, change_elsewhere, layer) == 0);
  pthread_join(thread, NULL);
  CHECK(glaze_layer_count(page) == 1);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(layer);
  glaze_object_release(page);
}

static void threads(void) {
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_layer *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, 1, 1}));
  glaze_session *session = glaze_session_create(renderer, layer, NULL);
  uint32_t width, height;
  glaze_error_clear();
  CHECK(code_elsewhere(session) == GLAZE_ERROR_WRONG_THREAD);
  /* Errors belong to their threads. */
  CHECK(glaze_error_code() == GLAZE_OK);
  WORKS(glaze_renderer_hand_over(renderer));
  CHECK(code_elsewhere(session) == GLAZE_OK);
  FAILS(GLAZE_ERROR_WRONG_THREAD, glaze_session_get_size(session, &width, &height));
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(layer);
}

int main(void) {
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_device device = {.struct_size = sizeof device};
  WORKS(glaze_renderer_get_device(renderer, &device));
  CHECK(strcmp(device.kind, "cpu") == 0);
  WORKS(glaze_device_get(glaze_device_count() - 1, &device));
  CHECK(strcmp(device.name, "cpu") == 0);
  properties();
  trees();
  animations(renderer);
  transactions(renderer);
  images();
  documents(renderer);
  limits();
  outputs();
  threads();
  glaze_renderer_release(renderer);
  return report("model");
}
