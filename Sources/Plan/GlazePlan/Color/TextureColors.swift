import CGlazeKernels
import GlazeGeometry

// Images in the encoding of a frame, which backends sample.

extension CGImage {
  /// The pixels as a map converts them: bytes, and half floats where there are any.
  func mapped(by map: ColorMap?) -> (pixels: [UInt8], deepPixels: [Float16]?) {
    guard let map else { return (pixels, deepPixels) }
    let count = width * height
    return ColorTables.of(map).withMap { tables in
      if let deepPixels {
        return (
          [],
          Self.halves(count) { target in
            deepPixels.withUnsafeBytes {
              glaze_map_halves(
                tables, $0.bindMemory(to: UInt16.self).baseAddress, target, count)
            }
          }
        )
      }
      return pixels.withUnsafeBufferPointer { source in
        if map.isDeep {
          return (
            [],
            Self.halves(count) {
              glaze_map_bytes_to_halves(tables, source.baseAddress, $0, count)
            }
          )
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: count * 4) { target, initialized in
          glaze_map_bytes(tables, source.baseAddress, target.baseAddress, count)
          initialized = count * 4
        }
        return (bytes, nil)
      }
    }
  }

  private static func halves(
    _ pixels: Int, _ fill: (UnsafeMutablePointer<UInt16>?) -> Void
  ) -> [Float16] {
    [Float16](unsafeUninitializedCapacity: pixels * 4) { target, initialized in
      fill(UnsafeMutableRawPointer(target.baseAddress)?.assumingMemoryBound(to: UInt16.self))
      initialized = pixels * 4
    }
  }
}
