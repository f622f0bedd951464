// For memmem.
#define _GNU_SOURCE
#include "CGlazeServe.h"

#include <string.h>

long glaze_find(const void *bytes, size_t count, const void *mark, size_t length) {
  const char *place = memmem(bytes, count, mark, length);
  return place ? (long)(place - (const char *)bytes) : -1;
}
