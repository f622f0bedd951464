// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

// Conversions between C values and the properties of objects.

extension glaze_point {
  init(_ point: CGPoint) { self.init(x: point.x.native, y: point.y.native) }
  var point: CGPoint { CGPoint(x: x, y: y) }
}

extension glaze_size {
  init(_ size: CGSize) { self.init(width: size.width.native, height: size.height.native) }
  var size: CGSize { CGSize(width: width, height: height) }
}

extension glaze_rect {
  init(_ rect: CGRect) {
    self.init(
      x: rect.origin.x.native, y: rect.origin.y.native, width: rect.size.width.native,
      height: rect.size.height.native)
  }
  var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
}

extension glaze_color {
  init(_ color: CGColor) {
    let parts = color.standardRGB ?? SIMD4<Double>(color.extendedSRGB)
    self.init(red: parts.x, green: parts.y, blue: parts.z, alpha: parts.w)
  }
  var color: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
}

extension glaze_affine {
  init(_ t: CGAffineTransform) {
    self.init(
      a: t.a.native, b: t.b.native, c: t.c.native, d: t.d.native, tx: t.tx.native, ty: t.ty.native)
  }
  var affine: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
}

// The fields of both are in order from m11 to m44.
extension glaze_transform {
  init(_ t: CATransform3D) { self = unsafeBitCast(t, to: glaze_transform.self) }
  var transform: CATransform3D { unsafeBitCast(self, to: CATransform3D.self) }
}

// MARK: From C

extension glaze_value {
  /// The largest depth of nested lists.
  private static let maximumDepth = 16

  /// Returns the value as key-value coding takes it; nil removes a value.
  func object(depth: Int = 0) throws(Failure) -> Any? {
    switch type {
    case GLAZE_TYPE_NONE: return nil
    case GLAZE_TYPE_NUMBER: return NSNumber(value: `as`.number)
    case GLAZE_TYPE_BOOL: return NSNumber(value: `as`.boolean)
    case GLAZE_TYPE_POINT: return `as`.point.point
    case GLAZE_TYPE_SIZE: return `as`.size.size
    case GLAZE_TYPE_RECT: return `as`.rect.rect
    case GLAZE_TYPE_COLOR: return `as`.color.color
    case GLAZE_TYPE_TRANSFORM: return `as`.transform.transform
    case GLAZE_TYPE_AFFINE: return `as`.affine.affine
    case GLAZE_TYPE_STRING: return try text(`as`.string, "string")
    case GLAZE_TYPE_PATH: return try path(text(`as`.string, "path"))
    case GLAZE_TYPE_OBJECT:
      guard let handle = `as`.object else { return nil }
      let (object, kind) = try HandleTable.shared.object(handle, "object")
      guard kind.isObject else {
        throw HandleTable.shared.misuse("the value is \(kind.name), not an object of the model")
      }
      return object
    case GLAZE_TYPE_ARRAY: return try list(depth: depth)
    default: throw .argument("there is no value type \(type.rawValue)")
    }
  }

  private func list(depth: Int) throws(Failure) -> [Any] {
    let (values, count) = (`as`.array.values, `as`.array.count)
    if count == 0 { return [] }
    guard let values, count <= Int.max / MemoryLayout<glaze_value>.stride else {
      throw .argument("an array has a count of \(count), and its values are NULL")
    }
    guard depth < Self.maximumDepth else { throw .argument("arrays are nested too deeply") }
    var list: [Any] = []
    list.reserveCapacity(count)
    for index in 0..<count {
      // Values that are nothing keep their position.
      list.append(try values[index].object(depth: depth + 1) ?? NSNull())
    }
    return list
  }
}

/// Returns the path of an SVG path string.
func path(_ text: String) throws(Failure) -> CGPath {
  do {
    return try CGPath(svgPath: text)
  } catch {
    throw .argument("the path cannot be read: \(error)")
  }
}

extension NSNumber {
  /// Returns whether the number is a Boolean: in Foundation only Booleans have the C type "c".
  var isBool: Bool { objCType.pointee == CChar(UInt8(ascii: "c")) }
}

