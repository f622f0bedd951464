/* Every property of every class: a value that is set is the value that is read. */
#include "check.h"

static const char *const classes[] = {
    "CALayer",          "CAShapeLayer",      "CAGradientLayer",   "CATextLayer",
    "CAReplicatorLayer", "CAEmitterLayer",   "CAScrollLayer",     "CATiledLayer",
    "CATransformLayer", "CABackdropLayer",   "CABasicAnimation",  "CAKeyframeAnimation",
    "CASpringAnimation", "CAAnimationGroup", "CATransition",      "CAEmitterCell"};

static glaze_object *make(const char *class_name) {
  if (strstr(class_name, "Layer")) return glaze_layer_create(class_name);
  if (strstr(class_name, "Cell")) return glaze_emitter_cell_create();
  return glaze_animation_create(class_name, NULL);
}

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

/* Returns whether two values of one type are equal, numbers to within rounding. */
static bool is_equal(const glaze_value *a, const glaze_value *b) {
  if (a->type != b->type) return false;
  size_t count = number_count(a->type);
  if (count > 0) return is_near((const double *)&a->as, (const double *)&b->as, count);
  switch (a->type) {
    case GLAZE_TYPE_BOOL: return a->as.boolean == b->as.boolean;
    case GLAZE_TYPE_STRING: return strcmp(a->as.string, b->as.string) == 0;
    case GLAZE_TYPE_PATH: return a->as.string[0] == 'M' && b->as.string[0] == 'M';
    default: return true;
  }
}

/* Makes a value of a type that differs from the default; of a string, the default itself. */
static glaze_value value_of(glaze_type type, const glaze_value *before) {
  glaze_value value = {.type = type};
  double *numbers = (double *)&value.as;
  size_t count = number_count(type);
  for (size_t i = 0; i < count; i++) numbers[i] = type == GLAZE_TYPE_COLOR ? 0.25 * i : 3 + i;
  if (type == GLAZE_TYPE_TRANSFORM || type == GLAZE_TYPE_AFFINE) {
    memset(numbers, 0, count * sizeof *numbers);
    for (size_t i = 0; i < count; i += type == GLAZE_TYPE_AFFINE ? 3 : 5) numbers[i] = 2;
  }
  if (type == GLAZE_TYPE_BOOL) value.as.boolean = !before->as.boolean;
  if (type == GLAZE_TYPE_STRING)
    value.as.string = before->type == type ? before->as.string : "linear";
  if (type == GLAZE_TYPE_PATH) value.as.string = "M1 2 L3 4 Z";
  return value;
}

/* Sets a property of a new object, and reads it; a value that is refused leaves the former one. */
static void row(const char *class_name, size_t index) {
  glaze_object *object = make(class_name);
  const char *key = glaze_object_key_at(object, index);
  glaze_type type = glaze_object_key_type(object, key);
  if (number_count(type) > 0 || type == GLAZE_TYPE_BOOL || type == GLAZE_TYPE_STRING ||
      type == GLAZE_TYPE_PATH) {
    glaze_value before, after;
    WORKS(glaze_object_get(object, key, &before));
    glaze_value value = value_of(type, &before);
    bool is_set = glaze_object_set(object, key, &value) == GLAZE_OK;
    WORKS(glaze_object_get(object, key, &after));
    bool is_right = is_equal(is_set ? &value : &before, &after) &&
                    (is_set || type == GLAZE_TYPE_STRING);
    CHECK(is_right);
    if (!is_right) fprintf(stderr, "this is %s.%s\n", class_name, key);
    glaze_value_clear(&before);
    glaze_value_clear(&after);
  }
  glaze_object_release(object);
}

int main(void) {
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    glaze_object *object = make(classes[i]);
    size_t count = glaze_object_key_count(object);
    CHECK(count > 5);
    for (size_t index = 0; index < count; index++) row(classes[i], index);
    glaze_object_release(object);
  }
  return report("rows");
}
