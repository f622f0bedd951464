internal import CGlazeImages
internal import CGlazeLazy
internal import Glibc
import GlazeGeometry

/// The ICC profile inside an image file, where it describes other colors than sRGB.
///
/// Little CMS converts the colors, where it is installed; without it, pixels are treated as sRGB.
final class EmbeddedProfile {
  private let transform: glaze_cms_transform
  private let isGray: Bool

  /// Finds the profile of a file.
  ///
  /// - Returns: nil for sRGB, for files without a profile of RGB or gray, and where the library is
  ///   missing.
  convenience init?(
    of file: UnsafeRawBufferPointer, _ format: FileFormat, page: Int = 0
  ) {
    guard let data = ProfileData.find(in: file, format, page),
      // Most profiles are those of sRGB, which need no library.
      !ProfileSummary(data).isStandard
    else { return nil }
    self.init(data)
  }

  /// The description in the profile of a file; nil for files without a profile.
  static func name(
    in file: UnsafeRawBufferPointer, _ format: FileFormat, page: Int = 0
  ) -> String? {
    ProfileData.find(in: file, format, page).map {
      ProfileSummary($0).name ?? "unnamed ICC profile"
    }
  }

  private init?(_ data: [UInt8]) {
    guard glaze_lazy_is_there(GLAZE_LAZY_LCMS),
      let profile = cmsOpenProfileFromMem(data, UInt32(clamping: data.count))
    else { return nil }
    defer { cmsCloseProfile(profile) }
    let format: Int
    switch Int(cmsGetColorSpace(profile)) {
    case GLAZE_CMS_GRAY: (isGray, format) = (true, GLAZE_CMS_GRAY_FLOATS)
    case GLAZE_CMS_RGB: (isGray, format) = (false, GLAZE_CMS_RGB_FLOATS)
    default: return nil
    }
    guard let standard = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(standard) }
    guard
      let made = cmsCreateTransform(
        profile, UInt32(format), standard, UInt32(GLAZE_CMS_RGB_FLOATS),
        UInt32(GLAZE_CMS_RELATIVE_COLORIMETRIC), UInt32(GLAZE_CMS_NO_CACHE))
    else { return nil }
    transform = made
    if isStandard { return nil }
  }

  deinit { cmsDeleteTransform(transform) }

  /// Whether the colors are those of sRGB, to less than one level of 255.
  private var isStandard: Bool {
    let steps: [Float] = [0, 0.1, 0.25, 0.5, 0.75, 1]
    var colors: [Float] = []
    for red in steps {
      for green in steps { for blue in steps { colors += [red, green, blue] } }
    }
    if isGray { colors = steps.flatMap { [$0, $0, $0] } }
    let converted = convert(colors)
    return zip(colors, converted).allSatisfy { abs($0 - $1) < 0.9 / 255 }
  }

  /// Converts straight colors of bytes to premultiplied half floats of extended sRGB.
  func extendedSRGB(_ bytes: [UInt8], width: Int) -> [Float16] {
    convertRows(count: bytes.count, width: width) { index in
      SIMD4<Float>(
        Float(bytes[index]), Float(bytes[index + 1]), Float(bytes[index + 2]),
        Float(bytes[index + 3])) / 255
    }
  }

  /// Converts premultiplied colors of bytes to premultiplied half floats of extended sRGB.
  func extendedSRGB(premultiplied bytes: [UInt8], width: Int) -> [Float16] {
    extendedSRGB(bytes.map { Float16(Float($0) / 255) }, width: width)
  }

  /// Converts premultiplied half floats to those of extended sRGB.
  func extendedSRGB(_ halves: [Float16], width: Int) -> [Float16] {
    convertRows(count: halves.count, width: width) { index in
      var color = SIMD4<Float>(
        Float(halves[index]), Float(halves[index + 1]), Float(halves[index + 2]), 1)
      let alpha = Float(halves[index + 3])
      if alpha > 0 { color /= alpha }
      color.w = alpha
      return color
    }
  }

  /// - Parameter color: Returns the straight color of the pixel at an index.
  private func convertRows(
    count: Int, width: Int, _ color: (Int) -> SIMD4<Float>
  ) -> [Float16] {
    [Float16](unsafeUninitializedCapacity: count) { target, initialized in
      var row = [Float](repeating: 0, count: width * 3)
      for start in stride(from: 0, to: count, by: width * 4) {
        for x in 0..<width {
          let pixel = color(start + x * 4)
          (row[x * 3], row[x * 3 + 1], row[x * 3 + 2]) = (pixel.x, pixel.y, pixel.z)
        }
        let converted = convert(row)
        for x in 0..<width {
          let (alpha, place) = (color(start + x * 4).w, start + x * 4)
          for channel in 0..<3 {
            target[place + channel] = Float16(converted[x * 3 + channel] * alpha)
          }
          target[place + 3] = Float16(alpha)
        }
      }
      initialized = count
    }
  }

  /// Converts colors of three floats each; only the first counts where the profile is of gray.
  private func convert(_ colors: [Float]) -> [Float] {
    let source = isGray ? stride(from: 0, to: colors.count, by: 3).map { colors[$0] } : colors
    return [Float](unsafeUninitializedCapacity: colors.count) { target, initialized in
      cmsDoTransform(transform, source, target.baseAddress, UInt32(colors.count / 3))
      for index in 0..<colors.count where target[index] < 0 {
        target[index] = Self.extended(target[index])
      }
      initialized = colors.count
    }
  }

  /// Converts a number below 0, for which Little CMS goes on with the line at the beginning of the curve,
  /// to that of extended sRGB, whose curve is symmetric.
  private static func extended(_ number: Float) -> Float {
    -Float(OutputColor().encode(Double(number) / -12.92))
  }
}

