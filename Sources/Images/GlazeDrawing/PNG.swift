internal import CISAL
internal import Dispatch
internal import Foundation
package import GlazeGeometry

/// Writes PNG files, fast: a server writes one for every image that it renders.
///
/// Every row except the first uses the filter "up", and ISA-L's igzip deflates at level 1. On 114
/// rendered images of 1600 x 1200 pixels, one core was 21 times as fast as libpng at level 1, and
/// the total size was the same (level 0: 1.2 to 2 times the size in the same time; level 2: as
/// level 1; level 3: five times as slow and no smaller). Opaque images are written without alpha,
/// which saves a tenth of the file and costs nothing. Large images are cut into strips of whole
/// rows that all cores deflate at the same time. Each strip ends on a whole byte, so that the
/// strips are only concatenated and their Adler checksums combined. The cuts depend on the size
/// alone, not on the machine. In about one process of 1,500, igzip (ISA-L 2.30, levels 1 and 2)
/// chooses another of two equally long matches, never without address space randomization; the
/// reason is unknown.
///
///     signature  IHDR  sRGB  IDAT(zlib header, strip 0)  IDAT(strip 1) ...  IDAT(strip n, Adler)  IEND
package enum PNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Encodes premultiplied sRGB pixels; the file holds them with straight alpha.
  ///
  /// Color is divided by alpha and rounded to nearest; color above alpha becomes 255, and pixels of
  /// alpha 0 become 0, 0, 0, 0.
  ///
  /// - Parameters:
  ///   - pixels: rows of R, G, B, A bytes, row 0 at the top.
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  ///   - bytesPerRow: the number of bytes from one row to the next; `width * 4` when nil.
  ///   - dropsOpaqueAlpha: whether RGB is written when every alpha is 255.
  ///   - maximumThreads: the number of threads; all cores when nil.
  ///   - output: the encoding of the pixels, which the file names; sRGB by default.
  /// - Throws: `PNGError` when the size is empty, too large, or not that of the buffer.
  package static func encode(
    premultipliedRGBA pixels: UnsafeRawBufferPointer, width: Int, height: Int,
    bytesPerRow: Int? = nil, dropsOpaqueAlpha: Bool = true, maximumThreads: Int? = nil,
    output: OutputColor = .standard
  ) throws(PNGError) -> [UInt8] {
    let rows = try PixelRows(
      pixels: pixels, width: width, height: height, bytesPerRow: bytesPerRow, kind: .premultiplied)
    return try encode(
      rows, dropsOpaqueAlpha: dropsOpaqueAlpha, maximumThreads: maximumThreads, output: output)
  }

  /// Encodes sRGB pixels of straight alpha unchanged; otherwise the same as for premultiplied ones.
  package static func encode(
    straightRGBA pixels: UnsafeRawBufferPointer, width: Int, height: Int,
    bytesPerRow: Int? = nil, dropsOpaqueAlpha: Bool = true, maximumThreads: Int? = nil
  ) throws(PNGError) -> [UInt8] {
    let rows = try PixelRows(
      pixels: pixels, width: width, height: height, bytesPerRow: bytesPerRow, kind: .straight)
    return try encode(rows, dropsOpaqueAlpha: dropsOpaqueAlpha, maximumThreads: maximumThreads)
  }

  /// Encodes an image; without alpha when it is opaque.
  ///
  /// - Parameters:
  ///   - image: the image, whose pixels are already in memory and have a valid size.
  ///   - maximumThreads: the number of threads; all cores when nil.
  /// - Throws: `PNGError` only for a side of 2^29 pixels or more.
  package static func encode(
    _ image: CGImage, maximumThreads: Int? = nil
  ) throws(PNGError) -> [UInt8] {
    let result = image.pixels.withUnsafeBytes { pixels in
      Result { () throws(PNGError) in
        let rows = try PixelRows(
          pixels: pixels, width: image.width, height: image.height, bytesPerRow: nil,
          kind: .premultiplied)
        return try encode(rows, isOpaque: image.isOpaque, maximumThreads: maximumThreads)
      }
    }
    return try result.get()
  }
}

/// The reason why an image could not be written.
package enum PNGError: Error, Equatable, CustomStringConvertible {
  /// A side is zero, negative, or beyond the limit of PNG.
  case invalidSize(width: Int, height: Int)
  /// The buffer ends before the last row, or rows overlap.
  case invalidBuffer(byteCount: Int, bytesPerRow: Int, width: Int, height: Int)
  /// igzip failed, with its code.
  case compression(code: Int)

  package var description: String {
    switch self {
    case .invalidSize(let width, let height):
      return "cannot write a PNG of \(width) x \(height) pixels"
    case .invalidBuffer(let byteCount, let bytesPerRow, let width, let height):
      return "\(byteCount) bytes of \(bytesPerRow) a row cannot hold \(width) x \(height) pixels"
    case .compression(let code):
      return "igzip cannot compress the image (code \(code))"
    }
  }
}

