import CCairo
import Foundation
import GlazeGeometry

/// Pixels in floating point, for contexts and groups whose colors may be outside 0...1.
///
/// Cairo does not have such surfaces: it computes the coverage of a drawing, and this type mixes
/// the colors.
final class DeepBitmap {
  /// The pixels of the raster that the bitmap holds.
  let region: PixelRect
  let hasAlpha: Bool
  /// The pixels, premultiplied, encoded like sRGB, row by row.
  private let texels: UnsafeMutableBufferPointer<SIMD4<Float>>

  /// Makes a clear bitmap, or a black one when it has no alpha.
  init(region: PixelRect, hasAlpha: Bool) {
    self.region = region
    self.hasAlpha = hasAlpha
    texels = .allocate(capacity: region.width * region.height)
    texels.initialize(repeating: SIMD4(0, 0, 0, hasAlpha ? 0 : 1))
  }

  deinit { texels.deallocate() }

  /// A pixel of the raster, which must be in the region.
  subscript(x: Int, y: Int) -> SIMD4<Float> {
    get { texels[(y - region.y) * region.width + x - region.x] }
    set {
      var color = newValue
      color.w = hasAlpha ? min(max(color.w, 0), 1) : 1
      texels[(y - region.y) * region.width + x - region.x] = color
    }
  }

  /// Returns whether a pixel of the raster is in the region.
  func contains(_ x: Int, _ y: Int) -> Bool {
    region.x..<region.maxX ~= x && region.y..<region.maxY ~= y
  }

  /// All pixels, row 0 on top.
  var halves: [Float16] {
    [Float16](unsafeUninitializedCapacity: texels.count * 4) { halves, count in
      for (i, color) in texels.enumerated() {
        for k in 0..<4 { halves.initializeElement(at: i * 4 + k, to: Float16(color[k])) }
      }
      count = texels.count * 4
    }
  }

  /// The alpha channel in cairo's format; nil when there is no memory.
  var coverage: Surface? {
    let surface = Surface(region: region, format: CAIRO_FORMAT_A8, order: .rgba)
    surface?.withBytes { bytes in
      for y in region.y..<region.maxY {
        for x in region.x..<region.maxX {
          bytes[(surface?.offset(x: x, y: y)) ?? 0] = UInt8(clamping: self[x, y].w * 255 + 0.5)
        }
      }
    }
    return surface
  }
}

/// The layout of a deep bitmap in the user's memory.
struct DeepFormat {
  /// A Boolean value that indicates whether components are half floats instead of floats; both are
  /// little-endian.
  let isHalf: Bool
  let hasAlpha: Bool

  var bytesPerPixel: Int { isHalf ? 8 : 16 }

  /// Finds the format; nil for one that is not supported.
  init?(bitsPerComponent: Int, space: CGColorSpace?, info: CGBitmapInfo) {
    let alpha = CGImageAlphaInfo(
      rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
    let order = info.intersection(.byteOrderMask)
    guard info.contains(.floatComponents), let space, BitmapFormat.isStandard(space),
      alpha == .premultipliedLast || alpha == .noneSkipLast
    else { return nil }
    switch bitsPerComponent {
    case 16 where order == .byteOrder16Little: isHalf = true
    case 32 where order == .byteOrder32Little: isHalf = false
    default: return nil
    }
    hasAlpha = alpha == .premultipliedLast
  }

  /// Copies a bitmap to memory.
  func write(_ bitmap: DeepBitmap, to data: UnsafeMutableRawPointer, bytesPerRow: Int) {
    for y in 0..<bitmap.region.height {
      for x in 0..<bitmap.region.width {
        let color = bitmap[x, y]
        let pixel = data + y * bytesPerRow + x * bytesPerPixel
        for k in 0..<4 {
          if isHalf {
            pixel.storeBytes(
              of: Float16(color[k]).bitPattern.littleEndian, toByteOffset: k * 2, as: UInt16.self)
          } else {
            pixel.storeBytes(
              of: color[k].bitPattern.littleEndian, toByteOffset: k * 4, as: UInt32.self)
          }
        }
      }
    }
  }

  /// Copies the contents of memory to a bitmap.
  func read(_ data: UnsafeRawPointer, bytesPerRow: Int, into bitmap: DeepBitmap) {
    for y in 0..<bitmap.region.height {
      for x in 0..<bitmap.region.width {
        let pixel = data + y * bytesPerRow + x * bytesPerPixel
        var color = SIMD4<Float>.zero
        for k in 0..<4 {
          let value =
            isHalf
            ? Float(
              Float16(
                bitPattern: UInt16(
                  littleEndian: pixel.loadUnaligned(fromByteOffset: k * 2, as: UInt16.self))))
            : Float(
              bitPattern: UInt32(
                littleEndian: pixel.loadUnaligned(fromByteOffset: k * 4, as: UInt32.self)))
          color[k] = value.isFinite ? value : 0
        }
        bitmap[x, y] = color
      }
    }
  }
}
