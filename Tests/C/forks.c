/* A child of fork() in a process that has drawn gets an error at once and never waits. */
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

static glaze_session *session_of(glaze_renderer *renderer, glaze_layer *layer) {
  glaze_session *session = glaze_session_create(renderer, layer, NULL);
  CHECK(session != NULL);
  return session;
}

/* Runs a part of the test in a child, and returns whether all checks succeeded there. */
static int child_holds(void (*part)(glaze_session *), glaze_session *session) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    failure_count = 0;
    part(session);
    _exit(failure_count != 0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void is_refused(glaze_session *session) {
  GIVES_NULL(GLAZE_ERROR_FORKED, glaze_session_render_image(session, 0));
  GIVES_NULL(GLAZE_ERROR_FORKED, glaze_renderer_create("cpu", NULL));
  CHECK(strstr(glaze_error_message(), "posix_spawn()") != NULL);
  /* Functions that do not draw still work. */
  glaze_layer *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_number(layer, "opacity", 0.5));
  glaze_object_release(layer);
}

static void draws(glaze_session *none) {
  (void)none;
  glaze_layer *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, 40, 30}));
  glaze_renderer *renderer = glaze_renderer_create("cpu", NULL);
  glaze_session *session = session_of(renderer, layer);
  glaze_image *image = glaze_session_render_image(session, 0);
  CHECK(image != NULL);
  glaze_object_release(image);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(layer);
}

int main(int count, char **arguments) {
  const char *device = count > 1 ? arguments[1] : "cpu";
  /* Nothing was drawn so far, so children may draw. */
  CHECK(child_holds(draws, NULL));
  glaze_layer *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, 400, 300}));
  glaze_renderer *renderer = glaze_renderer_create(device, NULL);
  CHECK(renderer != NULL);
  glaze_session *session = session_of(renderer, layer);
  glaze_image *image = glaze_session_render_image(session, 0);
  CHECK(image != NULL);
  CHECK(child_holds(is_refused, session));
  /* The parent still works. */
  glaze_image *again = glaze_session_render_image(session, 1);
  CHECK(again != NULL);
  glaze_object_release(again);
  glaze_object_release(image);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(layer);
  return report("forks");
}
