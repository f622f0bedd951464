/* Draws a document into a PNG file, without a window or an OpenGL context of its own.
 *
 *   headless DOCUMENT PNG [TIME]
 *
 * Build: cc headless.c $(pkg-config --cflags --libs glaze) -o headless
 *
 * The bytes are those of `glaze render DOCUMENT -o PNG --time TIME`.
 */
#include <glaze.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call returned NULL. */
static void *need(void *result) {
  if (result != NULL) return result;
  fprintf(stderr, "headless: %s\n", glaze_error_message());
  exit(1);
}

/* Ends the program if a call failed. */
static void check(glaze_code code) {
  if (code != GLAZE_OK) need(NULL);
}

static void tell_warnings(glaze_document *document) {
  for (size_t i = 0; i < glaze_document_diagnostic_count(document); i++) {
    glaze_diagnostic warning = {.struct_size = sizeof warning};
    check(glaze_document_get_diagnostic(document, i, &warning));
    fprintf(stderr, "%s\n", warning.description);
  }
}

int main(int count, char **arguments) {
  if (count < 3 || count > 4) {
    fprintf(stderr, "usage: headless DOCUMENT PNG [TIME]\n");
    return 2;
  }
  double time = count == 4 ? atof(arguments[3]) : 0;

  glaze_document *document = need(glaze_document_open(arguments[1], NULL));
  tell_warnings(document);
  glaze_layer *root = need(glaze_document_root(document));
  glaze_render_options options = {.struct_size = sizeof options};
  check(glaze_document_get_render_options(document, &options));

  glaze_renderer *renderer = need(glaze_renderer_create(NULL, NULL));
  glaze_session *session = need(glaze_session_create(renderer, root, &options));
  /* Animations begin at 0, whatever time is drawn. */
  check(glaze_session_commit(session, 0));
  glaze_image *image =
      need(glaze_session_render_image(session, glaze_document_moment(document, time)));
  check(glaze_image_write_png(image, arguments[2]));

  glaze_object_release(image);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(root);
  glaze_document_release(document);
  return 0;
}
