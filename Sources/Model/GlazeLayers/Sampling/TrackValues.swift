import Foundation
import GlazeAnimation
import GlazeGeometry

// The representation of property values while they are animated.

/// The form in which a property is animated.
enum TrackForm {
  /// Up to four numbers.
  case numbers
  case transform
  /// Any other value.
  case object

  init(_ kind: PropertyKind) {
    switch kind {
    case .int, .float, .double, .bits, .point, .size, .rect, .color: self = .numbers
    case .transform: self = .transform
    default: self = .object
    }
  }
}

extension SIMD4<Double> {
  /// A missing color: every color that is mixed with it becomes a missing color, too.
  static let noColor = SIMD4<Double>(repeating: .nan)

  /// Creates the numbers of a value; nil if it has none.
  init?(_ value: PropertyValue) {
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

  init(_ r: CGRect) {
    self.init(
      r.origin.x.native, r.origin.y.native, r.size.width.native, r.size.height.native)
  }

  /// A Boolean value that indicates whether all components are numbers.
  @inline(__always)
  var isFinite: Bool { (self * 0).sum() == 0 }

  /// Returns whether animated numbers can be drawn; otherwise the layer's own are shown.
  func canBeShown(as kind: PropertyKind) -> Bool {
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
  var canBeBounds: Bool {
    // The origin is subtracted from all positions in the layer; up to 1e12 this leaves each
    // accurate to a 4,000th of a point. Pixels are computed in single precision, in which sizes
    // beyond 1e30 are nearly infinite.
    (self * SIMD4(0x1p984, 0x1p984, 0x1p924, 0x1p924)).isFinite
  }

  var point: CGPoint { CGPoint(x: x, y: y) }

  var rect: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// Returns the components shifted: component n becomes component n + offset.
  func moved(by offset: Int) -> SIMD4<Double> {
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
  init(_ n: SIMD4<Double>, as kind: PropertyKind) {
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

  /// Creates a value of a kind from its object form.
  init(_ object: ObjectValue, as kind: PropertyKind) {
    switch object {
    case .none: self = .none
    case .bool(let truth): self = .bool(truth)
    case .text(let text): self = .string(text)
    case .number(let n): self.init(n, as: kind)
    case .path(let elements): self = .path(CGPath(elements: elements))
    case .image(let image): self = .image(image)
    case .images(let mix): self = .images(mix)
    case .list(let list):
      switch kind {
      case .array(let element): self = .array(list.map { PropertyValue($0, as: element) })
      case .colorMatrix: self = .colorMatrix(CAColorMatrix(list))
      case .affine where list.count == 2:
        self = .affine(
          CGAffineTransform(
            a: CGFloat(list[0].x), b: CGFloat(list[0].y), c: CGFloat(list[0].z),
            d: CGFloat(list[0].w), tx: CGFloat(list[1].x), ty: CGFloat(list[1].y)))
      default: self = .array(list.map { PropertyValue($0, as: .double) })
      }
    }
  }
}

extension ObjectValue {
  /// Creates the form of a value; nil for a matrix, which has a form of its own.
  init?(_ value: PropertyValue) {
    switch value {
    case .none: self = .none
    case .bool(let truth): self = .bool(truth)
    case .string(let text): self = .text(text)
    case .path(let path): self = .path(path.elements)
    case .image(let image): self = .image(image)
    case .images(let mix): self = .images(mix)
    case .colorMatrix(let matrix): self = .list(matrix.quadruples)
    case .affine(let t):
      self = .list([
        SIMD4(t.a.native, t.b.native, t.c.native, t.d.native),
        SIMD4(t.tx.native, t.ty.native, 0, 0),
      ])
    case .array(let values):
      var list: [SIMD4<Double>] = []
      for value in values {
        guard let numbers = SIMD4(value) else { return nil }
        list.append(numbers)
      }
      self = .list(list)
    case .transform: return nil
    default:
      guard let numbers = SIMD4(value) else { return nil }
      self = .number(numbers)
    }
  }
}

extension CAColorMatrix {
  fileprivate var quadruples: [SIMD4<Double>] {
    let n = rowMajor.map(Double.init)
    return (0..<5).map { SIMD4(n[$0 * 4], n[$0 * 4 + 1], n[$0 * 4 + 2], n[$0 * 4 + 3]) }
  }

  fileprivate init(_ quadruples: [SIMD4<Double>]) {
    let numbers = quadruples.flatMap { [$0.x, $0.y, $0.z, $0.w].map { Float($0) } }
    self = CAColorMatrix(rowMajor: numbers) ?? .identity
  }
}

extension PropertyComponent {
  /// The components, of four numbers, of a part of a point, a size or a rectangle; nil for parts of
  /// matrices.
  var lanes: Range<Int>? {
    switch self {
    case .x, .width, .originX: 0..<1
    case .y, .height, .originY: 1..<2
    case .sizeWidth: 2..<3
    case .sizeHeight: 3..<4
    case .origin: 0..<2
    case .size: 2..<4
    default: nil
    }
  }
}
