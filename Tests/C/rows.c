/* Every property of every class: a value that is set is the value that is read. */
#include "check.h"

static const char *const layers[] = {
    "CALayer",         "CAShapeLayer",  "CAGradientLayer", "CATextLayer",  "CAReplicatorLayer",
    "CAEmitterLayer",  "CAScrollLayer", "CATiledLayer",    "CATransformLayer", "CABackdropLayer"};
static const char *const animations[] = {"CABasicAnimation", "CAKeyframeAnimation",
                                         "CASpringAnimation", "CAAnimationGroup", "CATransition"};

static bool is_near(const double *a, const double *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!(fabs(a[i] - b[i]) <= 1e-6 * fmax(1, fabs(a[i])))) return false;
  return true;
}

/* Returns how many numbers a value of a type consists of; 0 for other types. */
static size_t number_count(glaze_type type) {
  switch (type) {
    case GLAZE_TYPE_NUMBER: return 1;
    case GLAZE_TYPE_POINT:
    case GLAZE_TYPE_SIZE: return 2;
    case GLAZE_TYPE_RECT:
    case GLAZE_TYPE_COLOR: return 4;
    case GLAZE_TYPE_TRANSFORM: return 16;
    case GLAZE_TYPE_AFFINE: return 6;
    default: return 0;
  }
}

/* Sets a value that differs from the default, and reads it; a refused value must leave the old one. */
static void row(glaze_object *object, const char *class_name, const char *key) {
  glaze_type type = glaze_object_key_type(object, key);
  glaze_value before, value = {.type = type}, after;
  glaze_object_get(object, key, &before);
  size_t count = number_count(type);
  double *numbers = (double *)&value.as;
  for (size_t i = 0; i < count; i++) numbers[i] = type == GLAZE_TYPE_COLOR ? 0.25 * i : 3 + i;
  if (type == GLAZE_TYPE_TRANSFORM || type == GLAZE_TYPE_AFFINE) {
    memset(numbers, 0, count * sizeof *numbers);
    for (size_t i = 0; i < count; i += type == GLAZE_TYPE_AFFINE ? 3 : 5) numbers[i] = 2;
  }
  if (type == GLAZE_TYPE_BOOL) value.as.boolean = !before.as.boolean;
  if (type == GLAZE_TYPE_STRING) value.as.string = before.type == type ? before.as.string : "linear";
  if (type == GLAZE_TYPE_PATH) value.as.string = "M1 2 L3 4 Z";
  bool is_plain = count > 0 || type == GLAZE_TYPE_BOOL || type == GLAZE_TYPE_STRING ||
                  type == GLAZE_TYPE_PATH;
  if (is_plain) {
    bool is_set = glaze_object_set(object, key, &value) == GLAZE_OK;
    glaze_code code = glaze_object_get(object, key, &after);
    bool is_same = code == GLAZE_OK && after.type == type;
    const double *read = (const double *)&after.as;
    if (is_same && count > 0) is_same = is_near(is_set ? numbers : (double *)&before.as, read, count);
    if (is_same && type == GLAZE_TYPE_BOOL) is_same = after.as.boolean == value.as.boolean;
    if (is_same && type == GLAZE_TYPE_STRING)
      is_same = strcmp(after.as.string, value.as.string) == 0;
    if (is_same && type == GLAZE_TYPE_PATH) is_same = after.as.string[0] == 'M';
    if (!is_same) fprintf(stderr, "%s.%s, type %d, set %d\n", class_name, key, type, is_set);
    CHECK(is_same);
    glaze_value_clear(&after);
  }
  glaze_value_clear(&before);
}

static void rows(glaze_object *object, const char *class_name) {
  size_t count = glaze_object_key_count(object);
  CHECK(count > 5);
  for (size_t i = 0; i < count; i++) row(object, class_name, glaze_object_key_at(object, i));
  glaze_object_release(object);
}

int main(void) {
  for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
    rows(glaze_layer_create(layers[i]), layers[i]);
  for (size_t i = 0; i < sizeof animations / sizeof *animations; i++)
    rows(glaze_animation_create(animations[i], NULL), animations[i]);
  rows(glaze_emitter_cell_create(), "CAEmitterCell");
  return report("rows");
}
