public import Foundation

/// A distance and a direction in the plane.
///
/// Observed: Apple header CGGeometry.h.
public struct CGVector: Hashable, Sendable, Codable {
  /// The distance along x, in points.
  public var dx: CGFloat
  /// The distance along y, in points.
  public var dy: CGFloat

  /// The zero vector.
  public static let zero = CGVector()

  /// Makes a vector of length 0.
  public init() { self.init(dx: 0, dy: 0) }

  /// Makes a vector.
  public init(dx: CGFloat, dy: CGFloat) {
    (self.dx, self.dy) = (dx, dy)
  }

  /// Makes a vector.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Makes a vector.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Reads the two numbers of a list.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(dx: try list.decode(CGFloat.self), dy: try list.decode(CGFloat.self))
  }

  /// Writes the two numbers as a list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(dx)
    try list.encode(dy)
  }
}

/// The components of an affine transform in the order of application: scale, shear, rotation,
/// translation.
///
/// Observed: Apple header CGAffineTransform.h.
public struct CGAffineTransformComponents: Hashable, Sendable {
  /// Factors along x and y; negative ones mirror.
  public var scale: CGSize
  /// The distance that x moves for each unit of y.
  public var horizontalShear: CGFloat
  /// The rotation, in radians; a positive angle rotates +x toward +y.
  public var rotation: CGFloat
  /// The translation, in points.
  public var translation: CGVector

  /// Makes components whose values are all 0.
  public init() { self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero) }

  /// Makes components.
  public init(
    scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Makes the transform that applies all of the components.
  public init(_ components: CGAffineTransformComponents) {
    let (sx, sy) = (components.scale.width, components.scale.height)
    let (cosine, sine) = (
      CGFloat(cos(components.rotation.native)), CGFloat(sin(components.rotation.native))
    )
    let shear = components.horizontalShear
    self.init(
      a: sx * cosine, b: sx * sine, c: sy * (shear * cosine - sine),
      d: sy * (shear * sine + cosine), tx: components.translation.dx,
      ty: components.translation.dy)
  }

  /// Decomposes the transform; `init(_:)` composes it again.
  ///
  /// A mirrored transform has a negative height, not a negative width.
  public func decomposed() -> CGAffineTransformComponents {
    let width = CGFloat(hypot(a.native, b.native))
    // Where x is scaled to 0, the image of y determines the rotation.
    let angle = width > 0 ? atan2(b.native, a.native) : atan2(-c.native, d.native)
    let (cosine, sine) = (CGFloat(cos(angle)), CGFloat(sin(angle)))
    let height = d * cosine - c * sine
    return CGAffineTransformComponents(
      scale: CGSize(width: width, height: height),
      horizontalShear: height == 0 ? 0 : (c * cosine + d * sine) / height,
      rotation: CGFloat(angle), translation: CGVector(dx: tx, dy: ty))
  }
}

extension CGAffineTransform: Codable {
  /// Reads the six numbers of a list.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    func next() throws -> CGFloat { try list.decode(CGFloat.self) }
    self.init(
      a: try next(), b: try next(), c: try next(), d: try next(), tx: try next(), ty: try next())
  }

  /// Writes the six numbers as a list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for number in [a, b, c, d, tx, ty] { try list.encode(number) }
  }
}
