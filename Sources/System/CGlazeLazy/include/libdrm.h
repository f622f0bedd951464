// The functions of libdrm 2 that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { GLAZE_DRM_CONNECTED = 1, GLAZE_DRM_MODE_PREFERRED = 8, GLAZE_DRM_FLIP_EVENT = 1 };
/// Flags of descriptors for reading and writing; mapping a dma-buf requires the second one.
enum { GLAZE_DRM_CLOEXEC = 02000000, GLAZE_DRM_RDWR = 2 };

typedef struct {
  int count_fbs;
  uint32_t *fbs;
  int count_crtcs;
  uint32_t *crtcs;
  int count_connectors;
  uint32_t *connectors;
  int count_encoders;
  uint32_t *encoders;
  uint32_t min_width, max_width, min_height, max_height;
} glaze_drm_resources;

typedef struct {
  uint32_t clock;
  uint16_t hdisplay, hsync_start, hsync_end, htotal, hskew;
  uint16_t vdisplay, vsync_start, vsync_end, vtotal, vscan;
  uint32_t vrefresh, flags, type;
  char name[32];
} glaze_drm_mode;

typedef struct {
  uint32_t connector_id, encoder_id, connector_type, connector_type_id;
  int connection;
  uint32_t mmWidth, mmHeight;
  int subpixel;
  int count_modes;
  glaze_drm_mode *modes;
  int count_props;
  uint32_t *props;
  uint64_t *prop_values;
  int count_encoders;
  uint32_t *encoders;
} glaze_drm_connector;

typedef struct {
  uint32_t encoder_id, encoder_type, crtc_id, possible_crtcs, possible_clones;
} glaze_drm_encoder;

typedef struct {
  uint32_t crtc_id, buffer_id, x, y, width, height;
  int mode_valid;
  glaze_drm_mode mode;
  int gamma_size;
} glaze_drm_crtc;

enum { GLAZE_DRM_PROPERTY_RANGE = 2 };

typedef struct {
  uint64_t value;
  char name[32];
} glaze_drm_choice;

typedef struct {
  uint32_t prop_id, flags;
  char name[32];
  int count_values;
  uint64_t *values;
  int count_enums;
  glaze_drm_choice *enums;
  int count_blobs;
  uint32_t *blob_ids;
} glaze_drm_property;

typedef struct {
  uint32_t id;
  uint32_t length;
  void *data;
} glaze_drm_blob;

typedef struct {
  int version;
  void (*vblank)(int, unsigned, unsigned, unsigned, void *);
  void (*page_flip)(int, unsigned frame, unsigned seconds, unsigned micros, void *user);
} glaze_drm_events;

glaze_drm_resources *drmModeGetResources(int card);
void drmModeFreeResources(glaze_drm_resources *);
glaze_drm_connector *drmModeGetConnector(int card, uint32_t id);
void drmModeFreeConnector(glaze_drm_connector *);
glaze_drm_encoder *drmModeGetEncoder(int card, uint32_t id);
void drmModeFreeEncoder(glaze_drm_encoder *);
glaze_drm_crtc *drmModeGetCrtc(int card, uint32_t id);
void drmModeFreeCrtc(glaze_drm_crtc *);
int drmModeSetCrtc(
  int card, uint32_t crtc, uint32_t framebuffer, uint32_t x, uint32_t y, uint32_t *connectors,
  int count, glaze_drm_mode *mode);
int drmModeAddFB2(
  int card, uint32_t width, uint32_t height, uint32_t format, const uint32_t handles[4],
  const uint32_t pitches[4], const uint32_t offsets[4], uint32_t *framebuffer, uint32_t flags);
int drmModeRmFB(int card, uint32_t framebuffer);
int drmModePageFlip(int card, uint32_t crtc, uint32_t framebuffer, uint32_t flags, void *user);
int drmHandleEvent(int card, glaze_drm_events *);
int drmSetMaster(int card);
int drmDropMaster(int card);
int drmPrimeHandleToFD(int card, uint32_t handle, uint32_t flags, int *descriptor);
glaze_drm_property *drmModeGetProperty(int card, uint32_t id);
void drmModeFreeProperty(glaze_drm_property *);
int drmModeConnectorSetProperty(int card, uint32_t connector, uint32_t property, uint64_t value);
glaze_drm_blob *drmModeGetPropertyBlob(int card, uint32_t id);
void drmModeFreePropertyBlob(glaze_drm_blob *);
int drmModeCreatePropertyBlob(int card, const void *bytes, size_t count, uint32_t *blob);
int drmModeDestroyPropertyBlob(int card, uint32_t blob);
