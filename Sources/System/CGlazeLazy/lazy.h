#pragma once
#include "CGlazeLazy.h"

/// A function that is looked up in a library.
struct glaze_lazy_function {
  const char *name;
  /// The address that calls jump to.
  void **slot;
  glaze_lazy_library library;
};

/// Loads the function's library if necessary, fills the function's slot and returns its contents.
void *glaze_lazy_find(const struct glaze_lazy_function *function);
