import CCairo
internal import CGlazeLazy
import Foundation
package import GlazeGeometry

/// The order of the components in the four bytes of a pixel.
///
/// Cairo treats all color channels alike. Exchanging red and blue in all inputs therefore lets its
/// only format, BGRA, serve as RGBA, so that images need no conversion on the way in or out.
enum ChannelOrder {
  case rgba
  case bgra
}

/// The reason why a drawing could not be started.
package enum DrawingError: Error, Hashable, CustomStringConvertible {
  /// A side of the bitmap is longer than `limit` pixels, or not a number.
  case bitmapTooLarge(width: Double, height: Double, limit: Int)
  /// There was no memory for a bitmap of this size.
  case outOfMemory(width: Int, height: Int)
  /// The drawing library is not installed.
  case missingLibrary(MissingLibrary)

  /// A message that describes the error and its remedy.
  package var description: String {
    switch self {
    case .bitmapTooLarge(let width, let height, let limit):
      "A bitmap of \(width) x \(height) pixels cannot be drawn: at most \(limit) a side; "
        + "use a smaller size or scale, or a tiled layer"
    case .outOfMemory(let width, let height):
      "There is no memory for a bitmap of \(width) x \(height) pixels"
    case .missingLibrary(let library): library.description
    }
  }
}

/// Pixels that cairo draws on, and their position in the raster.
///
/// Raster space is the whole bitmap in pixels, y down, (0, 0) at the top left. A surface may cover
/// only a part of it; drawing uses raster coordinates all the same.
final class Surface {
  /// Cairo's limit of a side, in pixels.
  static let limit = 32767

  let pointer: OpaquePointer
  /// The pixels of the raster that this surface holds.
  let region: PixelRect
  let order: ChannelOrder
  let format: cairo_format_t
  /// Memory that is freed with the surface, since cairo does not own it.
  private let owned: UnsafeMutableRawPointer?

  /// The missing library, when cairo, which all surfaces and so all drawings need, is not
  /// installed.
  static var missingLibrary: MissingLibrary? {
    MissingLibrary(GLAZE_LAZY_CAIRO, for: "Drawing text and contents of layers")
  }

  /// Makes a clear surface; nil when it has no pixels or too many, or when there is no memory or no
  /// cairo.
  init?(region: PixelRect, format: cairo_format_t = CAIRO_FORMAT_ARGB32, order: ChannelOrder) {
    guard glaze_lazy_is_there(GLAZE_LAZY_CAIRO), region.width > 0, region.height > 0,
      region.width <= Self.limit, region.height <= Self.limit,
      let surface = cairo_image_surface_create(
        format, Int32(region.width), Int32(region.height))
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    pointer = surface
    self.region = region
    self.order = order
    self.format = format
    owned = nil
    cairo_surface_set_device_offset(surface, -Double(region.x), -Double(region.y))
  }

  /// Wraps pixels in memory; nil when cairo cannot draw on them in place.
  ///
  /// - Parameters:
  ///   - data: the first pixel of the top row; it must outlive the surface.
  ///   - owned: memory to be freed with the surface, or nil.
  init?(
    data: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int,
    format: cairo_format_t, order: ChannelOrder, owned: UnsafeMutableRawPointer? = nil
  ) {
    guard glaze_lazy_is_there(GLAZE_LAZY_CAIRO), width > 0, height > 0, width <= Self.limit,
      height <= Self.limit, let cairoStride = Int32(exactly: stride),
      let surface = cairo_image_surface_create_for_data(
        data.assumingMemoryBound(to: UInt8.self), format, Int32(width), Int32(height),
        cairoStride)
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    pointer = surface
    region = PixelRect(x: 0, y: 0, width: width, height: height)
    self.order = order
    self.format = format
    self.owned = owned
  }

  deinit {
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
    owned?.deallocate()
  }

  var width: Int { region.width }
  var height: Int { region.height }
  var stride: Int { Int(cairo_image_surface_get_stride(pointer)) }
  var hasColor: Bool { format != CAIRO_FORMAT_A8 }
  var hasAlpha: Bool { format != CAIRO_FORMAT_RGB24 }
  var bytesPerPixel: Int { hasColor ? 4 : 1 }

