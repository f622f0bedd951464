#include "CGlazeImages.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The messages in jerror.h depend on jpeglib.h.
#include <jpeglib.h>

#include <jerror.h>

#ifndef JCS_ALPHA_EXTENSIONS
#error "libjpeg-turbo is needed: this libjpeg cannot write RGBA."
#endif

// A progressive image with a few bytes for each scan can keep the decoder busy for hours; real encoders write
// about ten scans.
enum { MAX_SCANS = 200 };

struct Reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf leave;
  int status;
  char *message;
};

static int status_of(int code) {
  switch (code) {
  case JWRN_JPEG_EOF:
  case JERR_INPUT_EOF:
  case JERR_INPUT_EMPTY:
    return GLAZE_IMAGE_TRUNCATED;
  case JERR_OUT_OF_MEMORY:
    return GLAZE_IMAGE_OUT_OF_MEMORY;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_SOF_UNSUPPORTED:
    return GLAZE_IMAGE_UNSUPPORTED;
  default:
    return GLAZE_IMAGE_CORRUPT;
  }
}

static _Noreturn void leave(j_common_ptr jpeg) {
  struct Reader *reader = jpeg->client_data;
  reader->status = status_of(reader->errors.msg_code);
  reader->errors.format_message(jpeg, reader->message);
  longjmp(reader->leave, 1);
}

static void on_error(j_common_ptr jpeg) { leave(jpeg); }

// libjpeg paints over damage with gray and warns; Glaze treats damage as an error.
static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0)
    return;
  switch (jpeg->err->msg_code) {
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_BOGUS_PROGRESSION:
  case JWRN_ARITH_BAD_CODE:
    leave(jpeg);
  default:
    // The image is complete: these are stray bytes between segments, or scan parameters of careless encoders.
    break;
  }
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
  struct Reader *reader = jpeg->client_data;
  if (reader->jpeg.input_scan_number > MAX_SCANS) {
    reader->status = GLAZE_IMAGE_CORRUPT;
    snprintf(reader->message, GLAZE_IMAGE_MESSAGE_SIZE, "More than %d scans", MAX_SCANS);
    longjmp(reader->leave, 1);
  }
}

static void open_reader(struct Reader *reader, char *message) {
  memset(reader, 0, sizeof *reader);
  message[0] = 0;
  reader->message = message;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->jpeg.client_data = reader;
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  reader->progress.progress_monitor = on_progress;
}

static void read_header(struct Reader *reader, const uint8_t *data, size_t size) {
  jpeg_create_decompress(&reader->jpeg);
  reader->jpeg.progress = &reader->progress;
  jpeg_mem_src(&reader->jpeg, data, size);
  jpeg_read_header(&reader->jpeg, TRUE);
}

static int pixels_of(const struct jpeg_decompress_struct *jpeg) {
  if (jpeg->jpeg_color_space != JCS_CMYK && jpeg->jpeg_color_space != JCS_YCCK)
    return GLAZE_JPEG_RGBA;
  return jpeg->saw_Adobe_marker ? GLAZE_JPEG_INVERTED_CMYK : GLAZE_JPEG_CMYK;
}

static void read_info(
    struct Reader *reader, const uint8_t *data, size_t size, struct GlazeJPEGInfo *info) {
  if (setjmp(reader->leave))
    return;
  read_header(reader, data, size);
  info->width = reader->jpeg.image_width;
  info->height = reader->jpeg.image_height;
  info->pixels = pixels_of(&reader->jpeg);
}

static void decode(
    struct Reader *reader, const uint8_t *data, size_t size, const struct GlazeJPEGInfo *info,
    uint8_t *pixels) {
  if (setjmp(reader->leave))
    return;
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  read_header(reader, data, size);
  jpeg->out_color_space = info->pixels == GLAZE_JPEG_RGBA ? JCS_EXT_RGBA : JCS_CMYK;
  jpeg_start_decompress(jpeg);
  while (jpeg->output_scanline < info->height) {
    JSAMPROW row = pixels + (size_t)jpeg->output_scanline * info->width * 4;
    jpeg_read_scanlines(jpeg, &row, 1);
  }
  // This reads up to the end marker, and so detects truncation after the last row.
  jpeg_finish_decompress(jpeg);
}

int glaze_jpeg_read_info(
    const uint8_t *data, size_t size, struct GlazeJPEGInfo *info, char *message) {
  struct Reader reader;
  open_reader(&reader, message);
  read_info(&reader, data, size, info);
  jpeg_destroy_decompress(&reader.jpeg);
  return reader.status;
}

int glaze_jpeg_decode(
    const uint8_t *data, size_t size, const struct GlazeJPEGInfo *info, uint8_t *pixels,
    char *message) {
  struct Reader reader;
  open_reader(&reader, message);
  decode(&reader, data, size, info, pixels);
  jpeg_destroy_decompress(&reader.jpeg);
  return reader.status;
}

// Writing.

struct Writer {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf leave;
  unsigned char *bytes;
  unsigned long count;
  char *message;
};

static _Noreturn void on_write_error(j_common_ptr jpeg) {
  struct Writer *writer = jpeg->client_data;
  writer->errors.format_message(jpeg, writer->message);
  longjmp(writer->leave, 1);
}

static bool encode(
    struct Writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, bool is_gray,
    int quality, const uint8_t *exif, size_t exif_size) {
  if (setjmp(writer->leave))
    return false;
  struct jpeg_compress_struct *jpeg = &writer->jpeg;
  jpeg_create_compress(jpeg);
  jpeg_mem_dest(jpeg, &writer->bytes, &writer->count);
  jpeg->image_width = width;
  jpeg->image_height = height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(jpeg);
  if (is_gray)
    jpeg_set_colorspace(jpeg, JCS_GRAYSCALE);
  jpeg_set_quality(jpeg, quality, TRUE);
  // For high quality, color has the resolution of luminance.
  if (quality >= 90)
    jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(jpeg, TRUE);
  if (exif)
    jpeg_write_marker(jpeg, JPEG_APP0 + 1, exif, (unsigned int)exif_size);
  while (jpeg->next_scanline < height) {
    JSAMPROW row = (JSAMPROW)pixels + (size_t)jpeg->next_scanline * width * 4;
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  return true;
}

int glaze_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool is_gray, int quality,
    const uint8_t *exif, size_t exif_size, struct GlazeImageBytes *file, char *message) {
  struct Writer writer;
  memset(&writer, 0, sizeof writer);
  message[0] = 0;
  writer.message = message;
  writer.jpeg.err = jpeg_std_error(&writer.errors);
  writer.jpeg.client_data = &writer;
  writer.errors.error_exit = on_write_error;
  bool is_written = encode(&writer, pixels, width, height, is_gray, quality, exif, exif_size);
  jpeg_destroy_compress(&writer.jpeg);
  if (!is_written)
    free(writer.bytes);
  *file = is_written ? (struct GlazeImageBytes){writer.bytes, writer.count}
                     : (struct GlazeImageBytes){0};
  return is_written ? GLAZE_IMAGE_OK : GLAZE_IMAGE_UNSUPPORTED;
}
