import Foundation

/// The mapped memory of a dma-buf, for as long as it is read or written.
final class MappedPlanes {
  private let buffer: DMABuffer
  private let isWritten: Bool
  private var planes: [UnsafeMutableRawBufferPointer] = []

  /// - Parameter isWritten: Whether pixels are written rather than read.
  /// - Returns: nil when the memory cannot be mapped, or is smaller than the buffer requires.
  init?(_ buffer: DMABuffer, isWritten: Bool = false) {
    (self.buffer, self.isWritten) = (buffer, isWritten)
    for (index, plane) in buffer.planes.enumerated() {
      guard let needed = buffer.bytesNeeded(ofPlane: index),
        let address = mmap(
          nil, needed, isWritten ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED,
          plane.descriptor, 0), address != MAP_FAILED
      else { return nil }
      planes.append(UnsafeMutableRawBufferPointer(start: address, count: needed))
      sync(plane.descriptor, isEnd: false)
    }
  }

  deinit {
    for (plane, memory) in zip(buffer.planes, planes) {
      sync(plane.descriptor, isEnd: true)
      munmap(memory.baseAddress, memory.count)
    }
  }

  /// Notifies the kernel of accesses by the CPU, so that the CPU and devices see each other's
  /// writes.
  private func sync(_ descriptor: Int32, isEnd: Bool) {
    // This is DMA_BUF_IOCTL_SYNC, with DMA_BUF_SYNC_READ, _WRITE, _END. Memory that is not shared
    // with a device does not need it; the call then returns an error, which is ignored.
    var flags: UInt64 = (isWritten ? 2 : 1) | (isEnd ? 4 : 0)
    _ = ioctl(descriptor, 0x4008_6200, &flags)
  }

  func read(_ alpha: ExternalSource.Alpha, to pixels: UnsafeMutableBufferPointer<UInt8>) {
    switch buffer.format.layout {
    case .rgb(let isBGR, _):
      ExternalSource.copy(
        UnsafeRawBufferPointer(planes[0]), offset: buffer.planes[0].offset,
        bytesPerRow: buffer.planes[0].bytesPerRow,
        isBGR: isBGR, alpha, to: pixels, width: buffer.width)
    case .yCbCr(let isDeep):
      readVideo(isDeep: isDeep) { at, rgb in
        let bytes = SIMD3<UInt8>(
          (rgb * 255).rounded(.toNearestOrEven), rounding: .toNearestOrEven)
        (pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) =
          (bytes.x, bytes.y, bytes.z, 255)
      }
    case .rgb10, .half, nil: break
    }
  }

  /// Writes as much premultiplied RGBA as fits.
  func write(_ pixels: [UInt8], width: Int, height: Int, isBGR: Bool) {
    let (red, blue) = isBGR ? (2, 0) : (0, 2)
    for y in 0..<min(height, buffer.height) {
      let row = buffer.planes[0].offset + y * buffer.planes[0].bytesPerRow
      for x in 0..<min(width, buffer.width) {
        let (from, to) = ((y * width + x) * 4, row + x * 4)
        planes[0][to + red] = pixels[from]
        planes[0][to + 1] = pixels[from + 1]
        planes[0][to + blue] = pixels[from + 2]
        planes[0][to + 3] = pixels[from + 3]
      }
    }
  }

  /// Writes as much premultiplied R, G, B, A as fits, in 10 bits or as half floats.
  func write(_ numbers: [Float], width: Int, height: Int, _ layout: DMABuffer.Format.Layout) {
    let size = buffer.bytesPerPixel
    for y in 0..<min(height, buffer.height) {
      let row = buffer.planes[0].offset + y * buffer.planes[0].bytesPerRow
      for x in 0..<min(width, buffer.width) {
        let from = (y * width + x) * 4
        let c = SIMD4(numbers[from], numbers[from + 1], numbers[from + 2], numbers[from + 3])
        if layout == .half {
          planes[0].storeBytes(
            of: SIMD4<Float16>(c), toByteOffset: row + x * size, as: SIMD4<Float16>.self)
          continue
        }
        let most = SIMD4<Float>(1023, 1023, 1023, 3)
        let codes = SIMD4<UInt32>(
          (c.clamped(lowerBound: .zero, upperBound: .one) * most).rounded(.toNearestOrEven),
          rounding: .toNearestOrEven)
        let (low, high) = layout == .rgb10(isBGR: true) ? (codes.z, codes.x) : (codes.x, codes.z)
        planes[0].storeBytes(
          of: low | codes.y << 10 | high << 20 | codes.w << 30, toByteOffset: row + x * size,
          as: UInt32.self)
      }
    }
  }

