/* A host with SDL 2: cubes in 3D, layers on the faces of one, and an overlay of layers.
 *
 *   sdl2_cube FACE DISPLAY [IMAGE.png SECONDS]
 *
 * Build: cc sdl2_cube.c $(pkg-config --cflags --libs glaze sdl2 opengl) -o sdl2_cube
 * Run:   ./sdl2_cube cube_face.json cube_display.json
 *
 * Escape quits. With IMAGE.png, the frame at SECONDS is drawn into the file, and the program ends.
 */
#include "cubes.h"
#include <SDL.h>
#include <glaze.h>

static SDL_Window *window;
static int width, height; /* in pixels */
static GLuint texture;
static glaze_session *face, *display;
static glaze_layer *display_root;

static void fail(const char *message) {
  fprintf(stderr, "sdl2_cube: %s\n", message);
  exit(1);
}

static void check(glaze_code code) {
  if (code != GLAZE_OK) fail(glaze_error_message());
}

/* Opens a document, and a session that draws its root. */
static glaze_session *open_layers(glaze_renderer *renderer, const char *path, glaze_layer **root) {
  glaze_document *document = glaze_document_open(path, NULL);
  if (document == NULL) fail(glaze_error_message());
  *root = glaze_document_root(document);
  glaze_document_release(document);
  glaze_session *session = glaze_session_create(renderer, *root, NULL);
  check(glaze_session_commit(session, 0));
  return session;
}

/* Layers use SDL's points, each of which may have several pixels. */
static void resize(void) {
  int points_wide, points_high;
  SDL_GetWindowSize(window, &points_wide, &points_high);
  SDL_GL_GetDrawableSize(window, &width, &height);
  glaze_render_options options = {.struct_size = sizeof options, .disables_actions = true};
  options.scale = (double)width / points_wide;
  check(glaze_session_set_options(display, &options));
  glaze_rect bounds = {0, 0, points_wide, points_high};
  check(glaze_object_set_rect(display_root, "bounds", bounds));
  glaze_point corner = {points_wide - 90, points_high - 90};
  check(glaze_object_set_point(display_root, "sublayers.gauge.position", corner));
}

/* The host's state is not set again, because Glaze does not change it. */
static void draw(double time) {
  glaze_target on_faces = {.struct_size = sizeof on_faces, .kind = GLAZE_TARGET_TEXTURE,
                           .name = texture, .width = CUBES_SIDE, .height = CUBES_SIDE};
  check(glaze_session_render(face, time, &on_faces, NULL));
  cubes_draw(time, width, height);

  char angle[8];
  double turn = cubes_turn(time);
  snprintf(angle, sizeof angle, "%.0f\u00b0", 360 * turn);
  check(glaze_object_set_string(display_root, "sublayers.gauge.sublayers.angle.string", angle));
  check(glaze_object_set_number(
      display_root, "sublayers.gauge.sublayers.ring.mask.strokeEnd", turn));
  glaze_target over_all = {.struct_size = sizeof over_all, .kind = GLAZE_TARGET_FRAMEBUFFER,
                           .width = width, .height = height};
  check(glaze_session_render(display, time, &over_all, NULL));
}

/* OpenGL's rows start at the bottom. */
static void save(const char *path) {
  unsigned char *pixels = malloc((size_t)width * height * 4);
  for (int y = 0; y < height; y++)
    glReadPixels(0, height - 1 - y, width, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels + y * width * 4);
  glaze_image *image = glaze_image_create(
      pixels, width, height, width * 4, GLAZE_PIXEL_FORMAT_RGBA8_PREMULTIPLIED);
  check(glaze_image_write_png(image, path));
  glaze_object_release(image);
  free(pixels);
}

static SDL_GLContext open_window(void) {
  if (SDL_Init(SDL_INIT_VIDEO) != 0) fail(SDL_GetError());
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, 1);
  SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 4);
  window = SDL_CreateWindow("Cubes", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 800, 500,
                            SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  SDL_GLContext context = window != NULL ? SDL_GL_CreateContext(window) : NULL;
  if (context == NULL) fail(SDL_GetError());
  SDL_GL_SetSwapInterval(1);
  return context;
}

/* Returns whether the program continues. */
static bool handle_events(void) {
  for (SDL_Event event; SDL_PollEvent(&event);) {
    if (event.type == SDL_QUIT) return false;
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) return false;
    bool is_window = event.type == SDL_WINDOWEVENT;
    if (is_window && event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) resize();
  }
  return true;
}

int main(int count, char **arguments) {
  if (count != 3 && count != 5) fail("usage: sdl2_cube FACE DISPLAY [IMAGE.png SECONDS]");
  SDL_GLContext context = open_window();
  texture = cubes_open();
  glaze_renderer *renderer = glaze_renderer_create("context", NULL);
  if (renderer == NULL) fail(glaze_error_message());
  glaze_layer *face_root;
  face = open_layers(renderer, arguments[1], &face_root);
  display = open_layers(renderer, arguments[2], &display_root);
  resize();

  if (count == 5) {
    /* The second frame shows whether the first left the state unchanged. */
    draw(0);
    draw(atof(arguments[4]));
    save(arguments[3]);
  } else {
    for (; handle_events(); SDL_GL_SwapWindow(window)) draw(SDL_GetTicks64() / 1000.0);
  }

  /* Releases Glaze's objects while the context is current. */
  glaze_session_release(display);
  glaze_session_release(face);
  glaze_renderer_release(renderer);
  glaze_object_release(display_root);
  glaze_object_release(face_root);
  SDL_GL_DeleteContext(context);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}
