// The functions of libtiff 4, from 4.5 on, that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum {
  GLAZE_TIFF_WIDTH = 256,
  GLAZE_TIFF_HEIGHT = 257,
  GLAZE_TIFF_BITS = 258,
  GLAZE_TIFF_COMPRESSION = 259,
  GLAZE_TIFF_PHOTOMETRIC = 262,
  GLAZE_TIFF_ORIENTATION = 274,
  GLAZE_TIFF_SAMPLES = 277,
  GLAZE_TIFF_ROWS_PER_STRIP = 278,
  GLAZE_TIFF_PLANAR = 284,
  GLAZE_TIFF_TILE_WIDTH = 322,
  GLAZE_TIFF_TILE_HEIGHT = 323,
  GLAZE_TIFF_EXTRA_SAMPLES = 338,
  GLAZE_TIFF_SAMPLE_FORMAT = 339,
  GLAZE_TIFF_PROFILE = 34675,
};

typedef ptrdiff_t (*glaze_tiff_transfer)(void *user, void *bytes, ptrdiff_t count);
typedef int (*glaze_tiff_handler)(
  void *tiff, void *user, const char *module, const char *format, __builtin_va_list);

void *TIFFOpenOptionsAlloc(void);
void TIFFOpenOptionsFree(void *options);
void TIFFOpenOptionsSetMaxSingleMemAlloc(void *options, ptrdiff_t limit);
void TIFFOpenOptionsSetErrorHandlerExtR(void *options, glaze_tiff_handler, void *user);
void TIFFOpenOptionsSetWarningHandlerExtR(void *options, glaze_tiff_handler, void *user);
void *TIFFClientOpenExt(
  const char *name, const char *mode, void *user, glaze_tiff_transfer read,
  glaze_tiff_transfer write, uint64_t (*seek)(void *, uint64_t, int), int (*close)(void *),
  uint64_t (*size)(void *), int (*map)(void *, void **, uint64_t *),
  void (*unmap)(void *, void *, uint64_t), void *options);
void TIFFClose(void *tiff);
int TIFFGetField(void *tiff, uint32_t tag, ...);
int TIFFGetFieldDefaulted(void *tiff, uint32_t tag, ...);
int TIFFSetField(void *tiff, uint32_t tag, ...);
int TIFFReadDirectory(void *tiff);
int TIFFWriteDirectory(void *tiff);
int TIFFReadRGBAImageOriented(
  void *tiff, uint32_t width, uint32_t height, uint32_t *pixels, int orientation, int stops);
int TIFFWriteScanline(void *tiff, void *bytes, uint32_t row, uint16_t sample);
int TIFFIsTiled(void *tiff);
uint32_t TIFFNumberOfStrips(void *tiff);
uint32_t TIFFNumberOfTiles(void *tiff);
uint64_t TIFFStripSize64(void *tiff);
uint64_t TIFFTileSize64(void *tiff);
ptrdiff_t TIFFReadEncodedStrip(void *tiff, uint32_t strip, void *bytes, ptrdiff_t count);
ptrdiff_t TIFFReadEncodedTile(void *tiff, uint32_t tile, void *bytes, ptrdiff_t count);