extension PNG {
  /// The size of a strip's pixels, in bytes: 512 x 512 pixels in two strips took longer than in
  /// one, 724 x 724 less.
  static let stripByteCount = 1 << 20

  private static func encode(
    _ rows: PixelRows, isOpaque: Bool? = nil, dropsOpaqueAlpha: Bool = true, maximumThreads: Int?,
    output: OutputColor = .standard
  ) throws(PNGError) -> [UInt8] {
    let (strips, channels) = try deflate(
      rows, isOpaque: isOpaque, dropsOpaqueAlpha: dropsOpaqueAlpha, maximumThreads: maximumThreads)
    defer { for strip in strips { strip.free() } }
    return join(
      strips, width: rows.width, height: rows.height, hasAlpha: channels == 4, output)
  }

  /// Filters and deflates an image; the strips must be freed.
  static func deflate(
    _ rows: PixelRows, isOpaque: Bool?, dropsOpaqueAlpha: Bool, maximumThreads: Int?
  ) throws(PNGError) -> (strips: [DeflatedStrip], channels: Int) {
    let threads = max(1, maximumThreads ?? ProcessInfo.processInfo.activeProcessorCount)
    let bands = split(rows)
    let isOpaque =
      isOpaque
      ?? concurrentMap(bands, threads: threads) { rows.areOpaque($0) }.allSatisfy { $0 }
    let filter = RowFilter(rows: rows, isOpaque: isOpaque, dropsAlpha: isOpaque && dropsOpaqueAlpha)
    let strips = concurrentMap(bands, threads: threads) { band in
      DeflatedStrip(filter: filter, band: band, isLast: band.upperBound == rows.height)
    }
    if let error = strips.lazy.map(\.error).first(where: { $0 != 0 }) {
      for strip in strips { strip.free() }
      throw .compression(code: error)
    }
    return (strips, filter.channels)
  }

  /// Splits the image into bands of whole rows.
  private static func split(_ rows: PixelRows) -> [Range<Int>] {
    let count = min(rows.height, max(1, rows.width * 4 * rows.height / stripByteCount))
    return (0..<count).map { index in
      (rows.height * index / count)..<(rows.height * (index + 1) / count)
    }
  }

  private static func concurrentMap<Result: Sendable>(
    _ bands: [Range<Int>], threads: Int, _ body: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let threads = ForkedProcess.lacksThreads ? 1 : min(threads, bands.count)
    if threads == 1 { return bands.map(body) }
    ForkedProcess.startsThreads()
    return [Result](unsafeUninitializedCapacity: bands.count) { results, initializedCount in
      // Each iteration writes its own elements.
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: threads) { first in
        for index in stride(from: first, to: bands.count, by: threads) {
          results.initializeElement(at: index, to: body(bands[index]))
        }
      }
      initializedCount = bands.count
    }
  }

  // MARK: - The file

  private static func join(
    _ strips: [DeflatedStrip], width: Int, height: Int, hasAlpha: Bool, _ output: OutputColor
  ) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(128 + strips.reduce(0) { $0 + $1.byteCount + 12 })
    appendHeader(width: width, height: height, hasAlpha: hasAlpha, output, to: &file)
    append(strips, to: &file)
    appendChunk("IEND", [], to: &file)
    return file
  }

  /// Appends the chunks before the pixels.
  static func appendHeader(
    width: Int, height: Int, hasAlpha: Bool, bits: UInt8 = 8, _ output: OutputColor = .standard,
    to file: inout [UInt8]
  ) {
    file += signature
    // The values are the bits of a sample, color type, deflate, standard filters, no interlacing.
    let header: [UInt8] = [bits, hasAlpha ? 6 : 2, 0, 0, 0]
    appendChunk("IHDR", bytes(of: UInt32(width)) + bytes(of: UInt32(height)) + header, to: &file)
    guard output.isSRGB else { return appendColor(output, to: &file) }
    // The intent is perceptual.
    appendChunk("sRGB", [0], to: &file)
  }

  /// Appends the pixels: an IDAT chunk for each strip.
  static func append(_ strips: [DeflatedStrip], to file: inout [UInt8]) {
    var adler: UInt32 = 1
    for (index, strip) in strips.enumerated() {
      adler = Adler32.combine(adler, strip.adler, secondByteCount: strip.rawByteCount)
      let trailer = index == strips.count - 1 ? bytes(of: adler) : []
      file += bytes(of: UInt32(strip.byteCount - 4 + trailer.count))
      file += UnsafeRawBufferPointer(start: strip.bytes, count: strip.byteCount)
      file += trailer
      file += bytes(of: crc32_gzip_refl(strip.crc, trailer, UInt64(trailer.count)))
    }
  }

  static func appendChunk(_ type: String, _ payload: [UInt8], to file: inout [UInt8]) {
    let body = Array(type.utf8) + payload
    file += bytes(of: UInt32(payload.count)) + body
    file += bytes(of: crc32_gzip_refl(0, body, UInt64(body.count)))
  }

  static func bytes(of value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