// MARK: To C

extension glaze_value {
  /// The value that is nothing.
  static var none: glaze_value { glaze_value() }

  private init(_ number: NSNumber) {
    self.init()
    if number.isBool {
      (type, `as`.boolean) = (GLAZE_TYPE_BOOL, number.boolValue)
    } else {
      (type, `as`.number) = (GLAZE_TYPE_NUMBER, number.doubleValue)
    }
  }

  private init(_ type: glaze_type, copying text: String) {
    self.init()
    self.type = type
    `as`.string = UnsafePointer(strdup(text))
  }

  private init(_ values: [Any?]) {
    self.init()
    type = GLAZE_TYPE_ARRAY
    if values.isEmpty { return }
    let copy = UnsafeMutablePointer<glaze_value>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() {
      (copy + index).initialize(to: glaze_value(owning: value))
    }
    `as`.array.values = UnsafePointer(copy)
    `as`.array.count = values.count
  }

  /// Makes a value from the result of key-value coding, with memory and references of its own; nothing for values
  /// that C cannot represent.
  init(owning value: Any?) {
    self.init()
    switch value {
    case let value as NSNumber: self.init(value)
    case let value as String: self.init(GLAZE_TYPE_STRING, copying: value)
    case let value as CGPoint: (type, `as`.point) = (GLAZE_TYPE_POINT, glaze_point(value))
    case let value as CGSize: (type, `as`.size) = (GLAZE_TYPE_SIZE, glaze_size(value))
    case let value as CGRect: (type, `as`.rect) = (GLAZE_TYPE_RECT, glaze_rect(value))
    case let value as CGColor: (type, `as`.color) = (GLAZE_TYPE_COLOR, glaze_color(value))
    case let value as CATransform3D:
      (type, `as`.transform) = (GLAZE_TYPE_TRANSFORM, glaze_transform(value))
    case let value as CGAffineTransform:
      (type, `as`.affine) = (GLAZE_TYPE_AFFINE, glaze_affine(value))
    case let value as CGPath: self.init(GLAZE_TYPE_PATH, copying: value.svgPath)
    case let value as CAColorMatrix: self.init(value.numbers)
    case let value as CAMediaTimingFunction: self.init(value.controlPoints)
    case let value as CAValueFunction:
      self.init(GLAZE_TYPE_STRING, copying: value.name.rawValue)
    case let value as NSAttributedString: self.init(GLAZE_TYPE_STRING, copying: value.string)
    case let value as [Any]: self.init(value)
    case let value as AnyObject:
      guard let handle = HandleTable.shared.handle(ofObject: value) else { return }
      (type, `as`.object) = (GLAZE_TYPE_OBJECT, handle)
    default: break
    }
  }

  /// Frees the memory and references of the value.
  mutating func clear() {
    switch type {
    case GLAZE_TYPE_STRING, GLAZE_TYPE_PATH: free(UnsafeMutablePointer(mutating: `as`.string))
    case GLAZE_TYPE_OBJECT: HandleTable.shared.release(`as`.object) { $0.isObject }
    case GLAZE_TYPE_ARRAY:
      guard let values = UnsafeMutablePointer(mutating: `as`.array.values) else { break }
      for index in 0..<`as`.array.count { values[index].clear() }
      values.deallocate()
    default: break
    }
    self = .none
  }
}

@c @implementation
public func glaze_value_clear(_ value: UnsafeMutablePointer<glaze_value>!) {
  value?.pointee.clear()
}

@c @implementation
public func glaze_free(_ memory: UnsafeMutableRawPointer!) { free(memory) }

extension CAMediaTimingFunction {
  /// The coordinates x and y of both control points.
  fileprivate var controlPoints: [Double] {
    [1, 2].flatMap { index in
      var point: [Float] = [0, 0]
      getControlPoint(at: index, values: &point)
      return point.map(Double.init)
    }
  }
}

extension CAColorMatrix {
  /// The numbers of the matrix, row by row.
  fileprivate var numbers: [Double] {
    withUnsafeBytes(of: self) { $0.bindMemory(to: Float.self).map(Double.init) }
  }
}
