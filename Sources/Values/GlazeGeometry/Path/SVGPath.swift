import Foundation

/// An error in an SVG path string.
package struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Problem: Hashable, Sendable {
    /// The first command is not a move.
    case missingMove
    /// A character that is not a command appears where a command is required.
    case unknownCommand(Character)
    /// A number is missing or malformed.
    case expectedNumber(command: Character)
    /// An arc flag is neither 0 nor 1.
    case expectedFlag
    /// A number exceeds the range of a double.
    case numberOutOfRange
  }

  /// The kind of the error.
  package var problem: Problem
  /// The position of the error: the number of characters before it.
  package var offset: Int

  /// Makes an error.
  package init(problem: Problem, offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// One line for the user, without the file and the position in it.
  package var description: String {
    let what =
      switch problem {
      case .missingMove: "the path must begin with M or m"
      case .unknownCommand(let c): "“\(c)” is not a path command; use one of MLHVCSQTAZ"
      case .expectedNumber(let c): "a number is missing or malformed after the command \(c)"
      case .expectedFlag: "an arc flag must be 0 or 1"
      case .numberOutOfRange: "the number is too large"
      }
    return "\(what) (at character \(offset) of the path)"
  }
}

extension CGPath {
  /// Makes a path from an SVG path string, with all commands of SVG 2.
  ///
  /// Coordinates are used unchanged. An empty string is an empty path. Elliptical arcs become cubic
  /// curves.
  ///
  /// - Throws: `SVGPathError`; a string with an error yields no path, unlike in SVG itself, which
  ///   draws the part before the error.
  package convenience init(svgPath: String) throws {
    var parser = SVGPathParser(svgPath)
    self.init(elements: try parser.parse())
  }

  /// The path as an SVG path string: absolute commands M L Q C Z, with numbers that read back
  /// exactly.
  ///
  /// Coordinates that are not finite cannot be represented in SVG; they are written as 0.
  package var svgPath: String { elements.svgPath }
}

extension PathElements {
  /// The outline as an SVG path string.
  package var svgPath: String {
    var out = ""
    var i = 0
    for verb in verbs {
      if !out.isEmpty { out += " " }
      out += ["M", "L", "Q", "C", "Z"][Int(verb)]
      for p in points[i..<(i + Verb.pointCount(verb))] {
        out += " \(Self.format(p.x)) \(Self.format(p.y))"
      }
      i += Verb.pointCount(verb)
    }
    return out
  }

