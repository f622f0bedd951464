import Foundation
import Synchronization

/// An immutable image.
///
/// **Shape**: Glaze stores premultiplied sRGB RGBA with 8 bits for each component, row 0 at the
/// top, rows tightly packed; colors outside sRGB are clipped. An image that was made from 16-bit or
/// floating-point components is stored in half floats of extended sRGB, without clipping.
/// `bytesPerRow`, `bitmapInfo`, `colorSpace` and `dataProvider` describe the format in use.
///
/// Two images are equal when they are the same object or have equal pixels.
///
/// Observed: Apple header CGImage.h. The two storage formats are Glaze's own choice.
public final class CGImage: Sendable, Hashable {
  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1.
  public let height: Int
  /// A Boolean value that indicates whether the image is an image mask or alpha-only: only its
  /// alpha counts.
  public let isMask: Bool
  /// A Boolean value that indicates whether the image should be smoothed when it is enlarged.
  public let shouldInterpolate: Bool
  /// The rendering intent with which the image was made.
  public let renderingIntent: CGColorRenderingIntent
  /// The position of alpha: `premultipliedLast`, or `noneSkipLast` when the source had none.
  public let alphaInfo: CGImageAlphaInfo

  /// The brightest light of the image in multiples of white; 0 where it is not known.
  ///
  /// Images in a space with PQ or HLG have the headroom of BT.2408, 1000 / 203; those of files with
  /// a gain map have that of their HDR rendition, though the pixels are the standard one.
  public let contentHeadroom: Float

  let storage: ImageStorage
  /// Premultiplied sRGB RGBA, row 0 at the top, `width * height * 4` bytes; clipped for a deep
  /// image.
  ///
  /// The pixels of another program's image are read on first use, and are transparent if the CPU
  /// cannot read them.
  package var pixels: [UInt8] { storage.pixels(width: width, height: height) }
  /// The pixels in half floats, where components may leave 0...1; nil for an 8-bit image.
  ///
  /// Those of another program's video are read on first use.
  package var deepPixels: [Float16]? {
    storedPixels ?? storage.widePixels(width: width, height: height)
  }
  private let storedPixels: [Float16]?
  /// Whether the image has half floats.
  package var isDeep: Bool { storedPixels != nil || external?.source.wideEncoding != nil }
  /// The way to the HDR rendition of the image, whose pixels are the standard one; nil where there
  /// is none.
  package let gainMap: GainMap?
  /// A number that is unique in this process; the key of texture caches.
  package let identity: UInt64
  /// Whether every pixel has alpha 255.
  package let isOpaque: Bool

  private static let counter = Atomic<UInt64>(0)

  /// 8, or 16 for an image of half floats.
  public var bitsPerComponent: Int { isDeep ? 16 : 8 }
  /// 32, or 64 for an image of half floats.
  public var bitsPerPixel: Int { bitsPerComponent * 4 }
  /// The width times 4, or times 8 for an image of half floats.
  public var bytesPerRow: Int { width * bitsPerPixel / 8 }
  /// The layout of the stored pixels.
  public var bitmapInfo: CGBitmapInfo {
    let alpha = CGBitmapInfo(rawValue: alphaInfo.rawValue)
    return isDeep ? alpha.union([.floatComponents, .byteOrder16Little]) : alpha
  }
  /// sRGB, or extended sRGB for an image of half floats; nil for an image mask.
  public var colorSpace: CGColorSpace? {
    isMask ? nil : isDeep ? .extendedStandardRGB : .standardRGB
  }

  /// The stored pixels.
  ///
  /// - Complexity: O(pixels): every access copies them.
  public var dataProvider: CGDataProvider? {
    guard let deepPixels else { return CGDataProvider(bytes: Data(pixels)) }
    return deepPixels.map { $0.bitPattern.littleEndian }
      .withUnsafeBytes { CGDataProvider(bytes: Data($0)) }
  }

