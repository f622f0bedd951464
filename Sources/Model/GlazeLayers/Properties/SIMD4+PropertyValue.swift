package import Foundation
import GlazeGeometry

// The numbers of a property value.
extension SIMD4<Double> {
  /// A missing color: every color that is mixed with it becomes a missing color, too.
  package static let noColor = SIMD4<Double>(repeating: .nan)

  /// Creates the numbers of a value; nil if it has none.
  package init?(_ value: PropertyValue) {
    switch value {
    case .none: self = .noColor
    case .number(let n): self.init(n, 0, 0, 0)
    case .bool(let truth): self.init(truth ? 1 : 0, 0, 0, 0)
    case .point(let p): self.init(p.x.native, p.y.native, 0, 0)
    case .size(let s): self.init(s.width.native, s.height.native, 0, 0)
    case .rect(let r): self.init(r)
    case .color(let color): self.init(color.extendedSRGB)
    default: return nil
    }
  }

  package init(_ r: CGRect) {
    self.init(
      r.origin.x.native, r.origin.y.native, r.size.width.native, r.size.height.native)
  }

  /// A Boolean value that indicates whether all components are numbers.
  @inline(__always)
  package var isFinite: Bool { (self * 0).sum() == 0 }

  /// Returns whether animated numbers can be drawn; otherwise the layer's own are shown.
  package func canBeShown(as kind: PropertyKind) -> Bool {
    switch kind {
    // NaN represents a missing color.
    case .color: true
    case .rect: canBeBounds
    default: isFinite
    }
  }

  /// A Boolean value that indicates whether a layer with these bounds can be placed; otherwise it
  /// is not drawn.
  @inline(__always)
  package var canBeBounds: Bool {
    // The origin is subtracted from all positions in the layer; up to 1e12 this leaves each
    // accurate to a 4,000th of a point. Pixels are computed in single precision, in which sizes
    // beyond 1e30 are nearly infinite.
    (self * SIMD4(0x1p984, 0x1p984, 0x1p924, 0x1p924)).isFinite
  }

  package var point: CGPoint { CGPoint(x: x, y: y) }

  package var rect: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// Returns the components shifted: component n becomes component n + offset.
  package func moved(by offset: Int) -> SIMD4<Double> {
    switch offset {
    case 1: SIMD4(0, x, y, z)
    case 2: SIMD4(0, 0, x, y)
    case 3: SIMD4(0, 0, 0, x)
    default: self
    }
  }
}

extension PropertyValue {
  /// Creates a value of a kind from its numbers.
  package init(_ n: SIMD4<Double>, as kind: PropertyKind) {
    switch kind {
    // The copy is complete once all numbers are set.
    case .int: self = .number(n.x.isFinite ? n.x.rounded(.towardZero) : 0)
    case .bits: self = .number(n.x.isFinite ? n.x.rounded() : 0)
    case .point: self = .point(n.point)
    case .size: self = .size(CGSize(width: n.x, height: n.y))
    case .rect: self = .rect(n.rect)
    case .color:
      if n.w.isNaN {
        self = .none
      } else {
        self = .color(
          CGColor(
            srgbRed: CGFloat(n.x), green: CGFloat(n.y), blue: CGFloat(n.z), alpha: CGFloat(n.w)))
      }
    default: self = .number(n.x)
    }
  }
}
