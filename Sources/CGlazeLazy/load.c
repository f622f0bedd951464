#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "lazy.h"

#if __has_include(<jpeglib.h>)
#include <jpeglib.h>
#endif

// What headers of the same major version were written for.
static const char *const names[] = {
  [GLAZE_LAZY_CAIRO] = "libcairo.so.2",
  [GLAZE_LAZY_PANGO] = "libpangocairo-1.0.so.0",
  [GLAZE_LAZY_XML] = "libxml2.so.2",
#if defined(JPEG_LIB_VERSION) && JPEG_LIB_VERSION >= 80
  [GLAZE_LAZY_JPEG] = "libjpeg.so.8",
#else
  [GLAZE_LAZY_JPEG] = "libjpeg.so.62",
#endif
  [GLAZE_LAZY_PNG] = "libpng16.so.16",
  [GLAZE_LAZY_WEBP] = "libwebp.so.7",
  [GLAZE_LAZY_ARCHIVE] = "libarchive.so.13",
  [GLAZE_LAZY_HEIF] = "libheif.so.1",
  [GLAZE_LAZY_LCMS] = "liblcms2.so.2",
  [GLAZE_LAZY_OPENJPEG] = "libopenjp2.so.7",
  [GLAZE_LAZY_TIFF] = "libtiff.so.6",
  [GLAZE_LAZY_SDL] = "libSDL2-2.0.so.0",
  [GLAZE_LAZY_SIXEL] = "libsixel.so.1",
  [GLAZE_LAZY_DRM] = "libdrm.so.2",
};

static atomic_bool used[sizeof names / sizeof *names];

bool glaze_lazy_is_used(glaze_lazy_library library) {
  return atomic_load_explicit(&used[library], memory_order_relaxed);
}

/// As the loader of a program ends one whose library is missing.
static void *fail(void) {
  const char *error = dlerror();
  fprintf(stderr, "glaze: error while loading shared libraries: %s\n", error ? error : "unknown");
  _Exit(127);
}

static void *address_of(glaze_lazy_library library, const char *name) {
  // First what is loaded already: a program that links the library brings its own.
  void *address = dlsym(RTLD_DEFAULT, name);
  if (address) return address;
  // Never closed. Opened again it is only counted, so no thread has to wait for another here.
  void *handle = dlopen(names[library], RTLD_LAZY | RTLD_LOCAL);
  return handle ? dlsym(handle, name) : NULL;
}

__attribute__((visibility("hidden"))) void *glaze_lazy_find(
  const struct glaze_lazy_function *function
) {
  atomic_store_explicit(&used[function->library], true, memory_order_relaxed);
  void *address = address_of(function->library, function->name);
  if (!address) address = fail();
  __atomic_store_n(function->slot, address, __ATOMIC_RELEASE);
  return address;
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

static const struct {
  glaze_lazy_library library;
  const char *name;
} optional[] = {
#define FUNCTION(library, name)
#define OPTIONAL(library, name) {GLAZE_LAZY_##library, #name},
#include "functions.h"
};

bool glaze_lazy_is_there(glaze_lazy_library library) {
  for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
    if (optional[i].library == library && !address_of(library, optional[i].name)) return false;
  return true;
}

#else

bool glaze_lazy_is_there(glaze_lazy_library library) {
  (void)library;
  return false;
}

#endif
