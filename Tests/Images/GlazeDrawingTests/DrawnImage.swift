import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// An image whose pixels tests read; row 0 is at the top.
struct DrawnImage {
  let image: CGImage

  init(_ context: CGContext) throws { image = try #require(context.makeImage()) }

  init(_ image: CGImage?) throws { self.image = try #require(image) }

  /// Premultiplied RGBA.
  subscript(x: Int, y: Int) -> [Int] {
    let i = (y * image.width + x) * 4
    return image.pixels[i..<(i + 4)].map { Int($0) }
  }

  /// The sum of all alphas, in pixels.
  var area: Double { alphas.reduce(0, +) / 255 }

  /// The smallest box around all pixels that are not clear; null when all are.
  var inkBox: CGRect {
    let alphas = self.alphas
    let inked = alphas.indices.filter { alphas[$0] > 0 }
    let rows = inked.map { $0 / image.width }
    let columns = inked.map { $0 % image.width }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return .null }
    return CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  private var alphas: [Double] {
    stride(from: 3, to: image.pixels.count, by: 4).map { Double(image.pixels[$0]) }
  }

  /// Makes a clear RGBA context.
  static func context(_ width: Int, _ height: Int) throws -> CGContext {
    try context(width, height, .premultipliedLast)
  }

  static func context(
    _ width: Int, _ height: Int, _ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = [],
    data: UnsafeMutableRawPointer? = nil, bytesPerRow: Int = 0
  ) throws -> CGContext {
    try #require(
      CGContext(
        data: data, width: width, height: height, bitsPerComponent: 8, bytesPerRow: bytesPerRow,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: alpha.rawValue | order.rawValue))
  }
}

extension CGColor {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}

/// Returns whether every component differs by at most the given levels.
func near(_ a: [Int], _ b: [Int], _ tolerance: Int = 1) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}
