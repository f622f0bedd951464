// An ICU data package without data, for programs that are linked with the archives of Foundation.
//
// Foundation includes ICU with 34 MB of tables: calendars, place names, sort orders of all languages. Glaze
// uses none of them. The linker uses the first table that it sees, so that Foundation's tables are not
// linked. ICU accepts the package as one without entries, and reports to its callers that entries are
// missing. When another version of ICU is linked the name differs, and this is an unused constant.

#include <stdint.h>

struct package {
  uint16_t header_size;
  uint8_t magic[2];
  // UDataInfo: the size of the fields up to the version of the data.
  uint16_t info_size, reserved_word;
  uint8_t is_big_endian, charset_family, size_of_uchar, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  // The table of contents, with a count of zero entries.
  uint32_t padding[2];
  uint32_t count, reserved;
};

_Static_assert(sizeof(struct package) == 40, "32 bytes of header, and the table");

__attribute__((visibility("hidden"), used, aligned(16)))
const struct package icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_uchar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
