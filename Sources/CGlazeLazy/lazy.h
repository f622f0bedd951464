#pragma once
#include "CGlazeLazy.h"

/// A function that a library is to be asked for.
struct glaze_lazy_function {
  const char *name;
  /// Where calls jump to.
  void **slot;
  glaze_lazy_library library;
};

/// Loads the function's library if it is not there, fills its slot and returns what it holds.
void *glaze_lazy_find(const struct glaze_lazy_function *function);
