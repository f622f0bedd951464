internal import CGlazeImages
package import Foundation
package import GlazeGeometry

/// Reads files into premultiplied sRGB pixels.
///
/// Files of 16 bits a component and of floats keep the precision of half floats. Of animated images, the
/// first frame is read; `ImageFile` reads the others. PNG, JPEG, WebP and GIF are always
/// supported, and so are most OpenEXR files; HEIF, AVIF, JPEG 2000, JPEG XL, TIFF and other OpenEXR
/// files require a library.
///
/// The first bytes identify the format, never the file's name. These files become half floats of
/// extended sRGB, which hold all colors: PNG files that name their encoding by code points (cICP),
/// HEIF, AVIF and JPEG XL files that do, OpenEXR files, and files of PNG, JPEG, WebP, TIFF, HEIF,
/// AVIF and JPEG XL whose ICC profile describes other colors than sRGB, where Little CMS is installed. Other pixels are treated as sRGB;
/// gamma and chromaticities are ignored. JPEG files with a gain map (Ultra HDR) have a second
/// rendition. EXIF orientation is ignored as well: row 0 is the first row
/// stored. An incomplete image is an error: libraries that paint damaged parts gray are not trusted.
package enum ImageDecoder {
  /// The meaning of a file's samples.
  package enum Meaning: Sendable {
    /// The samples are color with alpha.
    case color
    /// The luminance becomes the alpha of a white image: CAML's `A8asL8`.
    ///
    /// The image is white, so that multiplying by a tint results in the tint. Color files use the
    /// Rec. 709 luma of the stored sRGB values, and the alpha of the file multiplies the result.
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
  ///   - name: the name of the file in errors.
  ///   - meaning: the meaning of the samples.
  ///   - page: the page of a TIFF file, from 0.
  ///   - report: called with a problem that does not keep the image from being read, such as a
  ///     damaged gain map.
  /// - Throws: `ImageError`; sizes are checked before any allocation.
  package static func decode(
    _ data: some ContiguousBytes, name: String, as meaning: Meaning = .color, page: Int = 0,
    report: (ImageError) -> Void = { _ in }
  ) throws(ImageError) -> CGImage {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(ImageError) in
        let image = try decode(bytes: bytes, name: name, as: meaning, page: page)
        return meaning == .color ? addingGainMap(to: image, of: bytes, name, report) : image
      }
    }
    return try result.get()
  }

  /// Adds the gain map of an Ultra HDR JPEG file.
  private static func addingGainMap(
    to image: CGImage, of bytes: UnsafeRawBufferPointer, _ name: String,
    _ report: (ImageError) -> Void
  ) -> CGImage {
    guard let format = try? FileFormat(of: bytes, name: name), format == .jpeg else { return image }
    do throws(GainMapReader.Failure) {
      return try GainMapReader(file: bytes).read().map(image.adding) ?? image
    } catch {
      let detail = "its gain map \(error.reason), so that the image is drawn without HDR"
      report(.corrupt(name: name, detail: detail))
      return image
    }
  }

  private static func decode(
    bytes: UnsafeRawBufferPointer, name: String, as meaning: Meaning, page: Int
  ) throws(ImageError) -> CGImage {
    let format = try FileFormat(of: bytes, name: name)
    if format == .png, meaning == .color {
      let reader = PNGReader(data: bytes, name: name)
      if try reader.isDeep() {
        let (width, height, pixels) = try reader.readDeep()
        if let color = reader.readColor() {
          return image(width, height, pixels.halves, color)
        }
        if let profile = EmbeddedProfile(of: bytes, format) {
          return CGImage(
            width: width, height: height,
            deepPixels: profile.extendedSRGB(pixels.halves, width: width))
        }
        return CGImage(
          width: width, height: height, deepPixels: pixels.halves, pixels: pixels.bytes,
          isOpaque: pixels.isOpaque)
      }
    }
    if format == .exr {
      let image = try EXRReader(data: bytes, name: name).read()
      return meaning == .color ? image : luminanceAsAlpha(image)
    }
    if [.heic, .avif, .jpegXL, .tiff].contains(format) {
      let reader = LibraryReader(data: bytes, name: name, format: format, page: page)
      let info = try reader.readInfo()
      if info.bits > 8 || (info.color != nil && meaning == .color) {
        let image = try decode(reader, info, bytes)
        return meaning == .color ? image : luminanceAsAlpha(image)
      }
    }
    var pixels = try read(bytes, format, name: name, page: page)
    let (width, height) = (pixels.width, pixels.height)
    switch meaning {
    case .color:
      if let profile = EmbeddedProfile(of: bytes, format, page: page) {
        return CGImage(
          width: width, height: height,
          deepPixels: pixels.isPremultiplied
            ? profile.extendedSRGB(premultiplied: pixels.bytes, width: width)
            : profile.extendedSRGB(pixels.bytes, width: width))
      }
      pixels.premultiply()
      if format == .png, let color = PNGReader(data: bytes, name: name).readColor() {
        return image(width, height, pixels.bytes.map { Float16(Float($0) / 255) }, color)
      }
      return CGImage(
        width: width, height: height, premultipliedRGBA: pixels.bytes,
        isOpaque: pixels.hasAlpha ? nil : true)
    case .luminanceAsAlpha:
      pixels.turnLuminanceIntoAlpha()
      return CGImage(width: width, height: height, premultipliedRGBA: pixels.bytes)
    }
  }

  /// Returns a white image with the luminance of another as its alpha.
  private static func luminanceAsAlpha(_ image: CGImage) -> CGImage {
    var pixels = DecodedPixels(
      premultiplied: image.pixels, width: image.width, height: image.height)
    pixels.turnLuminanceIntoAlpha()
    return CGImage(width: image.width, height: image.height, premultipliedRGBA: pixels.bytes)
  }

  /// Decodes a HEIF, AVIF, JPEG XL or TIFF file that has more than 8 bits, or names its encoding.
  private static func decode(
    _ reader: LibraryReader, _ info: GlazeImageInfo, _ file: UnsafeRawBufferPointer
  ) throws(ImageError) -> CGImage {
    let (width, height) = (Int(info.width), Int(info.height))
    guard info.bits > 8 else {
      var pixels = try reader.read()
      pixels.premultiply()
      return image(width, height, pixels.bytes.map { Float16(Float($0) / 255) }, info.color)
    }
    if info.is_float {
      let halves = try reader.readHalves(info)
      if info.color == nil,
        let profile = EmbeddedProfile(of: file, reader.format, page: reader.page)
      {
        return CGImage(
          width: width, height: height, deepPixels: profile.extendedSRGB(halves, width: width))
      }
      return image(width, height, halves, info.color)
    }
    let pixels = try reader.readDeep(info)
    if let color = info.color { return image(width, height, pixels.halves, color) }
    if let profile = EmbeddedProfile(of: file, reader.format, page: reader.page) {
      return CGImage(
        width: width, height: height, deepPixels: profile.extendedSRGB(pixels.halves, width: width))
    }
    return CGImage(
      width: width, height: height, deepPixels: pixels.halves, pixels: pixels.bytes,
      isOpaque: pixels.isOpaque)
  }

  /// Makes an image of premultiplied numbers in an encoding.
  private static func image(
    _ width: Int, _ height: Int, _ halves: [Float16], _ color: FileColor?
  ) -> CGImage {
    guard let color else { return CGImage(width: width, height: height, deepPixels: halves) }
    let image = CGImage(width: width, height: height, deepPixels: color.extendedSRGB(halves))
    return image.copy(contentHeadroom: color.headroom) ?? image
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ format: FileFormat, name: String, page: Int
  ) throws(ImageError) -> DecodedPixels {
    switch format {
    case .png: return try PNGReader(data: bytes, name: name).read()
    case .jpeg: return try JPEGReader(data: bytes, name: name).read()
    case .webP:
      let animation = AnimatedWebPReader(data: bytes, name: name)
      guard let frames = try animation.readFrames() else {
        return try WebPReader(data: bytes, name: name).read()
      }
      let file = animation.file(of: frames.frames[0])
      let result = file.withUnsafeBytes { data in
        Result { () throws(ImageError) in try WebPReader(data: data, name: name).read() }
      }
      return try DecodedPixels(try result.get(), of: frames, name: name)
    case .gif:
      let gif = GIFReader(data: bytes, name: name)
      let frames = try gif.readFrames()
      return try DecodedPixels(try gif.read(frames.frames[0]), of: frames, name: name)
    case .exr:
      throw .unsupported(name: name, detail: "EXR has no bytes")
    case .tiff, .heic, .avif, .jpeg2000, .jpegXL:
      return try LibraryReader(data: bytes, name: name, format: format, page: page).read()
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
    // The pixels are needed twice: as they are read, and as they are stored.
    guard AddressSpace.hasRoom(for: width * height * 8) else { throw .outOfMemory(name: name) }
  }
}
