package import GlazeGeometry

/// How a finished frame is presented on the host's target: a window's framebuffer, or a texture.
///
/// The frame is first drawn on a surface of its own, since later frames are drawn over it. The
/// content of the host's target is unknown, and is only read by blending.
package struct Presentation: Sendable, Equatable {
  /// The parts of the frame that are presented, in its pixels; the rest of the host's target is
  /// unchanged.
  package var windows: [PixelWindow]
  /// The position of the frame's corner with the smallest OpenGL coordinates, in pixels.
  package var origin: SIMD2<Int32>
  /// Whether rows are counted from the top, like those of the frame; OpenGL's windows begin at the
  /// bottom.
  package var isTopDown: Bool
  /// Whether the frame replaces the content of the target; if not, it is composited over it.
  package var replaces: Bool

  package init(
    windows: [PixelWindow], origin: SIMD2<Int32> = .zero, isTopDown: Bool = false,
    replaces: Bool = false
  ) {
    (self.windows, self.origin) = (windows, origin)
    (self.isTopDown, self.replaces) = (isTopDown, replaces)
  }
}
