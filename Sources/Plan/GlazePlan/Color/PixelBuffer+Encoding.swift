import CGlazeKernels
package import GlazeGeometry

extension FramePlan.PixelFormat {
  /// Stores pixels of four floats each in this format.
  package func store(
    _ floats: UnsafeRawBufferPointer, count: Int, in target: UnsafeMutableRawBufferPointer
  ) {
    glaze_store_floats(
      floats.assumingMemoryBound(to: Float.self).baseAddress, count, Int32(rawValue),
      target.baseAddress)
  }
}

extension PixelBuffer {
  /// The encoded numbers of all pixels: four floats each.
  ///
  /// - Parameters:
  ///   - isStraight: Whether colors are divided by alpha.
  ///   - tables: The map of colors; nil leaves them.
  package func floats(isStraight: Bool, mappedBy tables: ColorTables? = nil) -> [Float] {
    let count = width * height
    return [Float](unsafeUninitializedCapacity: count * 4) { target, initialized in
      bytes.withUnsafeBytes {
        glaze_load_floats($0.baseAddress, count, Int32(format.rawValue), target.baseAddress)
      }
      if range != 1 {
        for pixel in stride(from: 0, to: count * 4, by: 4) {
          for channel in 0..<3 { target[pixel + channel] *= range }
        }
      }
      if isStraight || tables != nil { glaze_straighten(target.baseAddress, count) }
      tables?.withMap { glaze_map_colors($0, target.baseAddress, count) }
      if !isStraight, tables != nil { glaze_premultiply(target.baseAddress, count) }
      initialized = count * 4
    }
  }

  /// The pixels as premultiplied half floats of extended sRGB, which hold every color.
  package var extendedSRGB: [Float16] {
    let floats = floats(isStraight: false, mappedBy: .toSRGB(from: output))
    return [Float16](unsafeUninitializedCapacity: floats.count) { target, initialized in
      floats.withUnsafeBytes {
        FramePlan.PixelFormat.float16.store(
          $0, count: floats.count / 4, in: UnsafeMutableRawBufferPointer(target))
      }
      initialized = floats.count
    }
  }

  /// The encoded numbers as premultiplied half floats.
  package var half: [Float16] { half(isStraight: false) }

  /// The encoded numbers as half floats that are not multiplied by alpha.
  package var straightHalf: [Float16] { half(isStraight: true) }

  private func half(isStraight: Bool) -> [Float16] {
    let stored = stored(floats(isStraight: isStraight), as: .float16)
    return stored.withUnsafeBytes { Array($0.bindMemory(to: Float16.self)) }
  }

  /// The pixels in 8 bits of their own encoding, premultiplied: numbers outside 0...1 are clipped.
  package var byteRows: [UInt8] {
    format == .unorm8 ? bytes : stored(floats(isStraight: false), as: .unorm8)
  }

  /// The frame in 8 bits of the range of its own encoding, of which 255 is the largest number: that
  /// of the headroom where numbers may exceed 1.
  package var inBytes: PixelBuffer {
    if format == .unorm8 { return self }
    var result = self
    result.format = .unorm8
    result.output.depth = .bits8
    let range = output.isFloat ? Float(output.encode(output.headroom)) : 1
    guard range > 1 else {
      result.bytes = byteRows
      return result
    }
    var floats = floats(isStraight: false)
    for pixel in stride(from: 0, to: floats.count, by: 4) {
      for channel in 0..<3 { floats[pixel + channel] /= range }
    }
    result.bytes = stored(floats, as: .unorm8)
    result.range = range
    return result
  }

  /// The straight colors in 16 bits of the pixels' own encoding, where 65,535 is 1.
  package var straight16: [UInt16] { samples16(isStraight: true) }

  /// The premultiplied colors in 16 bits of the pixels' own encoding, where 65,535 is 1.
  package var premultiplied16: [UInt16] { samples16(isStraight: false) }

  private func samples16(isStraight: Bool) -> [UInt16] {
    let floats = floats(isStraight: isStraight)
    return [UInt16](unsafeUninitializedCapacity: floats.count) { target, initialized in
      floats.withUnsafeBytes {
        FramePlan.PixelFormat.unorm16.store(
          $0, count: floats.count / 4, in: UnsafeMutableRawBufferPointer(target))
      }
      initialized = floats.count
    }
  }

  /// The frame in its final encoding, where it was composited in another.
  package func encoded(as final: OutputColor) -> PixelBuffer {
    var result = self
    result.output = final
    // Half floats are also what is drawn for 32 bits.
    if output.transfer == final.transfer { return result }
    let tables = ColorTables.reencoding(from: output, to: final)
    result.format = FramePlan.PixelFormat(final, isOpaque: false)
    result.bytes = stored(floats(isStraight: false, mappedBy: tables), as: result.format)
    return result
  }

  private func stored(_ floats: [Float], as format: FramePlan.PixelFormat) -> [UInt8] {
    let count = width * height * format.bytesPerPixel
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      floats.withUnsafeBytes {
        format.store($0, count: width * height, in: UnsafeMutableRawBufferPointer(target))
      }
      initialized = count
    }
  }
}
