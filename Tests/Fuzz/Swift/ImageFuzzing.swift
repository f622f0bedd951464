import Foundation
import GlazeDrawing
import GlazeGeometry

/// Malformed and random images and outlines.
enum ImageFuzzing {
  static func decode(_ bytes: [UInt8]) {
    // A header may claim a gigabyte, and get it; limiting that is up to `RenderLimits`.
    guard claimedPixels(bytes) <= 1 << 22 else { return }
    _ = try? ImageDecoder.decode(bytes, name: "fuzz")
    _ = try? ImageDecoder.decode(bytes, name: "fuzz", as: .luminanceAsAlpha)
  }

  /// Returns the size in the header of a PNG or GIF file; 0 for other files.
  private static func claimedPixels(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= 24 else { return 0 }
    func number(_ places: [Int]) -> Int { places.reduce(0) { $0 << 8 | Int(bytes[$1]) } }
    if bytes.starts(with: [0x89, 0x50]) {
      return number([16, 17, 18, 19]) &* number([20, 21, 22, 23])
    }
    if bytes.starts(with: [0x47, 0x49]) { return number([7, 6]) * number([9, 8]) }
    return 0
  }

  static func cover(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for path in [try? CGPath(svgPath: text), try? CGPath(postfixPath: text)] {
      guard let path else { continue }
      check(path)
    }
  }

  private static func check(_ path: CGPath) {
    _ = path.boundingBoxOfPath
    _ = path.contains(CGPoint(x: 5, y: 5), using: .evenOdd)
    let stroked = path.copy(
      strokingWithWidth: 2, lineCap: .round, lineJoin: .miter, miterLimit: 4)
    _ = stroked.boundingBox
    _ = path.copy(dashingWithPhase: 1, lengths: [3, 1])
    guard (try? CGPath(svgPath: path.svgPath)) != nil else {
      FuzzTarget.fail("a written path cannot be read: \(path.svgPath.prefix(200))")
    }
  }
}