  /// Reads video whose colors are not those of sRGB, as half floats of extended sRGB.
  func readWide(to pixels: UnsafeMutableBufferPointer<Float16>) {
    guard case .yCbCr(let isDeep) = buffer.format.layout else { return }
    let color = buffer.encoding.color
    let (red, green, blue) = color.rowsToSRGB
    // Steps of a quarter of a code of 10 bits.
    let steps = 4095
    let light = (0...steps).map { color.decode(Double($0) / Double(steps)) }
    var (last, result): (SIMD3<Float>, SIMD3<Float16>) = (-.one, .zero)
    readVideo(isDeep: isDeep) { at, rgb in
      if rgb != last {
        last = rgb
        func decoded(_ number: Float) -> Double {
          light[Int(clamping: number * Float(steps) + 0.5)]
        }
        let seen = SIMD3(decoded(rgb.x), decoded(rgb.y), decoded(rgb.z))
        func encoded(_ row: SIMD3<Double>) -> Float16 {
          Float16(Float(OutputColor.sRGB(ofLight: (row * seen).sum())))
        }
        result = SIMD3(encoded(red), encoded(green), encoded(blue))
      }
      (pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) =
        (result.x, result.y, result.z, 1)
    }
  }

  /// Converts video; the shader program `external` does the same.
  ///
  /// - Parameter store: Takes the place of a pixel's first component, and R, G and B in 0...1.
  private func readVideo(isDeep: Bool, _ store: (Int, SIMD3<Float>) -> Void) {
    let (red, green, blue) = buffer.encoding.rows(isDeep: isDeep)
    let (width, height) = (buffer.width, buffer.height)
    let most = SIMD2(Int32((width + 1) / 2 - 1), Int32((height + 1) / 2 - 1))
    for y in 0..<height {
      let vertical = Taps(Float(y), most.y, isCosited: false)
      for x in 0..<width {
        let horizontal = Taps(Float(x), most.x, isCosited: true)
        let upper = chroma(horizontal, vertical.first, isDeep)
        let lower = chroma(horizontal, vertical.second, isDeep)
        let c = upper + (lower - upper) * vertical.weight
        let code = SIMD4(luma(x, y, isDeep), c.x, c.y, 1)
        let rgb = SIMD3((red * code).sum(), (green * code).sum(), (blue * code).sum())
        store((y * width + x) * 4, rgb.clamped(lowerBound: .zero, upperBound: .one))
      }
    }
  }

  /// The two chroma samples next to a pixel, and the weight of the second.
  private struct Taps {
    var first: Int
    var second: Int
    var weight: Float

    /// - Parameter isCosited: Whether every second pixel has a sample at its center, as in rows of
    ///   video; otherwise samples lie between two pixels.
    init(_ pixel: Float, _ most: Int32, isCosited: Bool) {
      let place = isCosited ? pixel / 2 : (pixel - 0.5) / 2
      let floor = place.rounded(.down)
      weight = place - floor
      first = Int(min(max(Int32(clamping: floor), 0), most))
      second = Int(min(max(Int32(clamping: floor) + 1, 0), most))
    }
  }

  private func chroma(_ taps: Taps, _ row: Int, _ isDeep: Bool) -> SIMD2<Float> {
    let first = sample(1, taps.first * 2, row, isDeep)
    let second = sample(1, taps.second * 2, row, isDeep)
    return first + (second - first) * taps.weight
  }

