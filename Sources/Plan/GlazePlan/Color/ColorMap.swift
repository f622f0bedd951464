package import GlazeGeometry

/// How colors of extended sRGB become those of an output.
package struct ColorMap: Sendable, Hashable {
  /// The encoding, of which only what changes numbers counts.
  package let output: OutputColor
  /// The brightest light, in multiples of white.
  package let limit: Double
  /// The brightest light of what is compressed to the limit; 0 where it is clipped.
  package let peak: Double

  /// - Parameters:
  ///   - limit: The brightest light; at most the output's headroom.
  ///   - peak: The brightest light of what is compressed; 0 to clip.
  package init(_ output: OutputColor, limit: Double, peak: Double = 0) {
    var output = output
    (output.headroom, output.compositing) = (1, .encoded)
    if output.transfer != .pq { output.whiteLuminance = 203 }
    if output.isDeep { output.depth = output.isFloat ? .half : .bits16 }
    self.output = output
    self.limit = limit
    self.peak = peak > limit ? peak : 0
  }

  /// The curve of light before it is limited; nil for the identity.
  var tone: ((Double) -> Double)? {
    guard peak > 0 else { return nil }
    let curve = ToneCurve(peak: peak, limit: limit, white: output.whiteLuminance)
    return { curve.map($0) }
  }

  /// Whether mapped images have half floats.
  package var isDeep: Bool { output.isDeep }
}

extension OutputColor {
  /// The map of solid colors; nil for the standard output, to which targets clamp.
  var colorMap: ColorMap? {
    isSRGB && !isDeep ? nil : ColorMap(self, limit: headroom)
  }
}

extension FramePlan.PixelFormat {
  /// The format of frames of an output.
  ///
  /// - Parameter isOpaque: Whether the frame's alpha is 1 everywhere: 2 bits suffice for it.
  package init(_ output: OutputColor, isOpaque: Bool) {
    self =
      switch output.depth {
      case .bits8: .unorm8
      case .bits10: isOpaque ? .unorm10 : .unorm16
      case .bits16: .unorm16
      case .half, .float: .float16
      }
  }
}
