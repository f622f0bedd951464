import Foundation
package import GlazeGeometry

/// The common properties of all frames of an animation.
package struct MotionFormat: Sendable, Equatable {
  /// The width in pixels.
  package var width: Int
  package var height: Int
  /// The number of frames a second, as a fraction.
  package var rate: (numerator: Int, denominator: Int)
  package var frameCount: Int
  /// A Boolean value that indicates whether all pixels of all frames are opaque.
  package var isOpaque: Bool
  /// The duration of each frame, in seconds; nil uses the rate.
  package var delays: [Double]?
  /// The number of times that all frames are played; 0, the default, is forever.
  package var loopCount = 0
  /// The encoding of the frames.
  package var output = OutputColor.standard

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
      && a.loopCount == b.loopCount && a.output == b.output
  }

  /// Returns the start time of a frame in units of `1 / unitsPerSecond` seconds, rounded.
  ///
  /// Differences of these times add up to the total duration, whatever the rate.
  func start(of frame: Int, unitsPerSecond: Int) -> Int {
    if let delays {
      return Int(clamping: (delays.prefix(frame).reduce(0, +) * Double(unitsPerSecond)).rounded())
    }
    return (frame * rate.denominator * unitsPerSecond * 2 + rate.numerator) / (rate.numerator * 2)
  }
}

/// Encodes frames as the bytes of one file.
///
/// A frame's bytes depend only on the frame, its number and the previous frame. So frames can be
/// encoded on several threads at the same time, and the file is the concatenation of their bytes.
package protocol MotionEncoder: Sendable {
  /// The bytes before the first frame.
  var header: [UInt8] { get }

  /// Returns the bytes of a frame.
  ///
  /// - Parameters:
  ///   - pixels: premultiplied sRGB, rows of R, G, B, A bytes, row 0 at the top, without padding.
  ///   - previous: the previous frame; nil for the first.
  ///   - number: the number of the frame, from 0.
  func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8]

  /// The bytes after the last frame.
  var trailer: [UInt8] { get }

  /// Returns the bytes to replace when everything is written, with their offsets in the file.
  func patches(byteCount: Int) -> [(offset: Int, bytes: [UInt8])]

  /// The size of a frame in bytes, if all frames have the same; an interrupted file can then be
  /// continued.
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

  /// Makes the smallest area outside which two frames are equal; one pixel when they are equal
  /// everywhere.
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
