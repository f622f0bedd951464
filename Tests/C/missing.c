/* Opens an image or draws a document on the CPU, and prints the result; Scripts/test-missing-libraries runs it. */
#include <glaze.h>
#include <stdio.h>
#include <string.h>

static int end(const char *step) {
  printf("%s: code %d: %s\n", step, (int)glaze_error_code(), glaze_error_message());
  return glaze_error_code() == GLAZE_ERROR_MISSING_LIBRARY ? 3 : 1;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  const char *kind = arguments[1], *path = arguments[2];
  if (strcmp(kind, "image") == 0) {
    glaze_image *image = glaze_image_open(path);
    if (!image) return end("image");
    printf("an image of %u x %u pixels\n", glaze_image_width(image), glaze_image_height(image));
    glaze_object_release(image);
    return 0;
  }
  glaze_document *document = glaze_document_open(path, NULL);
  if (!document) return end("document");
  glaze_layer *root = glaze_document_root(document);
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  if (!renderer) return end("renderer");
  glaze_session *session = glaze_session_create(renderer, root, NULL);
  if (!session) return end("session");
  int result = 0;
  /* An error is not cleared by itself. */
  for (int frame = 0; frame < 2; frame++) {
    glaze_image *image = glaze_session_render_image(session, 0);
    if (!image) result = end("frame");
    glaze_object_release(image);
  }
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(root);
  glaze_document_release(document);
  if (!result) puts("two frames");
  return result;
}