  /// Calls `body` with the bytes of all rows, after cairo has finished writing them.
  func withBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    let bytes = UnsafeMutableRawBufferPointer(
      start: cairo_image_surface_get_data(pointer),
      count: stride * (height - 1) + width * bytesPerPixel)
    return try body(bytes)
  }

  /// Returns the offset of a pixel of the raster, from the first byte.
  func offset(x: Int, y: Int) -> Int {
    (y - region.y) * stride + (x - region.x) * bytesPerPixel
  }

  /// Draws with a cairo context that lasts for one call, in raster coordinates.
  func draw(_ body: (OpaquePointer) -> Void) {
    guard let cr = cairo_create(pointer) else { return }
    defer { cairo_destroy(cr) }
    body(cr)
  }
}

/// A rectangle of whole pixels in the raster, y down.
struct PixelRect: Equatable {
  var x, y, width, height: Int

  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var isEmpty: Bool { width <= 0 || height <= 0 }
  var cgRect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

  func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(min(maxX, other.maxX) - left, 0),
      height: max(min(maxY, other.maxY) - top, 0))
  }

  func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  func insetBy(_ distance: Int) -> PixelRect {
    PixelRect(
      x: x + distance, y: y + distance, width: width - 2 * distance,
      height: height - 2 * distance)
  }
}

extension PixelRect {
  /// Makes the rectangle of the pixels inside `limits` that a rectangle of the raster touches.
  init(touchedBy rect: CGRect, in limits: PixelRect) {
    guard !rect.isNull, !rect.isEmpty, !rect.minX.isNaN, !rect.minY.isNaN, !rect.maxX.isNaN,
      !rect.maxY.isNaN
    else {
      self.init(x: limits.x, y: limits.y, width: 0, height: 0)
      return
    }
    func clamped(_ v: CGFloat, _ low: Int, _ high: Int) -> Int {
      Int(clamping: min(max(v.native, Double(low)), Double(high)))
    }
    let left = clamped(rect.minX.rounded(.down), limits.x, limits.maxX)
    let top = clamped(rect.minY.rounded(.down), limits.y, limits.maxY)
    let right = clamped(rect.maxX.rounded(.up), limits.x, limits.maxX)
    let bottom = clamped(rect.maxY.rounded(.up), limits.y, limits.maxY)
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension CGAffineTransform {
  /// The same transform in cairo's type.
  var cairo: cairo_matrix_t {
    cairo_matrix_t(
      xx: a.native, yx: b.native, xy: c.native, yy: d.native, x0: tx.native, y0: ty.native)
  }
}

extension PathElements {
  /// Makes this outline the path of a cairo context whose matrix is the identity.
  ///
  /// Cairo's coordinates are multiples of 1/256 pixel and end at 8 million pixels; points beyond
  /// half of that are moved there. A path with a coordinate that is not finite is skipped
  /// completely.
  func emit(to cr: OpaquePointer) {
    cairo_new_path(cr)
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    let limit: Double = 4_194_304
    func bound(_ v: CGFloat) -> Double { min(max(v.native, -limit), limit) }
    forEach { element in
      switch element {
      case .move(let p): cairo_move_to(cr, bound(p.x), bound(p.y))
      case .line(_, let p): cairo_line_to(cr, bound(p.x), bound(p.y))
      case .quad(let p0, let c, let p1):
        cairo_curve_to(
          cr, bound((p0.x + 2 * c.x) / 3), bound((p0.y + 2 * c.y) / 3),
          bound((p1.x + 2 * c.x) / 3), bound((p1.y + 2 * c.y) / 3), bound(p1.x), bound(p1.y))
      case .cubic(_, let c1, let c2, let p):
        cairo_curve_to(
          cr, bound(c1.x), bound(c1.y), bound(c2.x), bound(c2.y), bound(p.x), bound(p.y))
      case .close: cairo_close_path(cr)
      }
    }
  }
}
