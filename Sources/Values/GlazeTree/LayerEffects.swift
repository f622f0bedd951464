package import Foundation
package import GlazeGeometry

/// The shadow under a layer.
package struct LayerShadow: Sendable, Equatable {
  /// The color, unpremultiplied and sRGB encoded, with the shadow's opacity in its alpha; alpha is
  /// above 0.
  package var color: SIMD4<Float>
  /// The offset, in points of the layer's space.
  package var offset: CGSize
  /// The blur radius, in points of the layer's space; not negative.
  ///
  /// The standard deviation is 0.945 of it.
  package var radius: Double
  /// The shape that casts the shadow, in the layer's space; nil for everything that the layer
  /// paints.
  package var path: CGPath?

  package init(color: SIMD4<Float>, offset: CGSize, radius: Double, path: CGPath? = nil) {
    self.color = color
    self.offset = offset
    self.radius = radius
    self.path = path
  }
}

/// The effects on the image of a layer with its sublayers.
package struct LayerEffects: Sendable, Equatable {
  /// The filters that are applied in order to the layer's image.
  package var filters: [LayerFilter] = []
  /// The filters that are applied in order to the content behind the layer and the groups around
  /// it, inside of its rounded bounds.
  ///
  /// The result fades with the layer.
  package var backgroundFilters: [LayerFilter] = []
  /// How the layer is composited with its backdrop.
  package var blendMode: BlendMode = .sourceOver
  /// The number of pixels per point of the bitmap through which the layer is drawn; nil when it is
  /// drawn directly.
  package var rasterizationScale: Double?
  /// Whether the content does not blend with the layer's backdrop, because the layer is drawn as a
  /// separate image.
  package var isIsolated = false

  package init() {}
}

/// One filter of an image.
package enum LayerFilter: Sendable, Equatable {
  /// A blur with the standard deviation in points of the layer's space.
  case gaussianBlur(radius: Double)
  /// A linear map of unpremultiplied colors.
  case colorMatrix(ColorMatrix)
}

/// A linear map of unpremultiplied colors: `result[i] = rows[i] . (r, g, b, a) + bias[i]`.
package struct ColorMatrix: Sendable, Equatable {
  /// The rows for red, green, blue and alpha.
  package var rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  package var bias: SIMD4<Float>

  package static let identity = ColorMatrix(
    rows: (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)), bias: .zero)

  package init(
    rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), bias: SIMD4<Float>
  ) {
    self.rows = rows
    self.bias = bias
  }

  package static func == (a: ColorMatrix, b: ColorMatrix) -> Bool {
    a.rows == b.rows && a.bias == b.bias
  }
}

/// How a color is composited with its backdrop, with the names of the W3C's compositing
/// specification and of Porter and Duff.
package enum BlendMode: UInt8, Sendable, CaseIterable {
  case sourceOver
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion
  case hue, saturation, color, luminosity
  case linearDodge, linearBurn, linearLight, vividLight, pinLight, subtract, divide
  case clear, copy, sourceIn, sourceOut, sourceAtop
  case destination, destinationOver, destinationIn, destinationOut, destinationAtop, xor
  case plusLighter, plusDarker
  /// Modes of premultiplied components, including alpha.
  case subtractSource, subtractDestination, minimum, maximum
}

/// Colors that vary over a layer's rounded bounds.
package struct LayerGradient: Sendable, Equatable {
  package enum Kind: UInt8, Sendable, CaseIterable {
    case axial, radial, conic
  }

  package struct Stop: Sendable, Equatable {
    /// The location in 0...1, not below that of the previous stop.
    package var location: Float
    /// The color, unpremultiplied and sRGB encoded.
    package var color: SIMD4<Float>

    package init(location: Float, color: SIMD4<Float>) {
      self.location = location
      self.color = color
    }
  }

  package var kind: Kind
  /// The stops in order of location; not empty.
  package var stops: [Stop]
  /// The start, in unit coordinates of the bounds.
  package var start: CGPoint
  package var end: CGPoint

  package init(kind: Kind, stops: [Stop], start: CGPoint, end: CGPoint) {
    self.kind = kind
    self.stops = stops
    self.start = start
    self.end = end
  }
}
