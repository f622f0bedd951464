package import Foundation
package import GlazeGeometry

/// The shadow under a layer.
package struct LayerShadow: Sendable, Equatable {
  /// Unpremultiplied, sRGB encoded; the shadow's opacity is in its alpha; alpha above 0.
  package var color: SIMD4<Float>
  /// In points of the layer's space.
  package var offset: CGSize
  /// The standard deviation of the blur is 0.945 of it; in points of the layer's space; not negative.
  package var radius: Double
  /// What casts the shadow, in the layer's space; nil for all that the layer paints.
  package var path: CGPath?

  package init(color: SIMD4<Float>, offset: CGSize, radius: Double, path: CGPath? = nil) {
    self.color = color
    self.offset = offset
    self.radius = radius
    self.path = path
  }
}

/// What is done to the picture of a layer with its sublayers.
package struct LayerEffects: Sendable, Equatable {
  /// Applied in order to the layer's picture.
  package var filters: [LayerFilter] = []
  /// Applied in order to what lies behind the layer and the groups around it, inside of its rounded
  /// bounds; fades with the layer.
  package var backgroundFilters: [LayerFilter] = []
  /// How the layer meets what lies behind it.
  package var blendMode: BlendMode = .sourceOver
  /// Pixels per point of a bitmap that the layer is drawn through; nil when it is drawn directly.
  package var rasterizationScale: Double?
  /// Whether what is inside blends with nothing that lies behind the layer: its picture is made apart.
  package var isIsolated = false

  package init() {}
}

/// One step that a picture goes through.
package enum LayerFilter: Sendable, Equatable {
  /// Standard deviation in points of the layer's space.
  case gaussianBlur(radius: Double)
  /// Acts on unpremultiplied colors.
  case colorMatrix(ColorMatrix)
}

/// A linear map of unpremultiplied colors: `result[i] = rows[i] . (r, g, b, a) + bias[i]`.
package struct ColorMatrix: Sendable, Equatable {
  /// For red, green, blue and alpha.
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

/// How a color meets the one behind it, by the names of the W3C's compositing specification and of
/// Porter and Duff.
package enum BlendMode: UInt8, Sendable, CaseIterable {
  case sourceOver
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion
  case hue, saturation, color, luminosity
  case linearDodge, linearBurn, linearLight, vividLight, pinLight, subtract, divide
  case clear, copy, sourceIn, sourceOut, sourceAtop
  case destination, destinationOver, destinationIn, destinationOut, destinationAtop, xor
  case plusLighter, plusDarker
  /// Of premultiplied components, alpha included.
  case subtractSource, subtractDestination, minimum, maximum
}

/// Colors that run through a layer's rounded bounds.
package struct LayerGradient: Sendable, Equatable {
  package enum Kind: UInt8, Sendable, CaseIterable {
    case axial, radial, conic
  }

  package struct Stop: Sendable, Equatable {
    /// In 0...1, not below that of the stop before.
    package var location: Float
    /// Unpremultiplied, sRGB encoded.
    package var color: SIMD4<Float>

    package init(location: Float, color: SIMD4<Float>) {
      self.location = location
      self.color = color
    }
  }

  package var kind: Kind
  /// In order of location; not empty.
  package var stops: [Stop]
  /// In unit coordinates of the bounds.
  package var start: CGPoint
  package var end: CGPoint

  package init(kind: Kind, stops: [Stop], start: CGPoint, end: CGPoint) {
    self.kind = kind
    self.stops = stops
    self.start = start
    self.end = end
  }
}
