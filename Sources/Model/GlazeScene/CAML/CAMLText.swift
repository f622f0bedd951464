import Foundation
import GlazeGeometry
import GlazeLayers

/// Reads values that CAML writes as text.
enum CAMLText {
  /// A finite number.
  static func number(_ text: Substring) throws(ValueFailure) -> Double {
    let value = try anyNumber(text)
    guard value.isFinite else { throw .notFinite }
    return value
  }

  /// A number, or `inf`, with blanks around it.
  static func anyNumber(_ text: Substring) throws(ValueFailure) -> Double {
    if let value = DecimalNumber.short(text.utf8) { return value }
    let text = text.trimmingBlanks
    guard let value = Double(text) else { throw .expected("a number, not \"\(text)\"") }
    return value
  }

  /// Returns numbers that are separated by spaces; some writers use commas or semicolons.
  static func numbers(_ text: String) throws(ValueFailure) -> [Double] {
    if let plain = text.utf8.withContiguousStorageIfAvailable(plainNumbers), let plain {
      return plain
    }
    var result: [Double] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      result.append(try number(word))
    }
    return result
  }

  /// The same for text in ASCII, whose bytes are searched in a tenth of the time; nil for other text, and for an error.
  private static func plainNumbers(_ text: UnsafeBufferPointer<UInt8>) -> [Double]? {
    var result: [Double] = []
    result.reserveCapacity(4)
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, !isSeparator(text[end]) {
        guard text[end] < 0x80 else { return nil }
        end += 1
      }
      if end > start {
        let word = text[start..<end]
        let number = DecimalNumber.short(word) ?? Double(String(decoding: word, as: UTF8.self))
        guard let number, number.isFinite else { return nil }
        result.append(number)
      }
      start = end + 1
    }
    return result
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), 9...13, UInt8(ascii: ","), UInt8(ascii: ";"): true
    default: false
    }
  }

  /// Returns the numbers of one value.
  ///
  /// - Parameter whole: the value's description for messages.
  private static func numbers(
    _ text: String, for whole: String
  ) throws(ValueFailure) -> [Double] {
    do {
      return try numbers(text)
    } catch {
      if case .expected = error { throw .expected("\(whole), not \"\(text)\"") }
      throw error
    }
  }

  /// Returns a Boolean, written as 0 or 1 or as a word.
  static func bool(_ text: String) throws(ValueFailure) -> Bool {
    switch text.trimmingCharacters(in: .whitespaces).lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: throw .expected("0 or 1")
    }
  }

  /// Returns a color: red, green and blue, or gray, with alpha last or separate.
  static func color(_ text: String, opacity: String?) throws(ValueFailure) -> CGColor {
    var n = try numbers(text, for: "a color of three numbers")
    var alpha = 1.0
    if n.count == 2 || n.count == 4 { alpha = n.removeLast() }
    if let opacity { alpha = try number(opacity[...]) }
    if n.count == 1 { n = [n[0], n[0], n[0]] }
    guard n.count == 3 else { throw .expected("a color of three numbers") }
    return ValueChecks.color(n, alpha: alpha)
  }

  /// Returns a struct of numbers, or a matrix that is written as functions.
  static func structure(_ text: String, _ kind: PropertyKind) throws(ValueFailure) -> PropertyValue
  {
    if kind == .colorMatrix { return try colorMatrix(text) }
    if kind == .transform || kind == .affine,
      text.utf8.contains(UInt8(ascii: "(")) || text.allSatisfy(\.isWhitespace)
    {
      let matrix = try TransformFunctions.parse(text)
      return kind == .transform
        ? .transform(matrix) : .affine(CATransform3DGetAffineTransform(matrix))
    }
    let shape = ValueChecks.shape(of: kind)
    guard let value = ValueChecks.structure(try numbers(text, for: shape), kind) else {
      throw .expected(shape)
    }
    return value
  }
}

extension CAMLText {
  /// Returns a matrix of twenty numbers, in `matrix(...)` or without it.
  private static func colorMatrix(_ text: String) throws(ValueFailure) -> PropertyValue {
    var inner = text[...].trimmingBlanks
    if inner.hasPrefix("matrix("), inner.hasSuffix(")") {
      inner = inner.dropFirst("matrix(".count).dropLast()
    }
    guard let value = ValueChecks.structure(try numbers(String(inner)), .colorMatrix) else {
      throw .expected(ValueChecks.shape(of: .colorMatrix))
    }
    return value
  }
}

extension Substring {
  var trimmingBlanks: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
