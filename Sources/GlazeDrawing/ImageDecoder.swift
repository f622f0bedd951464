package import Foundation
package import GlazeGeometry

/// Reads PNG, JPEG and WebP files into premultiplied sRGB pixels; PNG files of 16 bits a component keep
/// the precision of half floats.
///
/// The format is told by the first bytes, never by the file's name. Pixels are taken as sRGB
/// whatever the file says about colour: gamma, chromaticities and ICC profiles (Display P3
/// among them) are ignored. EXIF orientation is ignored as well: row 0 is the first row stored.
/// A picture is whole or it is an error: libraries that paint damaged parts grey are not trusted.
package enum ImageDecoder {
  /// What the samples of a file mean.
  package enum Meaning: Sendable {
    /// Colour with alpha.
    case color
    /// Luminance that is to be used as alpha, of a white picture: CAML's `A8asL8`.
    ///
    /// White, so that multiplying by a tint gives the tint. Colour files count with their Rec. 709
    /// luma of the stored sRGB values, and alpha that the file has itself multiplies the result.
    case luminanceAsAlpha
  }

  /// The largest width and the largest height, in pixels.
  package static let maximumDimension = 32_768

  /// The largest product of width and height, in pixels.
  package static let maximumPixelCount = 256 << 20

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - data: the whole file, as `Data` or `[UInt8]`.
  ///   - name: stands for the file in errors.
  ///   - meaning: what the samples mean.
  /// - Throws: `ImageError`; sizes are checked before anything is allocated.
  package static func decode(
    _ data: some ContiguousBytes, name: String, as meaning: Meaning = .color
  ) throws(ImageError) -> CGImage {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(ImageError) in try decode(bytes: bytes, name: name, as: meaning) }
    }
    return try result.get()
  }

  private static func decode(
    bytes: UnsafeRawBufferPointer, name: String, as meaning: Meaning
  ) throws(ImageError) -> CGImage {
    var pixels: DecodedPixels
    switch try FileFormat(of: bytes, name: name) {
    case .png:
      pixels = try PNGReader(data: bytes, name: name, keepsDepth: meaning == .color).read()
    case .jpeg: pixels = try JPEGReader(data: bytes, name: name).read()
    case .webP: pixels = try WebPReader(data: bytes, name: name).read()
    }
    let (width, height) = (pixels.width, pixels.height)
    switch meaning {
    case .color:
      let isOpaque: Bool? = pixels.hasAlpha ? nil : true
      if pixels.bytesPerComponent == 2 {
        let halves = pixels.premultipliedHalves
        pixels.roundToBytes()
        pixels.premultiply()
        return CGImage(
          width: width, height: height, deepPixels: halves, pixels: pixels.bytes,
          isOpaque: isOpaque)
      }
      pixels.premultiply()
      return CGImage(
        width: width, height: height, premultipliedRGBA: pixels.bytes, isOpaque: isOpaque)
    case .luminanceAsAlpha:
      pixels.turnLuminanceIntoAlpha()
      return CGImage(width: width, height: height, premultipliedRGBA: pixels.bytes)
    }
  }

  /// Checks a size that a file's header claims.
  static func checkSize(width: Int, height: Int, name: String) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw .corrupt(name: name, detail: "\(width) x \(height) pixels")
    }
    guard
      width <= maximumDimension, height <= maximumDimension, width * height <= maximumPixelCount
    else {
      throw .tooLarge(name: name, width: width, height: height)
    }
  }
}

/// The formats that are read, told by a file's first bytes.
enum FileFormat {
  case png
  case jpeg
  case webP

  init(of data: UnsafeRawBufferPointer, name: String) throws(ImageError) {
    func has(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      data.count >= offset + magic.count
        && data[offset..<(offset + magic.count)].elementsEqual(magic)
    }
    func has(_ magic: String, at offset: Int = 0) -> Bool { has(Array(magic.utf8), at: offset) }

    if has(PNG.signature) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("RIFF") && has("WEBP", at: 8) {
      self = .webP
    } else if has("GIF8") {
      throw .unsupported(name: name, detail: "GIF is not read")
    } else if has("ftyp", at: 4) {
      throw .unsupported(name: name, detail: "HEIF, AVIF and films are not read")
    } else if has("II*\0") || has("MM\0*") {
      throw .unsupported(name: name, detail: "TIFF is not read")
    } else if has("%PDF") {
      throw .unsupported(name: name, detail: "PDF is not read")
    } else {
      throw .notAnImage(name: name)
    }
  }
}
