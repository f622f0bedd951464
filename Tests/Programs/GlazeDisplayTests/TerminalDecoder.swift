import CGlazeLazy
import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Testing

@testable import GlazeDisplay

/// Decodes the output for terminals into images.
enum TerminalDecoder {
  static let hasSixel = glaze_lazy_is_there(GLAZE_LAZY_SIXEL)

  static func kitty(_ bytes: [UInt8]) throws -> CGImage {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\u{1b}_G").dropFirst()
    let letters = parts.map { part in
      let fields = part.components(separatedBy: ";")
      let isLast = part == parts.last
      #expect(fields[0].hasSuffix(isLast ? "m=0" : "m=1"))
      return (fields.last ?? "").replacingOccurrences(of: "\u{1b}\\", with: "")
    }
    let data = try #require(Data(base64Encoded: letters.joined()))
    return try ImageDecoder.decode([UInt8](data), name: "kitty")
  }

  /// Decodes cells whose upper half has the foreground color, and whose lower half has the
  /// background color.
  static func blocks(_ bytes: [UInt8], width: Int) throws -> CGImage {
    var upper: [UInt8] = []
    var lower: [UInt8] = []
    var pixels: [UInt8] = []
    for line in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n") {
      var (front, behind): ([UInt8], [UInt8]) = ([], [])
      (upper, lower) = ([], [])
      for run in line.components(separatedBy: "\u{1b}[").dropFirst() {
        guard let end = run.firstIndex(of: "m") else { continue }
        let numbers = run[..<end].split(separator: ";").compactMap { Int($0) }
        if numbers.count == 10 {
          front = numbers[2...4].map { UInt8(clamping: $0) } + [255]
          behind = numbers[7...9].map { UInt8(clamping: $0) } + [255]
        }
        for character in run[end...].dropFirst() where character == "\u{2580}" {
          upper += front
          lower += behind
        }
      }
      try #require(upper.count == width * 4)
      pixels += upper + lower
    }
    return CGImage(width: width, height: pixels.count / width / 4, premultipliedRGBA: pixels)
  }

  /// Decodes tmux's description of cells, where only changes of color are written and lines may end
  /// early.
  static func cells(_ text: String, width: Int) -> CGImage? {
    var pixels: [UInt8] = []
    var (front, behind): ([UInt8], [UInt8]) = ([0, 0, 0, 255], [0, 0, 0, 255])
    for line in text.split(separator: "\n") {
      var (upper, lower): ([UInt8], [UInt8]) = ([], [])
      for run in line.components(separatedBy: "\u{1b}[") {
        var shown = run[...]
        if let end = run.firstIndex(of: "m"), run.first?.isNumber == true {
          var numbers = run[..<end].split(separator: ";").map { Int($0) ?? 0 }[...]
          while let kind = numbers.popFirst() {
            guard kind == 38 || kind == 48, numbers.count >= 4 else { continue }
            let color = numbers.dropFirst().prefix(3).map { UInt8(clamping: $0) } + [255]
            numbers = numbers.dropFirst(4)
            if kind == 38 { front = color } else { behind = color }
          }
          shown = run[end...].dropFirst()
        }
        for character in shown where character == "\u{2580}" {
          upper += front
          lower += behind
        }
      }
      // The output is not complete yet.
      guard upper.count == width * 4 else { return nil }
      pixels += upper + lower
    }
    if pixels.isEmpty { return nil }
    return CGImage(width: width, height: pixels.count / width / 4, premultipliedRGBA: pixels)
  }

  /// Decodes sixels: rows of six pixels, with colors in percent.
  static func sixel(_ bytes: [UInt8]) throws -> CGImage {
    let text = String(decoding: bytes, as: UTF8.self)
    let body = try #require(text.split(separator: "q", maxSplits: 1).last)
    var (colors, color): ([Int: [UInt8]], Int) = ([:], 0)
    var (x, y, width, height) = (0, 0, 0, 0)
    var pixels: [Int: [UInt8]] = [:]
    var rest = body[...]
    func numbers() -> [Int] {
      let digits = rest.prefix { $0.isNumber || $0 == ";" }
      rest = rest.dropFirst(digits.count)
      return digits.split(separator: ";").compactMap { Int($0) }
    }
    while let next = rest.popFirst() {
      var count = 1
      var sign = next
      switch next {
      case "\"":
        let raster = numbers()
        (width, height) = (raster[2], raster[3])
        continue
      case "#":
        let all = numbers()
        color = all[0]
        if all.count == 5 {
          colors[color] = all[2...].map { UInt8(clamping: ($0 * 255 + 50) / 100) } + [255]
        }
        continue
      case "$": x = 0; continue
      case "-": (x, y) = (0, y + 6); continue
      case "!":
        count = numbers()[0]
        sign = rest.popFirst() ?? "?"
      default: break
      }
      guard let value = sign.asciiValue, 63...126 ~= value else { continue }
      for _ in 0..<count {
        for bit in 0..<6 where (value - 63) >> bit & 1 == 1 {
          pixels[(y + bit) * 10_000 + x] = colors[color]
        }
        x += 1
      }
    }
    var all: [UInt8] = []
    for y in 0..<height { for x in 0..<width { all += pixels[y * 10_000 + x] ?? [0, 0, 0, 255] } }
    return CGImage(width: width, height: height, premultipliedRGBA: all)
  }
}
