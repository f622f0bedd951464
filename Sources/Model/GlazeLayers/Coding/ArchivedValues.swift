import Foundation
import GlazeDrawing
import GlazeGeometry

// The classes that represent in archives values that are not objects, by Apple's names:
// Foundation's archivers identify classes by their names here.

/// The base class of objects that represent a value.
class CACodingProxy: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }

  override init() {}
  required init?(coder: NSCoder) {}

  func encode(with coder: NSCoder) {}

  /// The represented value.
  var value: Any? { nil }

  override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }
}

/// Represents a point, a size, a rectangle, a matrix or a color matrix.
final class LKNSValueCodingProxy: CACodingProxy {
  private let kind: Int
  private let numbers: [Double]

  private init(kind: Int, _ numbers: [Double]) {
    self.kind = kind
    self.numbers = numbers
    super.init()
  }

  /// Creates the object; nil for a value of another type.
  convenience init?(_ value: Any) {
    switch value {
    case let value as CAColorMatrix:
      self.init(kind: ArchiveNames.colorMatrixKind, value.rowMajor.map { Double($0) })
    case let value as NSValue:
      switch value.unboxedGeometry {
      case let p as CGPoint: self.init(kind: 0, [p.x, p.y])
      case let s as CGSize: self.init(kind: 1, [s.width, s.height])
      case let r as CGRect:
        self.init(kind: 2, [r.origin.x, r.origin.y, r.width, r.height])
      case let t as CATransform3D: self.init(kind: 3, t.numbers)
      case let t as CGAffineTransform:
        self.init(kind: 3, CATransform3DMakeAffineTransform(t).numbers)
      default: return nil
      }
    default: return nil
    }
  }

  private static func parts(_ kind: Int) -> [String]? {
    if kind == ArchiveNames.colorMatrixKind { return ArchiveNames.colorMatrixParts }
    return ArchiveNames.valueParts.indices.contains(kind) ? ArchiveNames.valueParts[kind] : nil
  }

  required init?(coder: NSCoder) {
    kind = coder.decodeInteger(forKey: ArchiveNames.kind)
    guard let parts = Self.parts(kind), let numbers = coder.numbers(forKeys: parts) else {
      coder.refuse(
        ArchiveNames.value, expected: "numbers of a point, a size, a rectangle or a matrix")
      return nil
    }
    self.numbers = numbers
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    coder.encode(kind, forKey: ArchiveNames.kind)
    for (name, number) in zip(Self.parts(kind) ?? [], numbers) {
      coder.encode(number, forKey: name)
    }
  }

  override var value: Any? {
    switch kind {
    case 0: CGPoint(x: numbers[0], y: numbers[1])
    case 1: CGSize(width: numbers[0], height: numbers[1])
    case 2: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    case 3: CATransform3D(numbers: numbers)
    default: CAColorMatrix(rowMajor: numbers.map { Float($0) })
    }
  }
}

extension CATransform3D {
  fileprivate var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map {
      Double($0)
    }
  }

  fileprivate init(numbers n: [Double]) {
    self.init(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
      m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
      m44: n[15])
  }
}

/// Represents a color, in sRGB; for a pattern, its mean color.
final class LKCGColorCodingProxy: CACodingProxy {
  private let color: CGColor

  init(_ color: CGColor) {
    self.color = color
    super.init()
  }

  required init?(coder: NSCoder) {
    guard let rgb = coder.numbers(forKeys: ArchiveNames.colorParts) else {
      coder.refuse(ArchiveNames.color, expected: "a color with r, g and b")
      return nil
    }
    let alpha = coder.numbers(forKeys: [ArchiveNames.alpha])?.first ?? 1
    color = CGColor(srgbRed: rgb[0], green: rgb[1], blue: rgb[2], alpha: alpha)
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    let rgba = color.standardRGB ?? SIMD4<Double>(color.extendedSRGB)
    let names = ArchiveNames.colorParts + [ArchiveNames.alpha]
    for (index, name) in names.enumerated() { coder.encode(rgba[index], forKey: name) }
  }

  override var value: Any? { color }
}

/// Represents an image by the bytes of a file.
final class LKCGImageCodingProxy: CACodingProxy {
  fileprivate let image: CGImage
  /// A Boolean value that indicates whether the file's luminance is the alpha of the image.
  fileprivate let isAlpha: Bool

  init(_ image: CGImage) {
    self.image = image
    isAlpha = false
    super.init()
  }

  required init?(coder: NSCoder) {
    let data = coder.decodeObject(of: [NSData.self], forKey: ArchiveNames.imageData) as? NSData
    isAlpha = coder.decodeBool(forKey: ArchiveNames.isAlphaImage)
    guard let data else {
      coder.refuse(ArchiveNames.image, expected: "the bytes of an image")
      return nil
    }
    do {
      image = try ImageDecoder.decode(
        data as Data, name: ArchiveNames.image, as: isAlpha ? .luminanceAsAlpha : .color)
    } catch {
      coder.refuse(ArchiveNames.image, expected: "a readable image: \(error)")
      return nil
    }
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    do {
      let file = try PNG.encode(image)
      coder.encode(NSMutableData(bytes: file, length: file.count), forKey: ArchiveNames.imageData)
    } catch {
      coder.fail(.damaged("the image cannot be archived: \(error)"))
    }
  }

