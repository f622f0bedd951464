#pragma once

/// A call of OpenGL that goes wrong.
typedef enum gl_fault {
  GL_FAULT_NONE,
  /// Textures and buffers get no memory.
  GL_FAULT_MEMORY,
  /// A framebuffer is not complete.
  GL_FAULT_FRAMEBUFFER,
  /// A program does not link.
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

/// Has the number-th call of a kind on this thread fail, counted from 1; 0 has none fail.
void gl_fault_arm(gl_fault kind, int number);

/// Whether the call came, and failed.
_Bool gl_fault_happened(void);
