package import GlazeGeometry

/// How a finished frame is shown on something of a host's: a window's framebuffer, or a texture.
///
/// The frame is drawn on a surface of its own first, since later frames are drawn over it; of what lies under
/// it on the host's nothing is known, and nothing is read but by blending.
package struct Presentation: Sendable, Equatable {
  /// The parts of the frame that are shown, in its pixels; what lies elsewhere on the host's stays.
  package var windows: [PixelWindow]
  /// Where the frame's corner with the smallest coordinates of OpenGL lies, in pixels.
  package var origin: SIMD2<Int32>
  /// Whether rows are counted from the top, as those of the frame are; OpenGL's windows begin at the bottom.
  package var isTopDown: Bool
  /// Whether the frame takes the place of what is there; if not, it is laid over it.
  package var replaces: Bool

  package init(
    windows: [PixelWindow], origin: SIMD2<Int32> = .zero, isTopDown: Bool = false,
    replaces: Bool = false
  ) {
    (self.windows, self.origin) = (windows, origin)
    (self.isTopDown, self.replaces) = (isTopDown, replaces)
  }
}
