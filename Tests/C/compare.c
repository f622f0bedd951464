/* Compares two PNG files: images of a host, parts of which the driver draws for the host itself.
 *
 *   compare DRAWN EXPECTED
 *
 * A pixel differs when a component differs by more than 16 of 255, because edges may lie elsewhere. The exit
 * status is 0 when at most one pixel of 200 differs.
 */
#include "check.h"

static unsigned char *read_pixels(const char *path, uint32_t *width, uint32_t *height) {
  glaze_image *image = glaze_image_open(path);
  if (image == NULL) {
    fprintf(stderr, "%s\n", glaze_error_message());
    exit(2);
  }
  *width = glaze_image_width(image);
  *height = glaze_image_height(image);
  size_t row = *width * (size_t)4;
  unsigned char *pixels = malloc(row * *height);
  glaze_image_read(image, pixels, row * *height, row, GLAZE_PIXEL_FORMAT_RGBA8_PREMULTIPLIED);
  glaze_object_release(image);
  return pixels;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  uint32_t width, height, other_width, other_height;
  unsigned char *drawn = read_pixels(arguments[1], &width, &height);
  unsigned char *expected = read_pixels(arguments[2], &other_width, &other_height);
  if (width != other_width || height != other_height) {
    printf("%ux%u instead of %ux%u pixels\n", width, height, other_width, other_height);
    return 1;
  }
  size_t different = 0, pixels = (size_t)width * height;
  for (size_t i = 0; i < pixels; i++) {
    int most = 0;
    for (size_t j = 4 * i; j < 4 * i + 4; j++)
      if (abs(drawn[j] - expected[j]) > most) most = abs(drawn[j] - expected[j]);
    different += most > 16;
  }
  printf("%zu of %zu pixels differ\n", different, pixels);
  free(drawn);
  free(expected);
  return different * 200 > pixels;
}
