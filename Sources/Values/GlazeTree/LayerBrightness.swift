package import GlazeGeometry

/// How bright a layer may be, in relation to the headroom of the output.
package struct LayerBrightness: Sendable, Hashable {
  /// The part of the headroom that a layer uses.
  package enum Range: UInt8, Sendable, CaseIterable {
    /// None: nothing is brighter than white.
    case standard
    /// The square root of the headroom: half of its stops.
    case constrained
    /// All of it.
    case full
  }

  package var range = Range.standard
  /// The brightest light of the layer's image in multiples of white; 0 where it is not known.
  package var headroom: Float = 0
  /// Whether an image that is brighter than the layer may be is compressed, instead of clipped.
  package var compresses = true

  package init() {}

  /// The brightest light of the layer, for an output with a headroom.
  package func limit(_ headroom: Double) -> Double {
    switch range {
    case .standard: 1
    case .constrained: headroom.squareRoot()
    case .full: headroom
    }
  }

  /// Whether an image may be drawn from half floats.
  package func isDeep(_ image: CGImage) -> Bool {
    image.isDeep || (image.gainMap != nil && range != .standard)
  }
}
