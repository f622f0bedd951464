#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "lazy.h"

#if __has_include(<jpeglib.h>)
#include <jpeglib.h>
#endif

// The file names that match the headers, by their major versions, and the Debian 12 packages that contain
// them.
static const struct {
  const char *file, *package;
} libraries[] = {
  [GLAZE_LAZY_CAIRO] = {"libcairo.so.2", "libcairo2"},
  [GLAZE_LAZY_PANGO] = {"libpangocairo-1.0.so.0", "libpangocairo-1.0-0"},
  [GLAZE_LAZY_XML] = {"libxml2.so.2", "libxml2"},
#if defined(JPEG_LIB_VERSION) && JPEG_LIB_VERSION >= 80
  [GLAZE_LAZY_JPEG] = {"libjpeg.so.8", "libjpeg-turbo8"},
#else
  [GLAZE_LAZY_JPEG] = {"libjpeg.so.62", "libjpeg62-turbo"},
#endif
  [GLAZE_LAZY_PNG] = {"libpng16.so.16", "libpng16-16"},
  [GLAZE_LAZY_WEBP] = {"libwebp.so.7", "libwebp7"},
  [GLAZE_LAZY_ARCHIVE] = {"libarchive.so.13", "libarchive13"},
  [GLAZE_LAZY_HEIF] = {"libheif.so.1", "libheif1"},
  [GLAZE_LAZY_JXL] = {"libjxl.so.0.7", "libjxl0.7"},
  [GLAZE_LAZY_LCMS] = {"liblcms2.so.2", "liblcms2-2"},
  [GLAZE_LAZY_OPENEXR] = {"libOpenEXRCore-3_1.so.30", "libopenexr-3-1-30"},
  [GLAZE_LAZY_OPENJPEG] = {"libopenjp2.so.7", "libopenjp2-7"},
  [GLAZE_LAZY_TIFF] = {"libtiff.so.6", "libtiff6"},
  [GLAZE_LAZY_SDL] = {"libSDL2-2.0.so.0", "libsdl2-2.0-0"},
  [GLAZE_LAZY_SIXEL] = {"libsixel.so.1", "libsixel1"},
  [GLAZE_LAZY_DRM] = {"libdrm.so.2", "libdrm2"},
};

enum { LIBRARY_COUNT = sizeof libraries / sizeof *libraries };

static atomic_bool used[LIBRARY_COUNT];

const char *glaze_lazy_file(glaze_lazy_library library) { return libraries[library].file; }

const char *glaze_lazy_package(glaze_lazy_library library) { return libraries[library].package; }

bool glaze_lazy_is_used(glaze_lazy_library library) {
  return atomic_load_explicit(&used[library], memory_order_relaxed);
}

static void *address_of(glaze_lazy_library library, const char *name) {
  // Libraries that are already loaded come first: a program that links the library uses its own.
  void *address = dlsym(RTLD_DEFAULT, name);
  if (address) return address;
  // Never closed. Opening it again only increments a count, so no thread has to wait for another here.
  void *handle = dlopen(libraries[library].file, RTLD_LAZY | RTLD_LOCAL);
  return handle ? dlsym(handle, name) : NULL;
}

/// Replaces a function whose library is missing.
static void *return_null(void) { return NULL; }

__attribute__((visibility("hidden"))) void *glaze_lazy_find(
  const struct glaze_lazy_function *function
) {
  void *address = address_of(function->library, function->name);
  if (!address) {
    // Callers check glaze_lazy_is_there() first. One that does not must not end the host's process.
    fprintf(stderr, "glaze: %s() is missing: install %s (Debian: %s)\n", function->name,
            libraries[function->library].file, libraries[function->library].package);
    return (void *)return_null;
  }
  atomic_store_explicit(&used[function->library], true, memory_order_relaxed);
  __atomic_store_n(function->slot, address, __ATOMIC_RELEASE);
  return address;
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

static const struct {
  glaze_lazy_library library;
  const char *name;
} functions[] = {
#define FUNCTION(library, name) {GLAZE_LAZY_##library, #name},
#define OPTIONAL(library, name) FUNCTION(library, name)
#include "functions.h"
};

static bool has_all_functions(glaze_lazy_library library) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (functions[i].library == library && !address_of(library, functions[i].name)) return false;
  return true;
}

bool glaze_lazy_is_there(glaze_lazy_library library) {
  // A library stays loaded. A missing one is searched for again, since it may be installed later.
  static atomic_bool found[LIBRARY_COUNT];
  if (atomic_load_explicit(&found[library], memory_order_relaxed)) return true;
  bool is_there = has_all_functions(library);
  if (is_there) atomic_store_explicit(&found[library], true, memory_order_relaxed);
  return is_there;
}

#else

bool glaze_lazy_is_there(glaze_lazy_library library) { return library < GLAZE_LAZY_ARCHIVE; }

#endif