  private static func format(_ value: CGFloat) -> String {
    guard value.isFinite else { return "0" }
    let text = value.native.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Reads the grammar of SVG 2, section 9.3.9.
struct SVGPathParser {
  private let bytes: [UInt8]
  private var at = 0
  private var elements = PathElements()
  private var current = CGPoint.zero
  /// The last control point of a cubic or quadratic curve, which S and T reflect.
  private var lastControl: (command: UInt8, point: CGPoint)?
  private var command: UInt8 = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func parse() throws(SVGPathError) -> PathElements {
    skipSpace()
    while at < bytes.count {
      let letter = bytes[at]
      let isKnown = "MmLlHhVvCcSsQqTtAaZz".utf8.contains(letter)
      guard isKnown else { throw error(.unknownCommand(character(at: at))) }
      guard !elements.isEmpty || letter | 0x20 == UInt8(ascii: "m") else {
        throw error(.missingMove)
      }
      command = letter
      at += 1
      skipSpace()
      try readArguments()
    }
    return elements
  }

  /// Reads the arguments of a command, repeatedly while numbers follow.
  private mutating func readArguments() throws(SVGPathError) {
    if command | 0x20 == UInt8(ascii: "z") {
      elements.close()
      current = elements.currentPoint ?? .zero
      lastControl = nil
      return
    }
    try readSegment()
    while try continues() {
      // Further pairs after a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      try readSegment()
    }
  }

  private mutating func readSegment() throws(SVGPathError) {
    let kind = command | 0x20
    switch kind {
    case UInt8(ascii: "m"):
      current = try point()
      elements.move(to: current)
    case UInt8(ascii: "l"):
      try line(to: point())
    case UInt8(ascii: "h"):
      try line(to: CGPoint(x: number() + (isRelative ? current.x : 0), y: current.y))
    case UInt8(ascii: "v"):
      try line(to: CGPoint(x: current.x, y: number() + (isRelative ? current.y : 0)))
    case UInt8(ascii: "c"), UInt8(ascii: "s"):
      let c1 = try kind == UInt8(ascii: "c") ? point() : reflected(UInt8(ascii: "c"))
      if kind == UInt8(ascii: "c") { skipComma() }
      let c2 = try point()
      skipComma()
      current = try point()
      elements.cubic(to: current, control1: c1, control2: c2)
      lastControl = (UInt8(ascii: "c"), c2)
      return
    case UInt8(ascii: "q"), UInt8(ascii: "t"):
      let c = try kind == UInt8(ascii: "q") ? point() : reflected(UInt8(ascii: "q"))
      if kind == UInt8(ascii: "q") { skipComma() }
      current = try point()
      elements.quad(to: current, control: c)
      lastControl = (UInt8(ascii: "q"), c)
      return
    default:
      try arc()
    }
    lastControl = nil
  }

  private var isRelative: Bool { command >= UInt8(ascii: "a") }

  private mutating func line(to p: CGPoint) {
    elements.line(to: p)
    current = p
  }

  /// The last control point, reflected about the current point; the current point itself after
  /// other commands.
  private func reflected(_ family: UInt8) -> CGPoint {
    guard let lastControl, lastControl.command == family else { return current }
    return CGPoint(
      x: 2 * current.x - lastControl.point.x, y: 2 * current.y - lastControl.point.y)
  }

  private mutating func arc() throws(SVGPathError) {
    let rx = abs(try number())
    skipComma()
    let ry = abs(try number())
    skipComma()
    let degrees = try number()
    skipComma()
    let isLarge = try flag()
    skipComma()
    let isPositive = try flag()
    skipComma()
    let end = try point()
    let arc = SVGArc(
      from: current, to: end, rx: rx, ry: ry, rotation: degrees * .pi / 180, isLarge: isLarge,
      isPositive: isPositive)
    arc.add(to: &elements)
    current = end
  }
}

// Characters, numbers and separators.
extension SVGPathParser {
  private func error(_ problem: SVGPathError.Problem) -> SVGPathError {
    // All characters before an error are ASCII, so the byte offset is the character offset.
    SVGPathError(problem: problem, offset: at)
  }

  private func character(at offset: Int) -> Character {
    String(decoding: bytes[offset...], as: UTF8.self).first ?? " "
  }

  private var commandCharacter: Character { Character(UnicodeScalar(command)) }

  private mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func skipComma() {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { return }
    at += 1
    skipSpace()
  }

  /// Whether another set of arguments follows; a comma requires one.
  private mutating func continues() throws(SVGPathError) -> Bool {
    skipSpace()
    guard at < bytes.count else { return false }
    if bytes[at] == UInt8(ascii: ",") {
      at += 1
      skipSpace()
      guard at < bytes.count, startsNumber(bytes[at]) else {
        throw error(.expectedNumber(command: commandCharacter))
      }
    }
    return startsNumber(bytes[at])
  }

  private func startsNumber(_ c: UInt8) -> Bool {
    isDigit(c) || c == UInt8(ascii: ".") || c == UInt8(ascii: "-") || c == UInt8(ascii: "+")
  }

  private func isDigit(_ c: UInt8) -> Bool { c >= 0x30 && c <= 0x39 }

  private mutating func point() throws(SVGPathError) -> CGPoint {
    let x = try number()
    skipComma()
    let y = try number()
    return isRelative ? CGPoint(x: current.x + x, y: current.y + y) : CGPoint(x: x, y: y)
  }

  private mutating func flag() throws(SVGPathError) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "0") || bytes[at] == UInt8(ascii: "1") else {
      throw error(.expectedFlag)
    }
    at += 1
    return bytes[at - 1] == UInt8(ascii: "1")
  }

  /// Skips digits and returns their number.
  private mutating func skipDigits() -> Int {
    let begin = at
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
    return at - begin
  }

  private mutating func skipSign() {
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      at += 1
    }
  }

  private mutating func number() throws(SVGPathError) -> CGFloat {
    let begin = at
    skipSign()
    var digits = skipDigits()
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      at = begin
      throw error(.expectedNumber(command: commandCharacter))
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      let mantissaEnd = at
      at += 1
      skipSign()
      if skipDigits() == 0 { at = mantissaEnd }
    }
    guard let value = Double(String(decoding: bytes[begin..<at], as: UTF8.self)), value.isFinite
    else {
      at = begin
      throw error(.numberOutOfRange)
    }
    return CGFloat(value)
  }
}
