#pragma once
// OpenGL and OpenGL ES by tables of functions, without linking a library of either.
//
// Each context has a table, which its own loader fills. The functions below have the names and types of OpenGL's,
// and call those of the table that the thread uses; without one, they call EGL's.
#include <GL/glcorearb.h>

/// Returns the address of a function by its name; NULL for an unknown one. The context is the loader's own.
typedef void *_Nullable (*glaze_gl_loader)(void *_Nullable context, const char *_Nonnull name);

/// The functions of a context.
typedef struct glaze_gl {
#define FUNCTION(result, name, parameters, arguments) result(*name) parameters;
#include "functions.h"
  /// The functions as the context's loader returned them, where this table replaces some.
  const struct glaze_gl *_Nullable plain;
} glaze_gl;

/// Returns the address of a function of EGL's, or of the libraries of OpenGL and OpenGL ES; NULL for an unknown one.
void *_Nullable glaze_gl_find(void *_Nullable unused, const char *_Nonnull name);

/// Fills a table. A function that the loader does not find does nothing, and returns 0.
///
/// - Parameter load: NULL is glaze_gl_find.
void glaze_gl_load(glaze_gl *_Nonnull functions, glaze_gl_loader _Nullable load, void *_Nullable context);

/// Makes this thread use a table, and returns the one that it used before.
const glaze_gl *_Nullable glaze_gl_use(const glaze_gl *_Nullable functions);

/// The table that this thread uses; EGL's if it uses none.
const glaze_gl *_Nonnull glaze_gl_used(void);

/// Replaces functions that were found as tables are filled, in tests; NULL replaces none.
extern void *_Nullable (*_Nullable glaze_gl_intercept)(const char *_Nonnull name, void *_Nullable function);

/// The table that this thread uses; NULL until its first call.
extern __attribute__((tls_model("initial-exec"))) _Thread_local const glaze_gl *_Nullable glaze_gl_of_thread;

static inline const glaze_gl *_Nonnull glaze_gl_table(void) {
  const glaze_gl *functions = glaze_gl_of_thread;
  return functions ? functions : glaze_gl_used();
}

#define FUNCTION(result, name, parameters, arguments) \
  static inline result name parameters { return glaze_gl_table()->name arguments; }
#include "functions.h"
