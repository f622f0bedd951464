#pragma once
#include <stdbool.h>

// Libraries that are loaded when the first of their functions is called.
//
// The text libraries (Pango, cairo, GLib, fontconfig, HarfBuzz and their dependencies, some 35 libraries) and
// libxml2 (with ICU) take a fifth of the time in which a program without them starts a driver, and most
// scenes need neither; image libraries take little, but few documents have images. ELF cannot defer the
// loading of a library, so this target defines the functions that Glaze calls: each jumps through a slot,
// which at first points to code that loads the library and fills the slot. Headers, types and calls stay the
// same.
//
// The linker prefers these definitions to those of a library, and --as-needed omits the libraries of which
// nothing else is used; Scripts/release passes that option. Without it, the libraries are loaded at the
// start, and their own functions are used.
//
// Every library may be missing when a program runs, so callers check glaze_lazy_is_there() before they use
// one. The libraries at the end of the list do not need their headers for a build either.

/// A library that is loaded when it is first used.
typedef enum {
  GLAZE_LAZY_CAIRO,
  GLAZE_LAZY_PANGO,
  GLAZE_LAZY_XML,
  GLAZE_LAZY_JPEG,
  GLAZE_LAZY_PNG,
  GLAZE_LAZY_WEBP,
  // Libraries that are optional for a build.
  GLAZE_LAZY_ARCHIVE,
  GLAZE_LAZY_HEIF,
  GLAZE_LAZY_JXL,
  GLAZE_LAZY_LCMS,
  GLAZE_LAZY_OPENEXR,
  GLAZE_LAZY_OPENJPEG,
  GLAZE_LAZY_TIFF,
  GLAZE_LAZY_SDL,
  GLAZE_LAZY_SIXEL,
  GLAZE_LAZY_DRM,
} glaze_lazy_library;

/// Returns whether this process has called a function of the library so far.
///
/// Returns false on processors without such stubs, which are all except x86-64 and arm64.
bool glaze_lazy_is_used(glaze_lazy_library library);

/// Loads the library, and returns whether it has all functions that Glaze calls.
///
/// On processors without such stubs, the program links the first six libraries, and the others are never
/// available.
bool glaze_lazy_is_there(glaze_lazy_library library);

/// Returns the file that the dynamic linker searches for, such as "libcairo.so.2"; a static string.
const char *glaze_lazy_file(glaze_lazy_library library);

/// Returns the Debian package that contains the library; a static string.
const char *glaze_lazy_package(glaze_lazy_library library);

#include "libOpenEXRCore.h"
#include "libSDL2.h"
#include "libarchive.h"
#include "libdrm.h"
#include "libheif.h"
#include "libjxl.h"
#include "liblcms2.h"
#include "libopenjp2.h"
#include "libsixel.h"
#include "libtiff.h"