/// Finds the bytes of ICC profiles in files.
private enum ProfileData {
  static func find(
    in file: UnsafeRawBufferPointer, _ format: FileFormat, _ page: Int
  ) -> [UInt8]? {
    switch format {
    case .png: inPNG(file)
    case .jpeg: inJPEG(file)
    case .webP: inWebP(file)
    case .heic, .avif: inHEIF(file)
    case .jpegXL: inJPEGXL(file)
    case .tiff: inTIFF(file, page)
    case .gif, .jpeg2000, .exr: nil
    }
  }

  private static func inPNG(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
    guard FileFormat.png.hasLibrary, PNGReader(data: file, name: "").hasProfile else { return nil }
    return bytes {
      glaze_png_read_profile(file.bindMemory(to: UInt8.self).baseAddress, file.count, &$0, $1)
    }
  }

  private static func inHEIF(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
    guard FileFormat.heic.hasLibrary else { return nil }
    return bytes {
      glaze_heif_read_profile(
        file.bindMemory(to: UInt8.self).baseAddress, file.count,
        CInt(ImageDecoder.maximumDimension), &$0, $1)
    }
  }

  private static func inJPEGXL(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
    guard FileFormat.jpegXL.hasLibrary else { return nil }
    return bytes {
      glaze_jxl_read_profile(file.bindMemory(to: UInt8.self).baseAddress, file.count, &$0, $1)
    }
  }

  private static func inTIFF(_ file: UnsafeRawBufferPointer, _ page: Int) -> [UInt8]? {
    guard FileFormat.tiff.hasLibrary else { return nil }
    return bytes {
      glaze_tiff_read_profile(
        file.bindMemory(to: UInt8.self).baseAddress, file.count, UInt32(page), &$0, $1)
    }
  }

  /// The bytes that a function allocates; nil where it fails or there are none.
  private static func bytes(
    _ body: (inout GlazeImageBytes, UnsafeMutablePointer<CChar>) -> CInt
  ) -> [UInt8]? {
    var profile = GlazeImageBytes()
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    _ = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { body(&profile, $0) }
    }
    defer { free(profile.bytes) }
    return profile.count == 0
      ? nil : Array(UnsafeBufferPointer(start: profile.bytes, count: profile.count))
  }

  /// The profile of a JPEG file, whose parts are segments of APP2 with a number and their count.
  private static func inJPEG(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
    var parts: [UInt8: [UInt8]] = [:]
    for part in JPEGSegments(file).contents(of: 0xE2, after: "ICC_PROFILE\0") where part.count > 2 {
      parts[part[part.startIndex]] = Array(part.dropFirst(2))
    }
    return parts.isEmpty ? nil : parts.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private static func inWebP(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
    var offset = 12
    while offset + 8 <= file.count {
      let size = Int(
        UInt32(littleEndian: file.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
      guard offset + 8 + size <= file.count else { return nil }
      if file[offset..<(offset + 4)].elementsEqual("ICCP".utf8) {
        return Array(file[(offset + 8)..<(offset + 8 + size)])
      }
      offset += 8 + size + size & 1
    }
    return nil
  }
}