  override var value: Any? { image }
}

/// Represents an image that is multiplied by a color; it is read, and written as the result.
final class CATintedImage: CACodingProxy {
  private let image: CGImage

  required init?(coder: NSCoder) {
    guard let proxy = coder.archived(forKey: ArchiveNames.tinted) as? LKCGImageCodingProxy else {
      coder.refuse(ArchiveNames.tintedImage, expected: "an image with a color")
      return nil
    }
    let tint = coder.archivedValue(forKey: ArchiveNames.tint) as? CGColor
    // An image with its own colors retains them.
    image = proxy.isAlpha ? proxy.image.tinted(tint?.extendedSRGB) : proxy.image
    super.init(coder: coder)
  }

  override var value: Any? { image }
}

/// Represents an array.
final class LKNSArrayCodingProxy: CACodingProxy {
  private let list: [NSObject]

  init(_ list: [NSObject]) {
    self.list = list
    super.init()
  }

  required init?(coder: NSCoder) {
    guard let list = coder.archived(forKey: ArchiveNames.list) as? [Any] else {
      coder.refuse(ArchiveNames.array, expected: "a list")
      return nil
    }
    self.list = list.compactMap { $0 as? NSObject }
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    coder.encode(NSMutableArray(array: list), forKey: ArchiveNames.list)
  }

  override var value: Any? { list.map { ArchivedValue.value(of: $0) ?? NSNull() } }
}

/// Represents a dictionary; it is read, and written as the dictionary itself.
final class LKNSDictionaryCodingProxy: CACodingProxy {
  private let members: [String: Any]

  required init?(coder: NSCoder) {
    guard let members = coder.archivedValue(forKey: ArchiveNames.members) as? [String: Any] else {
      coder.refuse(ArchiveNames.dictionary, expected: "a dictionary")
      return nil
    }
    self.members = members
    super.init(coder: coder)
  }

  override var value: Any? { members }
}

/// Represents a path.
final class CACGPathCodingProxy: CACodingProxy {
  private let path: CGPath

  init(_ path: CGPath) {
    self.path = path
    super.init()
  }

  required init?(coder: NSCoder) {
    guard let list = coder.archived(forKey: ArchiveNames.segments) as? [Any] else {
      coder.refuse(ArchiveNames.path, expected: "a list of segments")
      return nil
    }
    let path = CGMutablePath()
    for case let segment as CACGPathCodingSegment in list { segment.append(to: path) }
    self.path = path.copy() ?? path
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    let elements = path.elements
    var next = 0
    let segments = elements.verbs.map { verb in
      let count = PathElements.Verb.pointCount(verb)
      defer { next += count }
      return CACGPathCodingSegment(verb, Array(elements.points[next..<(next + count)]))
    }
    coder.encode(NSMutableArray(array: segments), forKey: ArchiveNames.segments)
  }

  override var value: Any? { path }
}

/// A segment of a path.
final class CACGPathCodingSegment: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  private let verb: UInt8
  private let points: [CGPoint]

  init(_ verb: UInt8, _ points: [CGPoint]) {
    self.verb = verb
    self.points = points
    super.init()
  }

  init?(coder: NSCoder) {
    let type = coder.decodeInteger(forKey: ArchiveNames.segmentType)
    guard (0...4).contains(type), let verb = UInt8(exactly: type),
      let numbers = coder.numbers(
        forKeys: ArchiveNames.pointParts(PathElements.Verb.pointCount(verb)))
    else {
      coder.refuse(ArchiveNames.segment, expected: "a type from 0 to 4, and its points")
      return nil
    }
    self.verb = verb
    points = stride(from: 0, to: numbers.count, by: 2).map {
      CGPoint(x: numbers[$0], y: numbers[$0 + 1])
    }
    super.init()
  }

  func encode(with coder: NSCoder) {
    coder.encode(Int(verb), forKey: ArchiveNames.segmentType)
    let names = ArchiveNames.pointParts(points.count)
    for (name, number) in zip(names, points.flatMap { [$0.x, $0.y] }) {
      coder.encode(Double(number), forKey: name)
    }
  }

  /// Appends the segment; the drawing handles a path that begins without a move.
  func append(to path: CGMutablePath) {
    switch verb {
    case PathElements.Verb.move: path.move(to: points[0])
    case PathElements.Verb.line: path.addLine(to: points[0])
    case PathElements.Verb.quad: path.addQuadCurve(to: points[1], control: points[0])
    case PathElements.Verb.cubic:
      path.addCurve(to: points[2], control1: points[0], control2: points[1])
    default: path.closeSubpath()
    }
  }

  override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }
}
