internal import CWebP

/// Encodes lossless animated WebP files.
///
/// After the first frame, each one holds the area that differs from the previous frame. This
/// encoder encodes frames independently and assembles the container: libwebp's own assembler
/// requires them in order on one thread.
///
///     RIFF(size) WEBP  VP8X  ANIM  ANMF(VP8L) ANMF(VP8L) ...
package struct WebPEncoder: MotionEncoder {
  /// The longest side that the format supports, in pixels.
  package static let maximumSide = 16_383

  private let format: MotionFormat

  package init(_ format: MotionFormat) { self.format = format }

  package var header: [UInt8] {
    // The flags are animation and alpha.
    let flags: UInt8 = 0x02 | (format.isOpaque ? 0 : 0x10)
    let canvas = Self.bytes(format.width - 1, count: 3) + Self.bytes(format.height - 1, count: 3)
    // The background is transparent.
    let animation: [UInt8] = [0, 0, 0, 0] + Self.bytes(format.loopCount, count: 2)
    return Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
      + Self.chunk("VP8X", [flags, 0, 0, 0] + canvas) + Self.chunk("ANIM", animation)
  }

  package func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8] {
    // Positions are in units of two pixels.
    let area =
      previous.map {
        PixelArea(
          changedFrom: $0, to: pixels, width: format.width, height: format.height, alignment: 2)
      } ?? PixelArea(x: 0, y: 0, width: format.width, height: format.height)
    let start = format.start(of: number, unitsPerSecond: 1000)
    let end = format.start(of: number + 1, unitsPerSecond: 1000)
    // The frame replaces the area that it covers, and stays.
    let flags: UInt8 = 0x02
    let frame =
      Self.bytes(area.x / 2, count: 3) + Self.bytes(area.y / 2, count: 3)
      + Self.bytes(area.width - 1, count: 3) + Self.bytes(area.height - 1, count: 3)
      + Self.bytes(min(max(1, end - start), 0xFF_FFFF), count: 3) + [flags]
    return Self.chunk("ANMF", frame + (try Self.image(straight(area, of: pixels), area)))
  }

  package func patches(byteCount: Int) -> [(offset: Int, bytes: [UInt8])] {
    [(offset: 4, bytes: Self.bytes(byteCount - 8, count: 4))]
  }

  private func straight(_ area: PixelArea, of pixels: [UInt8]) -> [UInt8] {
    let count = area.width * area.height * 4
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      pixels.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for row in 0..<area.height {
          Unpremultiply.row(
            from + ((area.y + row) * format.width + area.x) * 4, width: area.width,
            into: UnsafeMutableRawPointer(to + row * area.width * 4))
        }
      }
    }
  }

  /// Returns the chunks of an image.
  private static func image(_ pixels: [UInt8], _ area: PixelArea) throws -> [UInt8] {
    try FileFormat.webP.checkLibrary(name: "WebP")
    var config = WebPConfig()
    var picture = WebPPicture()
    // This is the fastest preset: the next one takes five times as long for a few percent.
    guard WebPConfigInit(&config) != 0, WebPConfigLosslessPreset(&config, 0) != 0,
      WebPPictureInit(&picture) != 0
    else { throw WebPEncodingError(code: -1) }
    config.exact = 1
    picture.use_argb = 1
    picture.width = CInt(area.width)
    picture.height = CInt(area.height)
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer {
      WebPPictureFree(&picture)
      WebPMemoryWriterClear(&writer)
    }
    guard WebPPictureImportRGBA(&picture, pixels, CInt(area.width * 4)) != 0 else {
      throw WebPEncodingError(code: Int(picture.error_code.rawValue))
    }
    let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      picture.writer = WebPMemoryWrite
      return WebPEncode(&config, &picture) != 0
    }
    guard isEncoded, writer.size > riffHeaderByteCount else {
      throw WebPEncodingError(code: Int(picture.error_code.rawValue))
    }
    let file = UnsafeBufferPointer(start: writer.mem, count: writer.size)
    return Array(file.dropFirst(riffHeaderByteCount))
  }

  private static let riffHeaderByteCount = 12

  private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let padding: [UInt8] = payload.count % 2 == 0 ? [] : [0]
    return Array(type.utf8) + bytes(payload.count, count: 4) + payload + padding
  }

  /// Returns the bytes of a number, little-endian.
  private static func bytes(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// libwebp failed to encode a frame.
package struct WebPEncodingError: Error, Equatable, CustomStringConvertible {
  /// The code from libwebp; -1 for a library of another version.
  package var code: Int

  package var description: String {
    code == -1
      ? "the installed libwebp differs from the version that Glaze was built with"
      : "libwebp cannot encode the frame (code \(code))"
  }
}
