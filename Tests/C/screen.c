/* A screen without a window system: Glaze draws into buffers of a card, which flips between them.
 *
 *   screen CARD DEVICE DOCUMENT FOLDER
 *
  * CARD is the device that scans out, such as /dev/dri/card0, and DEVICE is the renderer's. The contents of the
  * screen after 30 flips are compared with the image of the CPU backend. FOLDER gets that image as expected.png;
  * then the program waits until a file `seen` exists, so that another program can compare the screen, too.
 */
#include "check.h"
#include <fcntl.h>
#include <gbm.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

enum { FRAMES = 30 };

/* An image of the screen's size in memory that the card scans out. */
typedef struct {
  struct gbm_bo *bo;
  glaze_dma_buffer shared;
  uint32_t framebuffer;
} page;

typedef struct {
  int card;
  uint32_t connector, crtc;
  drmModeModeInfo mode;
} screen;

static void stop(const char *what) {
  perror(what);
  exit(2);
}

/* Finds a connector with a screen, its best mode, and a CRTC for it. */
static screen open_screen(const char *path) {
  screen found = {.card = open(path, O_RDWR | O_CLOEXEC)};
  drmModeRes *resources = found.card < 0 ? NULL : drmModeGetResources(found.card);
  if (resources == NULL) stop(path);
  for (int i = 0; i < resources->count_connectors && found.connector == 0; i++) {
    drmModeConnector *connector = drmModeGetConnector(found.card, resources->connectors[i]);
    if (connector != NULL && connector->connection == DRM_MODE_CONNECTED && connector->count_modes > 0) {
      drmModeEncoder *encoder = drmModeGetEncoder(found.card, connector->encoders[0]);
      for (int crtc = 0; crtc < resources->count_crtcs && found.crtc == 0; crtc++)
        if (encoder->possible_crtcs & 1u << crtc) found.crtc = resources->crtcs[crtc];
      found.connector = connector->connector_id;
      found.mode = connector->modes[0];
      drmModeFreeEncoder(encoder);
    }
    drmModeFreeConnector(connector);
  }
  drmModeFreeResources(resources);
  if (found.crtc == 0) stop("no screen is connected");
  return found;
}

/* Makes a buffer; the CPU needs rows without gaps. */
static page make_page(struct gbm_device *gbm, const screen *screen, bool is_linear) {
  uint32_t width = screen->mode.hdisplay, height = screen->mode.vdisplay;
  uint32_t use = GBM_BO_USE_SCANOUT | (is_linear ? GBM_BO_USE_LINEAR : GBM_BO_USE_RENDERING);
  page page = {.bo = gbm_bo_create(gbm, width, height, GBM_FORMAT_XRGB8888, use)};
  if (page.bo == NULL) stop("gbm_bo_create");
  uint32_t handles[4] = {gbm_bo_get_handle(page.bo).u32}, rows[4] = {gbm_bo_get_stride(page.bo)},
           offsets[4] = {0};
  if (drmModeAddFB2(screen->card, width, height, GBM_FORMAT_XRGB8888, handles, rows, offsets,
                    &page.framebuffer, 0) != 0)
    stop("drmModeAddFB2");
  page.shared = (glaze_dma_buffer){
      .struct_size = sizeof page.shared, .width = width, .height = height,
      .format = GBM_FORMAT_XRGB8888, .plane_count = 1,
      .modifier = is_linear ? 0 : gbm_bo_get_modifier(page.bo),
      .planes = {{.descriptor = -1, .bytes_per_row = rows[0]}}};
  /* A descriptor of GBM cannot be mapped for writing, which the CPU requires. */
  drmPrimeHandleToFD(screen->card, handles[0], DRM_CLOEXEC | DRM_RDWR, &page.shared.planes[0].descriptor);
  CHECK(page.shared.planes[0].descriptor >= 0);
  return page;
}

static void flipped(int card, unsigned frame, unsigned seconds, unsigned micros, void *is_pending) {
  (void)card, (void)frame, (void)seconds, (void)micros;
  *(bool *)is_pending = false;
}

/* Waits until a descriptor has an event, for at most a minute. */
static bool wait_for(int descriptor) {
  struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
  return poll(&wanted, 1, 60000) == 1;
}

