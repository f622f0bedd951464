// The functions of libarchive 3 that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct archive;
struct archive_entry;

enum { GLAZE_ARCHIVE_EOF = 1, GLAZE_ARCHIVE_OK = 0, GLAZE_ARCHIVE_WARN = -20 };
/// The type of an entry, in the bits of st_mode.
enum { GLAZE_ARCHIVE_REGULAR = 0100000 };

struct archive *archive_read_new(void);
int archive_read_support_filter_gzip(struct archive *);
int archive_read_support_format_raw(struct archive *);
int archive_read_support_format_tar(struct archive *);
int archive_read_support_format_zip(struct archive *);
int archive_read_open_memory(struct archive *, const void *bytes, size_t count);
int archive_read_next_header(struct archive *, struct archive_entry **);
ptrdiff_t archive_read_data(struct archive *, void *bytes, size_t count);
const char *archive_error_string(struct archive *);
int archive_read_free(struct archive *);
unsigned int archive_entry_filetype(struct archive_entry *);
const char *archive_entry_pathname(struct archive_entry *);
const char *archive_entry_pathname_utf8(struct archive_entry *);
