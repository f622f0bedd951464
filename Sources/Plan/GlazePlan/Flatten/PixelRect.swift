/// An upright rectangle of the frame, in pixels; empty when a minimum is not below its maximum.
struct PixelRect: Sendable, Equatable {
  var minX, minY, maxX, maxY: Double

  static let null = PixelRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// No pixels; unlike `null`, with finite edges.
  static let nothing = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// The distance around the frame, in pixels, within which items are drawn that no cull removes.
  ///
  /// Perspective needs this limit. A layer that comes close to the camera can be any number of
  /// pixels wide, and so could the image into which a group of it is drawn. The band is narrow,
  /// because a bitmap that would be too large gets fewer pixels, and one of a squeezed layer covers
  /// many points for each pixel around the frame.
  static let guardBand = 64.0

  /// A rectangle larger than any screen, and within every driver's limit.
  static let screens = PixelRect(minX: -8192, minY: -8192, maxX: 8192, maxY: 8192)

  var center: SIMD2<Double> { SIMD2(minX + maxX, minY + maxY) / 2 }

  /// Returns the point of the rectangle that is nearest to another one; that one itself when the rectangle is empty.
  func nearest(to point: SIMD2<Double>) -> SIMD2<Double> {
    isEmpty ? point : point.clamped(lowerBound: SIMD2(minX, minY), upperBound: SIMD2(maxX, maxY))
  }

  var isEmpty: Bool { !(minX < maxX && minY < maxY) }

  var area: Double { isEmpty ? 0 : (maxX - minX) * (maxY - minY) }

  func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// Moves the sides that do not lie inside another rectangle far away.
  mutating func open(beyond image: PixelRect) {
    let far = Self.screens
    if minX <= image.minX { minX = min(minX, far.minX) }
    if minY <= image.minY { minY = min(minY, far.minY) }
    if maxX >= image.maxX { maxX = max(maxX, far.maxX) }
    if maxY >= image.maxY { maxY = max(maxY, far.maxY) }
  }

  func moved(by step: SIMD2<Double>) -> PixelRect {
    PixelRect(minX: minX + step.x, minY: minY + step.y, maxX: maxX + step.x, maxY: maxY + step.y)
  }

  func contains(_ other: PixelRect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  @inline(__always)
  mutating func formUnion(_ other: PixelRect) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  mutating func formUnion(_ point: SIMD2<Double>) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }

  /// The smallest rectangle of integer pixels that contains this one and `margin` pixels around it.
  func outset(by margin: Double) -> PixelRect {
    PixelRect(
      minX: (minX - margin).rounded(.down), minY: (minY - margin).rounded(.down),
      maxX: (maxX + margin).rounded(.up), maxY: (maxY + margin).rounded(.up))
  }
}
