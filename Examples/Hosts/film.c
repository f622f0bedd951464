/* A video on layers: ffmpeg decodes it, and its frames are contents without a copy, masked, in 3D, and reflected
 * below.
 *
 *   film FILM STAGE [PICTURE.png SECONDS]
 *
 * Build: cc film.c $(pkg-config --cflags --libs glaze sdl2 opengl) -o film
 * Run:   ./film film.mp4 film.json
 *
 * Escape quits. With PICTURE.png, the video is played up to SECONDS, and this frame is drawn into the file. Frames are
 * dma-bufs if the kernel can make them from memory (/dev/udmabuf).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create(), F_SETPIPE_SZ */
#endif
#include <GL/glcorearb.h>
#include <SDL.h>
#include <fcntl.h>
#include <glaze.h>
#include <linux/udmabuf.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WIDE = 640, HIGH = 360, RATE = 25, COUNT = 4, SIZE = 1 << 19 };

/* Frames that ffmpeg fills and Glaze reads alternately. */
static struct picture {
  glaze_dma_buffer buffer;
  void *memory;
  atomic_bool is_read;
} pictures[COUNT];
static FILE *film;
static glaze_external_image *image;

static void fail(const char *message) {
  fprintf(stderr, "film: %s\n", message);
  exit(1);
}

static void check(glaze_code code) {
  if (code != GLAZE_OK) fail(glaze_error_message());
}

/* Memory that other processes can map, or import as a dma-buf. */
static void make_picture(struct picture *picture) {
  int memory = memfd_create("film", MFD_ALLOW_SEALING), device = open("/dev/udmabuf", O_RDWR);
  if (ftruncate(memory, SIZE) == 0)
    picture->memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (picture->memory == NULL || picture->memory == MAP_FAILED) fail("out of memory");
  fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK);
  struct udmabuf_create create = {.memfd = memory, .flags = UDMABUF_FLAGS_CLOEXEC, .size = SIZE};
  int descriptor = device < 0 ? -1 : ioctl(device, UDMABUF_CREATE, &create);
  if (descriptor < 0) descriptor = memory;
  /* NV12: a plane of Y, and one of Cb and Cr at half the size. */
  picture->buffer = (glaze_dma_buffer){
      .struct_size = sizeof picture->buffer, .width = WIDE, .height = HIGH, .format = 0x3231564e,
      .plane_count = 2, .planes = {{descriptor, 0, WIDE}, {descriptor, WIDE * HIGH, WIDE}}};
}

static void open_film(const char *path) {
  char command[4096];
  setenv("FILM", path, 1);
  snprintf(command, sizeof command,
           "exec ffmpeg -v fatal -nostdin -i \"$FILM\" -r %d -vf scale=%d:%d:out_color_matrix=bt709 "
           "-f rawvideo -pix_fmt nv12 -", RATE, WIDE, HIGH);
  film = popen(command, "r");
  if (film == NULL) fail("cannot start ffmpeg");
  for (int i = 0; i < COUNT; i++) make_picture(&pictures[i]);
}

/* Glaze calls it when no frame reads an image any more. */
static void give_back(void *picture) { atomic_store(&((struct picture *)picture)->is_read, false); }

/* Shows the next frame of the video; false at its end. */
static bool next_picture(void) {
  for (int i = 0; i < COUNT; i++) {
    struct picture *picture = &pictures[i];
    if (atomic_load(&picture->is_read)) continue;
    if (fread(picture->memory, WIDE * HIGH * 3 / 2, 1, film) != 1) return false;
    atomic_store(&picture->is_read, true);
    glaze_source source = {.struct_size = sizeof source, .kind = GLAZE_SOURCE_DMA_BUFFER,
                           .dma_buffer = &picture->buffer};
    if (image != NULL) {
      check(glaze_external_image_replace(image, &source, give_back, picture));
    } else if ((image = glaze_external_image_create(&source, give_back, picture)) == NULL) {
      fail(glaze_error_message());
    }
    return true;
  }
  return true; /* all frames are still read: the video waits */
}

static void show_on(glaze_layer *layer) {
  check(glaze_object_set_object(layer, "contents", image));
  glaze_object_release(layer);
}

/* Returns whether the program continues. */
static bool handle_events(void) {
  for (SDL_Event event; SDL_PollEvent(&event);) {
    bool is_escape = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE;
    if (event.type == SDL_QUIT || is_escape) return false;
  }
  return true;
}

int main(int count, char **arguments) {
  if (count != 3 && count != 5) fail("usage: film FILM STAGE [PICTURE.png SECONDS]");
  bool is_test = count == 5;
  SDL_Init(SDL_INIT_VIDEO);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_Window *window = SDL_CreateWindow(
      "Film", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 800, 500, SDL_WINDOW_OPENGL);
  SDL_GLContext context = window != NULL ? SDL_GL_CreateContext(window) : NULL;
  if (context == NULL) fail(SDL_GetError());
  open_film(arguments[1]);
  glaze_document *document = glaze_document_open(arguments[2], NULL);
  if (document == NULL) fail(glaze_error_message());
  glaze_layer *root = glaze_document_root(document);
  glaze_renderer *renderer = glaze_renderer_create("context", NULL);
  glaze_session *session = glaze_session_create(renderer, root, NULL);
  if (session == NULL || !next_picture()) fail("cannot show the video");
  show_on(glaze_layer_find(root, "screen"));
  show_on(glaze_layer_find(root, "lens"));

  glaze_target target = {.struct_size = sizeof target, .kind = GLAZE_TARGET_FRAMEBUFFER,
                         .width = 800, .height = 500};
  for (int frame = 1; handle_events(); frame++) {
    check(glaze_session_render(session, (double)frame / RATE, &target, NULL));
    if (is_test && frame >= atof(arguments[4]) * RATE) break;
    SDL_GL_SwapWindow(window);
    if (!is_test) SDL_Delay(1000 / RATE);
    if (!next_picture()) break;
  }
  if (is_test) {
    glaze_image *picture = glaze_session_render_image(session, atof(arguments[4]));
    check(glaze_image_write_png(picture, arguments[3]));
    glaze_object_release(picture);
  }
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(root);
  glaze_document_release(document);
  glaze_object_release(image);
  pclose(film);
  SDL_GL_DeleteContext(context);
  SDL_Quit();
  return 0;
}
