#pragma once
#include <stdbool.h>

// Libraries that are loaded when the first of their functions is called.
//
// What draws text (Pango, cairo, GLib, fontconfig, HarfBuzz and what these need: some 35 libraries) and
// libxml2 (with ICU) take a fifth of the time in which a program without them starts a driver, and most
// pictures need neither; readers of pictures take little, but few documents have pictures. ELF cannot say
// "load this later", so this target defines the functions that Glaze calls: each jumps through a slot,
// which at first leads to code that loads the library and fills the slot. Headers, types and calls stay
// what they are.
//
// The linker prefers these definitions to those of a library, and --as-needed leaves out the libraries
// of which nothing else is used: Scripts/release says so. Without that option they are loaded at the
// start, and their functions are found in them.
//
// Every library may be missing when a program runs, so callers check glaze_lazy_is_there() first, where
// they begin to use one. Of those that are listed last no header is needed either.

/// A library that is loaded late.
typedef enum {
  GLAZE_LAZY_CAIRO,
  GLAZE_LAZY_PANGO,
  GLAZE_LAZY_XML,
  GLAZE_LAZY_JPEG,
  GLAZE_LAZY_PNG,
  GLAZE_LAZY_WEBP,
  // Those that Glaze builds without.
  GLAZE_LAZY_ARCHIVE,
  GLAZE_LAZY_HEIF,
  GLAZE_LAZY_LCMS,
  GLAZE_LAZY_OPENJPEG,
  GLAZE_LAZY_TIFF,
  GLAZE_LAZY_SDL,
  GLAZE_LAZY_SIXEL,
  GLAZE_LAZY_DRM,
} glaze_lazy_library;

/// Whether a function of the library has been called by now, in this process.
///
/// False on processors for which there are no such functions: all but those of x86-64 and of arm64.
bool glaze_lazy_is_used(glaze_lazy_library library);

/// Returns whether the library has all functions that Glaze calls; loads it.
///
/// On processors for which there are no such functions the program links the first six libraries, and the
/// others are never there.
bool glaze_lazy_is_there(glaze_lazy_library library);

/// The file that the dynamic linker searches for, such as "libcairo.so.2"; lives for ever.
const char *glaze_lazy_file(glaze_lazy_library library);

/// The package of Debian that has the library; lives for ever.
const char *glaze_lazy_package(glaze_lazy_library library);

#include "libSDL2.h"
#include "libarchive.h"
#include "libdrm.h"
#include "libheif.h"
#include "liblcms2.h"
#include "libopenjp2.h"
#include "libsixel.h"
#include "libtiff.h"