static void show(const screen *screen, page *page, bool is_first) {
  if (is_first) {
    uint32_t connector = screen->connector;
    drmModeModeInfo mode = screen->mode;
    CHECK(drmModeSetCrtc(screen->card, screen->crtc, page->framebuffer, 0, 0, &connector, 1, &mode) == 0);
    return;
  }
  bool is_pending = true;
  drmEventContext events = {.version = 2, .page_flip_handler = flipped};
  CHECK(drmModePageFlip(screen->card, screen->crtc, page->framebuffer, DRM_MODE_PAGE_FLIP_EVENT,
                        &is_pending) == 0);
  while (is_pending && wait_for(screen->card)) drmHandleEvent(screen->card, &events);
  CHECK(!is_pending);
}

/* Draws a frame into a buffer and shows it when the device is done. */
static int draw(glaze_session *session, page *page, double time) {
  glaze_target target = {
      .struct_size = sizeof target, .kind = GLAZE_TARGET_DMA_BUFFER, .dma_buffer = &page->shared};
  glaze_frame frame = {.struct_size = sizeof frame};
  WORKS(glaze_session_render(session, time, &target, &frame));
  if (!frame.has_fence) return 0;
  CHECK(wait_for(frame.fence));
  close(frame.fence);
  return 1;
}

/* Counts the pixels that differ from an image by more than two levels; both are B, G, R and an unused byte. */
static long differences(const unsigned char *actual, size_t row, glaze_image *expected) {
  uint32_t width = glaze_image_width(expected), height = glaze_image_height(expected);
  size_t length = (size_t)width * height * 4;
  unsigned char *wanted = malloc(length);
  WORKS(glaze_image_read(expected, wanted, length, width * (size_t)4,
                         GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED));
  long count = 0;
  int worst = 0;
  size_t left = width, top = height, right = 0, bottom = 0;
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++) {
      const unsigned char *a = actual + y * row + x * 4, *b = wanted + (y * width + x) * 4;
      int most = 0;
      for (int i = 0; i < 3; i++)
        if (abs(a[i] - b[i]) > most) most = abs(a[i] - b[i]);
      if (most > worst) worst = most;
      if (most <= 2) continue;
      if (count++ == 0)
        printf("%zu,%zu is %d %d %d and not %d %d %d\n", x, y, a[2], a[1], a[0], b[2], b[1], b[0]);
      left = x < left ? x : left, right = x > right ? x : right;
      top = y < top ? y : top, bottom = y > bottom ? y : bottom;
    }
  if (count > 0)
    printf("%ld pixels differ by up to %d, from %zu,%zu to %zu,%zu\n", count, worst, left, top, right, bottom);
  free(wanted);
  return count;
}

/* Finds the buffer that the card scans out, and compares it; a GPU's memory lies outside the guest, where only
 * the GPU and QEMU can read it. */
static long differences_on_screen(
    const screen *screen, const page *pages, bool is_gpu, glaze_image *expected) {
  uint32_t row;
  drmModeCrtc *crtc = drmModeGetCrtc(screen->card, screen->crtc);
  const page *shown = crtc->buffer_id == pages[0].framebuffer ? &pages[0] : &pages[1];
  CHECK(crtc->buffer_id == shown->framebuffer);
  drmModeFreeCrtc(crtc);
  if (is_gpu) return 0;
  void *mapping = NULL;
  unsigned char *actual =
      gbm_bo_map(shown->bo, 0, 0, shown->shared.width, shown->shared.height, GBM_BO_TRANSFER_READ, &row,
                 &mapping);
  if (actual == NULL) stop("gbm_bo_map");
  long count = differences(actual, row, expected);
  gbm_bo_unmap(shown->bo, mapping);
  return count;
}

static glaze_renderer *renderer_on(const char *device) {
  glaze_renderer *renderer = glaze_renderer_create(device, NULL);
  if (renderer == NULL) {
    fprintf(stderr, "%s: %s\n", device, glaze_error_message());
    exit(2);
  }
  return renderer;
}

