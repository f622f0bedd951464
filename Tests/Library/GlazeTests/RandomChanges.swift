import Foundation
import Glaze

/// Pseudorandom numbers that are the same every time, and changes that use them.
struct Numbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func next() -> CGFloat { CGFloat(next(below: 1000)) / 1000 }

  static let changes: [@Sendable (CALayer, inout Numbers) -> Void] = [
    { $0.position.x += 12 * ($1.next() - 0.5) },
    { $0.position.y += 60 * ($1.next() - 0.5) },
    { $0.opacity = Float($1.next()) },
    { $0.isHidden = !$0.isHidden && $1.next() < 0.9 },
    {
      $0.backgroundColor = CGColor(
        srgbRed: $1.next(), green: $1.next(), blue: $1.next(), alpha: $1.next())
    },
    { $0.cornerRadius = 12 * $1.next() },
    { $0.bounds.size.width *= 0.5 + $1.next() },
    { $0.transform = CATransform3DRotate($0.transform, $1.next(), 0, 0, 1) },
    { $0.transform = CATransform3DRotate($0.transform, $1.next(), 1, 1, 0) },
    { $0.zPosition = 40 * ($1.next() - 0.5) },
    { $0.masksToBounds = $1.next() < 0.5 },
    {
      $0.shadowOpacity = Float($1.next())
      $0.shadowRadius = 10 * $1.next()
    },
    { $0.borderWidth = 6 * $1.next() },
    { $0.shouldRasterize = $1.next() < 0.5 },
    { layer, _ in layer.addSublayer(layer.sublayers?.first ?? CALayer()) },
  ]
}

extension CALayer {
  /// The layer, its mask and all sublayers.
  var all: [CALayer] {
    [self] + (mask?.all ?? []) + (sublayers ?? []).flatMap(\.all)
  }
}