  private func luma(_ x: Int, _ y: Int, _ isDeep: Bool) -> Float {
    let at = buffer.planes[0].offset + y * buffer.planes[0].bytesPerRow
    if isDeep {
      return Float(planes[0].loadUnaligned(fromByteOffset: at + x * 2, as: UInt16.self)) / 65535
    }
    return Float(planes[0][at + x]) / 255
  }

  /// Two adjacent components, as OpenGL would sample them.
  private func sample(_ plane: Int, _ x: Int, _ y: Int, _ isDeep: Bool) -> SIMD2<Float> {
    let at = buffer.planes[plane].offset + y * buffer.planes[plane].bytesPerRow
    if isDeep {
      let codes = planes[plane].loadUnaligned(
        fromByteOffset: at + x * 2, as: SIMD2<UInt16>.self)
      return SIMD2<Float>(codes) / 65535
    }
    return SIMD2<Float>(SIMD2(planes[plane][at + x], planes[plane][at + x + 1])) / 255
  }
}

extension DMABuffer {
  /// The number of bytes that a plane with contiguous rows occupies.
  ///
  /// - Returns: nil when its rows or its memory are too short.
  fileprivate func bytesNeeded(ofPlane index: Int) -> Int? {
    let plane = planes[index]
    let (rows, row): (Int, Int)
    switch format.layout {
    case .yCbCr(let isDeep):
      // Chroma has half as many rows, each with the same number of bytes.
      rows = index == 0 ? height : (height + 1) / 2
      row = (index == 0 ? width : (width + 1) / 2 * 2) * (isDeep ? 2 : 1)
    default: (rows, row) = (height, width * bytesPerPixel)
    }
    let needed = plane.offset + (rows - 1) * plane.bytesPerRow + row
    let length = lseek(plane.descriptor, 0, SEEK_END)
    return plane.bytesPerRow >= row && needed <= length ? needed : nil
  }

  /// The number of bytes in a pixel of a format with one plane.
  package var bytesPerPixel: Int { format.layout == .half ? 8 : 4 }

  /// Whether frames have more than 8 bits.
  package var isDeep: Bool {
    switch format.layout {
    case .rgb10, .half: true
    case .rgb, .yCbCr, nil: false
    }
  }

  /// Writes as much premultiplied R, G, B, A, row 0 at the top, as fits, in 10 bits or as half
  /// floats.
  ///
  /// - Returns: The reason why the CPU cannot write; nil on success.
  package func write(_ numbers: [Float], width: Int, height: Int) -> String? {
    if let problem { return problem }
    guard let layout = format.layout, modifier == Self.linear,
      let memory = MappedPlanes(self, isWritten: true)
    else { return ExternalSource.dmaBuffer(self).obstacle ?? "its memory cannot be written" }
    memory.write(numbers, width: width, height: height, layout)
    return nil
  }

  /// Whether the memory is too small for contiguous rows.
  ///
  /// Not every driver checks this, and reading beyond the end would stop the program.
  package var isTooSmall: Bool {
    modifier == Self.linear && planes.indices.contains { bytesNeeded(ofPlane: $0) == nil }
  }

  /// Writes as much premultiplied RGBA, row 0 at the top, as fits.
  ///
  /// - Returns: The reason why the CPU cannot write; nil on success.
  package func write(_ pixels: [UInt8], width: Int, height: Int) -> String? {
    if let problem { return problem }
    guard case .rgb(let isBGR, _) = format.layout else {
      return
        "frames cannot be written as video; use AR24, XR24, AB24, XB24, AB30, AR30, XR30 or AB4H"
    }
    guard modifier == Self.linear, let memory = MappedPlanes(self, isWritten: true) else {
      return ExternalSource.dmaBuffer(self).obstacle ?? "its memory cannot be written"
    }
    memory.write(pixels, width: width, height: height, isBGR: isBGR)
    return nil
  }
}
