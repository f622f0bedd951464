import Foundation
import GlazeGeometry

/// What all frames of a moving picture have in common.
package struct MotionFormat: Sendable, Equatable {
  /// In pixels.
  package var width: Int
  package var height: Int
  /// Frames a second, as a fraction.
  package var rate: (numerator: Int, denominator: Int)
  package var frameCount: Int
  /// Whether no pixel of any frame is transparent.
  package var isOpaque: Bool
  /// How long each frame is shown, in seconds; nil goes by the rate.
  package var delays: [Double]?
  /// How often all is played; 0, the default, is for ever.
  package var loopCount = 0

  package init(
    width: Int, height: Int, rate: (numerator: Int, denominator: Int), frameCount: Int,
    isOpaque: Bool
  ) {
    self.width = width
    self.height = height
    self.rate = rate
    self.frameCount = frameCount
    self.isOpaque = isOpaque
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.width == b.width && a.height == b.height && a.rate == b.rate
      && a.frameCount == b.frameCount && a.isOpaque == b.isOpaque && a.delays == b.delays
      && a.loopCount == b.loopCount
  }

  /// The moment at which a frame begins, in units of which a second has `unitsPerSecond`, rounded.
  ///
  /// Differences of these add up to the length of the whole, whatever the rate.
  func start(of frame: Int, unitsPerSecond: Int) -> Int {
    if let delays {
      return Int(clamping: (delays.prefix(frame).reduce(0, +) * Double(unitsPerSecond)).rounded())
    }
    return (frame * rate.denominator * unitsPerSecond * 2 + rate.numerator) / (rate.numerator * 2)
  }
}

/// Turns frames into the bytes of one file.
///
/// A frame's bytes depend on nothing but the frame, its number and the frame before it: so frames are
/// encoded on several threads at once, and the file is their bytes one after the other.
package protocol MotionEncoder: Sendable {
  /// What comes before the first frame.
  var header: [UInt8] { get }

  /// The bytes of a frame.
  ///
  /// - Parameters:
  ///   - pixels: premultiplied sRGB, rows of R, G, B, A bytes, row 0 at the top, without padding.
  ///   - previous: the frame before; nil for the first.
  ///   - number: from 0.
  func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8]

  /// What comes after the last frame.
  var trailer: [UInt8] { get }

  /// What is to be replaced when all is written: places in the file and bytes.
  func patches(byteCount: Int) -> [(offset: Int, bytes: [UInt8])]

  /// The size of every frame, where all have the same; a file that was cut off can then be continued.
  var frameByteCount: Int? { get }
}

extension MotionEncoder {
  package var trailer: [UInt8] { [] }
  package func patches(byteCount: Int) -> [(offset: Int, bytes: [UInt8])] { [] }
  package var frameByteCount: Int? { nil }
}

/// A rectangle of whole pixels.
struct PixelArea: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The smallest area outside of which two frames are the same; one pixel when all is the same.
  ///
  /// - Parameter alignment: the left and the top are multiples of it.
  init(changedFrom old: [UInt8], to new: [UInt8], width: Int, height: Int, alignment: Int = 1) {
    var area = PixelArea(x: 0, y: 0, width: 1, height: 1)
    let rowByteCount = width * 4
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        guard let a = old.baseAddress, let b = new.baseAddress, old.count == new.count else {
          area = PixelArea(x: 0, y: 0, width: width, height: height)
          return
        }
        let differs = { (y: Int) in
          memcmp(a + y * rowByteCount, b + y * rowByteCount, rowByteCount) != 0
        }
        guard let top = (0..<height).first(where: differs),
          let bottom = (top..<height).last(where: differs)
        else { return }
        var (left, right) = (width - 1, 0)
        for y in top...bottom {
          let (p, q) = (a + y * rowByteCount, b + y * rowByteCount)
          let isSame = { (x: Int) in
            p.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
              == q.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
          }
          var x = 0
          while x < left && isSame(x) { x += 1 }
          left = min(left, x)
          x = width - 1
          while x > right && isSame(x) { x -= 1 }
          right = max(right, x)
        }
        let (x, y) = (left - left % alignment, top - top % alignment)
        area = PixelArea(x: x, y: y, width: right + 1 - x, height: bottom + 1 - y)
      }
    }
    self = area
  }
}
