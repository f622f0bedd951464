import CGlazeKernels
import GlazeGeometry
import GlazePlan

/// The pixels of a target while it is drawn into or read.
struct TargetSurface {
  let width: Int
  let height: Int
  /// Rows of bytes, tightly packed; nil for a floating-point target.
  private(set) var pixels: UnsafeMutablePointer<UInt32>?
  /// Rows of `planeCount` planes each, of `stride` numbers; nil for a target of bytes.
  let planes: UnsafeMutablePointer<Float>?
  let stride: Int
  /// The number of planes of a row: four, or one for alpha alone.
  let planeCount: Int
  /// The largest number that the target's format holds.
  let most: Float
  /// The columns outside of which nothing need be drawn.
  private(set) var columns: Pixels

  /// - Parameter memory: At least `words` of the target.
  init(_ target: FramePlan.Target, memory: UnsafeMutablePointer<UInt32>) {
    width = target.width
    height = target.height
    stride = Self.stride(width: target.width)
    planeCount = Self.planeCount(target.format)
    columns = Pixels(0, target.width)
    most = target.format == .float16 || target.format == .alpha16 ? 65504 : 1
    switch target.format {
    case .unorm8:
      pixels = memory
      planes = nil
    case .float16, .unorm10, .unorm16, .alpha16:
      pixels = nil
      planes = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Float.self)
    }
  }

  /// A surface of bytes of the same size in other memory, of which only some columns are wanted.
  func moved(to pixels: UnsafeMutablePointer<UInt32>, columns: Pixels) -> TargetSurface {
    var result = self
    result.pixels = pixels
    result.columns = columns
    return result
  }

  /// The distance between rows, which permits storing a block of numbers at any pixel of a row.
  private static func stride(width: Int) -> Int { (width + Int(GlazeMostLanes) - 1 + 7) / 8 * 8 }

  private static func planeCount(_ format: FramePlan.PixelFormat) -> Int {
    format == .alpha16 ? 1 : 4
  }

  /// The number of 32-bit words of a target.
  static func words(_ target: FramePlan.Target) -> Int { wordsPerRow(target) * target.height }

  static func wordsPerRow(_ target: FramePlan.Target) -> Int {
    switch target.format {
    case .unorm8: target.width
    case .float16, .unorm10, .unorm16, .alpha16:
      stride(width: target.width) * planeCount(target.format)
    }
  }

  /// The surface in the form of the kernels.
  var view: GlazeSurface {
    GlazeSurface(
      pixels: pixels, planes: planes, width: Int32(width), height: Int32(height),
      stride: Int32(stride), planeCount: Int32(planeCount))
  }

  /// The first plane of a row of a target in floating point.
  @inline(__always) func planes(ofRow row: Int) -> UnsafeMutablePointer<Float>? {
    planes.map { $0 + row * planeCount * stride }
  }

  func clear(rows: Pixels, to color: SIMD4<Float>, _ kernels: UnsafePointer<GlazeKernels>) {
    if let pixels {
      let pixel = glaze_source_pixel(glaze_source(color, 1))
      if columns.count == width {
        kernels.pointee.clear(pixels + rows.start * width, rows.count * width, pixel)
        return
      }
      for row in rows.start..<rows.end {
        kernels.pointee.clear(pixels + row * width + columns.start, columns.count, pixel)
      }
    } else if let planes {
      if color == .zero {
        UnsafeMutableRawPointer(planes + rows.start * planeCount * stride).initializeMemory(
          as: UInt8.self, repeating: 0, count: rows.count * planeCount * stride * 4)
        return
      }
      for row in rows.start..<rows.end {
        for component in 0..<planeCount {
          let numbers = SIMD8(repeating: color[component + 4 - planeCount])
          let plane = UnsafeMutableRawPointer(planes + (row * planeCount + component) * stride)
          // Rows have a multiple of eight numbers.
          for offset in Swift.stride(from: 0, to: stride * 4, by: 32) {
            plane.storeBytes(of: numbers, toByteOffset: offset, as: SIMD8<Float>.self)
          }
        }
      }
    }
  }
}