  convenience init(
    width: Int, height: Int, pixels: [UInt8], isOpaque: Bool?, alphaInfo: CGImageAlphaInfo,
    isMask: Bool = false, shouldInterpolate: Bool = true,
    renderingIntent: CGColorRenderingIntent = .defaultIntent, deepPixels: [Float16]? = nil,
    contentHeadroom: Float = 0
  ) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height * 4,
      "A CGImage of \(width) x \(height) needs \(width * height * 4) bytes, not \(pixels.count).")
    self.init(
      width: width, height: height, storage: .pixels(pixels),
      isOpaque: isOpaque ?? Self.allOpaque(pixels), alphaInfo: alphaInfo, isMask: isMask,
      shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent,
      deepPixels: deepPixels, contentHeadroom: contentHeadroom)
  }

  init(
    width: Int, height: Int, storage: ImageStorage, isOpaque: Bool, alphaInfo: CGImageAlphaInfo,
    isMask: Bool = false, shouldInterpolate: Bool = true,
    renderingIntent: CGColorRenderingIntent = .defaultIntent, deepPixels: [Float16]? = nil,
    contentHeadroom: Float = 0, gainMap: GainMap? = nil
  ) {
    self.contentHeadroom = contentHeadroom
    self.gainMap = gainMap
    self.width = width
    self.height = height
    self.storage = storage
    storedPixels = deepPixels
    self.isOpaque = isOpaque
    self.alphaInfo = alphaInfo
    self.isMask = isMask
    self.shouldInterpolate = shouldInterpolate
    self.renderingIntent = renderingIntent
    identity = Self.counter.add(1, ordering: .relaxed).newValue
  }

  /// Makes an image from pixels in the stored format.
  ///
  /// - Parameters:
  ///   - width: at least 1.
  ///   - height: at least 1.
  ///   - pixels: premultiplied sRGB RGBA, row 0 at the top, `width * height * 4` bytes.
  ///   - isOpaque: whether every alpha is 255, if the caller knows; nil lets the image check.
  package convenience init(
    width: Int, height: Int, premultipliedRGBA pixels: [UInt8], isOpaque: Bool? = nil
  ) {
    let opaque = isOpaque ?? Self.allOpaque(pixels)
    self.init(
      width: width, height: height, pixels: pixels, isOpaque: opaque,
      alphaInfo: opaque ? .noneSkipLast : .premultipliedLast)
  }

  /// Makes an image with the pixels of another one.
  package convenience init(
    _ image: CGImage, shouldInterpolate: Bool, renderingIntent: CGColorRenderingIntent
  ) {
    self.init(
      width: image.width, height: image.height, storage: image.storage, isOpaque: image.isOpaque,
      alphaInfo: image.alphaInfo, isMask: image.isMask, shouldInterpolate: shouldInterpolate,
      renderingIntent: renderingIntent, deepPixels: image.deepPixels,
      contentHeadroom: image.contentHeadroom, gainMap: image.gainMap)
  }

  private static func allOpaque(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      // The loop tests eight pixels with one branch: an AND of the alphas is 255 only if all are.
      let block = 32
      var offset = 0
      while offset + block <= bytes.count {
        let v = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
        let folded = v.lowHalf & v.highHalf
        let word: UInt32 = folded.x & folded.y & folded.z & folded.w
        if UInt32(littleEndian: word) >> 24 != 0xFF { return false }
        offset += block
      }
      while offset < bytes.count {
        if bytes[offset + 3] != 0xFF { return false }
        offset += 4
      }
      return true
    }
  }

  /// Returns this image.
  public func copy() -> CGImage? { self }

  /// Returns whether both are the same image or have equal pixels.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool {
    if lhs === rhs { return true }
    // The pixels of other programs change, and may be inaccessible.
    if lhs.external != nil || rhs.external != nil { return false }
    return
      (lhs.width == rhs.width && lhs.height == rhs.height && lhs.isMask == rhs.isMask
      && lhs.pixels == rhs.pixels && lhs.deepPixels == rhs.deepPixels)
  }

  /// Feeds the size and the first pixels into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    if external != nil { return }
    pixels.prefix(256).withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
