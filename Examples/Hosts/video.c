/* A video on layers: ffmpeg decodes it, and its frames are contents without a copy, masked, in 3D, and reflected
 * below.
 *
 *   video VIDEO STAGE [IMAGE.png SECONDS]
 *
 * Build: cc video.c $(pkg-config --cflags --libs glaze sdl2 opengl) -o video
 * Run:   ./video video.mp4 video.json
 *
 * Escape quits. With IMAGE.png, the video is played up to SECONDS, and this frame is drawn into the file. Frames are
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
static struct buffer {
  glaze_dma_buffer dma;
  void *memory;
  atomic_bool is_read;
} buffers[COUNT];
static FILE *video;
static glaze_external_image *image;

static void fail(const char *message) {
  fprintf(stderr, "video: %s\n", message);
  exit(1);
}

static void check(glaze_code code) {
  if (code != GLAZE_OK) fail(glaze_error_message());
}

/* Memory that other processes can map, or import as a dma-buf. */
static void make_buffer(struct buffer *buffer) {
  int memory = memfd_create("video", MFD_ALLOW_SEALING), device = open("/dev/udmabuf", O_RDWR);
  if (ftruncate(memory, SIZE) == 0)
    buffer->memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (buffer->memory == NULL || buffer->memory == MAP_FAILED) fail("out of memory");
  fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK);
  struct udmabuf_create create = {.memfd = memory, .flags = UDMABUF_FLAGS_CLOEXEC, .size = SIZE};
  int descriptor = device < 0 ? -1 : ioctl(device, UDMABUF_CREATE, &create);
  if (descriptor < 0) descriptor = memory;
  /* NV12: a plane of Y, and one of Cb and Cr at half the size. */
  buffer->dma = (glaze_dma_buffer){
      .struct_size = sizeof buffer->dma, .width = WIDE, .height = HIGH, .format = 0x3231564e,
      .plane_count = 2, .planes = {{descriptor, 0, WIDE}, {descriptor, WIDE * HIGH, WIDE}}};
}

static void open_video(const char *path) {
  char command[4096];
  setenv("VIDEO", path, 1);
  snprintf(command, sizeof command,
           "exec ffmpeg -v fatal -nostdin -i \"$VIDEO\" -r %d -vf scale=%d:%d:out_color_matrix=bt709 "
           "-f rawvideo -pix_fmt nv12 -", RATE, WIDE, HIGH);
  video = popen(command, "r");
  if (video == NULL) fail("cannot start ffmpeg");
  for (int i = 0; i < COUNT; i++) make_buffer(&buffers[i]);
}

/* Glaze calls it when no frame reads an image any more. */
static void give_back(void *buffer) { atomic_store(&((struct buffer *)buffer)->is_read, false); }

/* Shows the next frame of the video; false at its end. */
static bool next_frame(void) {
  for (int i = 0; i < COUNT; i++) {
    struct buffer *buffer = &buffers[i];
    if (atomic_load(&buffer->is_read)) continue;
    if (fread(buffer->memory, WIDE * HIGH * 3 / 2, 1, video) != 1) return false;
    atomic_store(&buffer->is_read, true);
    glaze_source source = {.struct_size = sizeof source, .kind = GLAZE_SOURCE_DMA_BUFFER,
                           .dma_buffer = &buffer->dma};
    if (image != NULL) {
      check(glaze_external_image_replace(image, &source, give_back, buffer));
    } else if ((image = glaze_external_image_create(&source, give_back, buffer)) == NULL) {
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
  if (count != 3 && count != 5) fail("usage: video VIDEO STAGE [IMAGE.png SECONDS]");
  bool is_test = count == 5;
  SDL_Init(SDL_INIT_VIDEO);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_Window *window = SDL_CreateWindow(
      "Video", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 800, 500, SDL_WINDOW_OPENGL);
  SDL_GLContext context = window != NULL ? SDL_GL_CreateContext(window) : NULL;
  if (context == NULL) fail(SDL_GetError());
  open_video(arguments[1]);
  glaze_document *document = glaze_document_open(arguments[2], NULL);
  if (document == NULL) fail(glaze_error_message());
  glaze_layer *root = glaze_document_root(document);
  glaze_renderer *renderer = glaze_renderer_create("context", NULL);
  glaze_session *session = glaze_session_create(renderer, root, NULL);
  if (session == NULL || !next_frame()) fail("cannot show the video");
  show_on(glaze_layer_find(root, "screen"));
  show_on(glaze_layer_find(root, "lens"));

  glaze_target target = {.struct_size = sizeof target, .kind = GLAZE_TARGET_FRAMEBUFFER,
                         .width = 800, .height = 500};
  for (int frame = 1; handle_events(); frame++) {
    check(glaze_session_render(session, (double)frame / RATE, &target, NULL));
    if (is_test && frame >= atof(arguments[4]) * RATE) break;
    SDL_GL_SwapWindow(window);
    if (!is_test) SDL_Delay(1000 / RATE);
    if (!next_frame()) break;
  }
  if (is_test) {
    glaze_image *frame = glaze_session_render_image(session, atof(arguments[4]));
    check(glaze_image_write_png(frame, arguments[3]));
    glaze_object_release(frame);
  }
  glaze_session_release(session);
  glaze_renderer_release(renderer);
  glaze_object_release(root);
  glaze_document_release(document);
  glaze_object_release(image);
  pclose(video);
  SDL_GL_DeleteContext(context);
  SDL_Quit();
  return 0;
}
