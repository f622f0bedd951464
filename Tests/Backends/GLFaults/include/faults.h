#pragma once

/// A kind of failure of OpenGL calls.
typedef enum gl_fault {
  GL_FAULT_NONE,
  /// Textures and buffers get no memory.
  GL_FAULT_MEMORY,
  /// A framebuffer is not complete.
  GL_FAULT_FRAMEBUFFER,
  /// A shader program does not link.
  GL_FAULT_LINK,
  /// A shader does not compile.
  GL_FAULT_COMPILE,
  /// A buffer cannot be mapped.
  GL_FAULT_MAP,
  /// The context is lost.
  GL_FAULT_LOSS,
  /// A call reports an error.
  GL_FAULT_ERROR
} gl_fault;

/// Makes the call of a kind with this number fail on this thread, counted from 1; 0 makes none fail.
void gl_fault_arm(gl_fault kind, int number);

/// Returns whether the call was made, and failed.
_Bool gl_fault_happened(void);
