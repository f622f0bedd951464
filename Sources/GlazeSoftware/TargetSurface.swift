import CGlazeKernels
import GlazeGeometry
import GlazePlan

/// The pixels of a target while it is drawn into or read.
struct TargetSurface {
  let width: Int
  let height: Int
  /// Rows of bytes, tightly packed; nil when the target is in floating point.
  private(set) var pixels: UnsafeMutablePointer<UInt32>?
  /// Rows of four planes each, of `stride` numbers; nil when the target is in bytes.
  let planes: UnsafeMutablePointer<Float>?
  let stride: Int
  /// Outside of these columns nothing need be drawn.
  private(set) var columns: Pixels

  /// - Parameter memory: at least `words` of the target.
  init(_ target: FramePlan.Target, memory: UnsafeMutablePointer<UInt32>) {
    width = target.width
    height = target.height
    stride = Self.stride(width: target.width)
    columns = Pixels(0, target.width)
    switch target.format {
    case .unorm8:
      pixels = memory
      planes = nil
    case .float16:
      pixels = nil
      planes = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Float.self)
    }
  }

  /// A surface in bytes of the same size in other memory, of which some columns are wanted.
  func moved(to pixels: UnsafeMutablePointer<UInt32>, columns: Pixels) -> TargetSurface {
    var result = self
    result.pixels = pixels
    result.columns = columns
    return result
  }

  /// So that eight numbers can be stored at any pixel of a row.
  private static func stride(width: Int) -> Int { (width + 7 + 7) / 8 * 8 }

  /// How many 32-bit words a target takes.
  static func words(_ target: FramePlan.Target) -> Int { wordsPerRow(target) * target.height }

  static func wordsPerRow(_ target: FramePlan.Target) -> Int {
    switch target.format {
    case .unorm8: target.width
    case .float16: stride(width: target.width) * 4
    }
  }

  /// As the kernels know it.
  var view: GlazeSurface {
    GlazeSurface(
      pixels: pixels, planes: planes, width: Int32(width), height: Int32(height),
      stride: Int32(stride))
  }

  func clear(rows: Pixels, to color: SIMD4<Float>) {
    if let pixels {
      let pixel = glaze_source_pixel(glaze_source(color, 1))
      if columns.count == width {
        (pixels + rows.start * width).update(repeating: pixel, count: rows.count * width)
        return
      }
      for row in rows.start..<rows.end {
        (pixels + row * width + columns.start).update(repeating: pixel, count: columns.count)
      }
    } else if let planes {
      for row in rows.start..<rows.end {
        for component in 0..<4 {
          (planes + (row * 4 + component) * stride)
            .update(repeating: color[component], count: stride)
        }
      }
    }
  }
}