/* Shows a buffer as contents of a layer, and compares. */
static long differences_as_contents(const char *device, const page *page, glaze_image *expected) {
  double width = page->shared.width, height = page->shared.height;
  glaze_renderer *renderer = renderer_on(device);
  glaze_source source = {
      .struct_size = sizeof source, .kind = GLAZE_SOURCE_DMA_BUFFER, .alpha = GLAZE_ALPHA_OPAQUE,
      .dma_buffer = &page->shared};
  glaze_external_image *image = glaze_external_image_create(&source, NULL, NULL);
  glaze_layer *layer = glaze_layer_create("CALayer");
  WORKS(glaze_object_set_rect(layer, "bounds", (glaze_rect){0, 0, width, height}));
  WORKS(glaze_object_set_object(layer, "contents", image));
  glaze_session *session = glaze_session_create(renderer, layer, NULL);
  size_t row = (size_t)page->shared.width * 4, length = row * page->shared.height;
  glaze_target target = {
      .struct_size = sizeof target, .format = GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED,
      .pixels = malloc(length), .length = length, .bytes_per_row = row};
  WORKS(glaze_session_render(session, 0, &target, NULL));
  long count = differences(target.pixels, row, expected);
  free(target.pixels);
  glaze_session_release(session);
  glaze_object_release(layer);
  glaze_object_release(image);
  glaze_renderer_release(renderer);
  return count;
}

static glaze_session *session_on(const char *device, glaze_document *document, const screen *screen) {
  glaze_renderer *renderer = renderer_on(device);
  glaze_device used = {.struct_size = sizeof used};
  WORKS(glaze_renderer_get_device(renderer, &used));
  printf("%s: %s\n", device, used.description);
  glaze_render_options options = {.struct_size = sizeof options};
  WORKS(glaze_document_get_render_options(document, &options));
  options.width = screen->mode.hdisplay;
  options.height = screen->mode.vdisplay;
  options.background = (glaze_color){0.2, 0.3, 0.4, 1};
  glaze_layer *root = glaze_document_root(document);
  glaze_session *session = glaze_session_create(renderer, root, &options);
  CHECK(session != NULL);
  glaze_object_release(root);
  glaze_renderer_release(renderer);
  return session;
}

/* Waits until the other program has compared, for at most two minutes. */
static void hold(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/seen", folder);
  printf("screen: shown\n");
  fflush(stdout);
  for (int i = 0; i < 1200 && access(path, F_OK) != 0; i++)
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  screen screen = open_screen(arguments[1]);
  struct gbm_device *gbm = gbm_create_device(screen.card);
  if (gbm == NULL) stop("gbm_create_device");
  bool is_linear = strcmp(arguments[2], "cpu") == 0;
  page pages[] = {make_page(gbm, &screen, is_linear), make_page(gbm, &screen, is_linear)};
  glaze_document *document = glaze_document_open(arguments[3], NULL);
  if (document == NULL) {
    fprintf(stderr, "%s\n", glaze_error_message());
    return 2;
  }
  glaze_session *session = session_on(arguments[2], document, &screen);
  int fences = 0;
  for (int i = 0; i < FRAMES; i++) {
    fences += draw(session, &pages[i % 2], i / 60.0);
    show(&screen, &pages[i % 2], i == 0);
  }
  double last = (FRAMES - 1) / 60.0;
  glaze_session_release(session);
  glaze_session *reference = session_on("cpu", document, &screen);
  glaze_image *expected = glaze_session_render_image(reference, last);
  char path[4096];
  snprintf(path, sizeof path, "%s/expected.png", arguments[4]);
  WORKS(glaze_image_write_png(expected, path));
  long on_screen = differences_on_screen(&screen, pages, fences > 0, expected);
  long as_contents = differences_as_contents(arguments[2], &pages[(FRAMES - 1) % 2], expected);
  long allowed = (long)screen.mode.hdisplay * screen.mode.vdisplay / 1000;
  printf("%s: %d x %d, modifier %#llx, %d flips, %d fences\n", arguments[1], screen.mode.hdisplay,
         screen.mode.vdisplay, (unsigned long long)pages[0].shared.modifier, FRAMES - 1, fences);
  printf("pixels that differ: %ld in memory%s, %ld as contents\n", on_screen,
         fences > 0 ? " (not looked at: it is the GPU's)" : "", as_contents);
  CHECK(on_screen <= allowed);
  CHECK(as_contents <= allowed);
  hold(arguments[4]);
  glaze_object_release(expected);
  glaze_session_release(reference);
  glaze_document_release(document);
  return report("screen");
}
