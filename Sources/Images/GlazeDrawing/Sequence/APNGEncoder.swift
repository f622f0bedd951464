/// Encodes animated PNG files.
///
/// After the first frame, each one holds the area that differs from the previous frame, and
/// replaces that area: an animation with little motion is small.
///
///     signature  IHDR  sRGB  acTL  fcTL(0) IDAT...  fcTL(1) fdAT(2)  fcTL(3) fdAT(4) ...  IEND
///
/// A frame has one fdAT chunk, however large, so that its sequence number follows from the frame's.
package struct APNGEncoder: MotionEncoder {
  private let format: MotionFormat

  package init(_ format: MotionFormat) { self.format = format }

  package var header: [UInt8] {
    var file: [UInt8] = []
    PNG.appendHeader(
      width: format.width, height: format.height, hasAlpha: !format.isOpaque, format.output,
      to: &file)
    let counts = [format.frameCount, format.loopCount].flatMap { PNG.bytes(of: UInt32($0)) }
    PNG.appendChunk("acTL", counts, to: &file)
    return file
  }

  package func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8] {
    let area =
      previous.map {
        PixelArea(changedFrom: $0, to: pixels, width: format.width, height: format.height)
      } ?? PixelArea(x: 0, y: 0, width: format.width, height: format.height)
    let strips = try deflate(area, of: pixels, threads: threads)
    defer { for strip in strips { strip.free() } }
    var chunks: [UInt8] = []
    chunks.reserveCapacity(128 + strips.reduce(0) { $0 + $1.byteCount + 12 })
    let sequence = number == 0 ? 0 : UInt32(2 * number - 1)
    PNG.appendChunk("fcTL", control(area, number, sequence: sequence), to: &chunks)
    if number == 0 {
      PNG.append(strips, to: &chunks)
    } else {
      PNG.appendFrame(strips, sequence: sequence + 1, to: &chunks)
    }
    return chunks
  }

  package var trailer: [UInt8] {
    var file: [UInt8] = []
    PNG.appendChunk("IEND", [], to: &file)
    return file
  }

  private func deflate(
    _ area: PixelArea, of pixels: [UInt8], threads: Int
  ) throws -> [DeflatedStrip] {
    let start = (area.y * format.width + area.x) * 4
    return try pixels.withUnsafeBytes { bytes in
      let rows = try PixelRows(
        pixels: UnsafeRawBufferPointer(rebasing: bytes[start...]), width: area.width,
        height: area.height, bytesPerRow: format.width * 4, kind: .premultiplied)
      return try PNG.deflate(
        rows, isOpaque: format.isOpaque ? true : nil, dropsOpaqueAlpha: format.isOpaque,
        maximumThreads: threads
      ).strips
    }
  }

  private func control(_ area: PixelArea, _ number: Int, sequence: UInt32) -> [UInt8] {
    let numbers = [Int(sequence), area.width, area.height, area.x, area.y]
    // The duration in seconds is a fraction of two 16-bit numbers.
    var (delay, unit) = (format.rate.denominator, format.rate.numerator)
    if let delays = format.delays {
      (delay, unit) = (Int(min(60, max(0.001, delays[number])) * 1000), 1000)
    }
    while max(delay, unit) > Int(UInt16.max) { (delay, unit) = (delay / 2, unit / 2) }
    let fraction: [UInt8] = [max(1, delay), max(1, unit)].flatMap { number -> [UInt8] in
      [UInt8(number >> 8), UInt8(number & 255)]
    }
    // The next frame leaves this one in place, and replaces the area that it covers.
    return numbers.flatMap { PNG.bytes(of: UInt32($0)) } + fraction + [0, 0]
  }
}

extension PNG {
  /// Appends the pixels of a frame after the first one: one chunk of a sequence number and a zlib
  /// stream.
  fileprivate static func appendFrame(
    _ strips: [DeflatedStrip], sequence: UInt32, to file: inout [UInt8]
  ) {
    let typeByteCount = 4
    var payload = bytes(of: sequence)
    payload.reserveCapacity(8 + strips.reduce(0) { $0 + $1.byteCount })
    var adler: UInt32 = 1
    for strip in strips {
      adler = Adler32.combine(adler, strip.adler, secondByteCount: strip.rawByteCount)
      payload += UnsafeRawBufferPointer(
        start: strip.bytes + typeByteCount, count: strip.byteCount - typeByteCount)
    }
    appendChunk("fdAT", payload + bytes(of: adler), to: &file)
  }
}
