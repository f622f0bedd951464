import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers

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

extension PropertyValue {
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
