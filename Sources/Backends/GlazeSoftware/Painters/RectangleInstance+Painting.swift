import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension RectangleInstance: PaintedInstance {
  static func paint(
    _ items: UnsafeBufferPointer<GlazeItem>, of draw: UnsafePointer<PaintedDraw>, rows: Pixels,
    by painter: Painter
  ) {
    let rectangles = draw.pointee.instances(Self.self)
    guard painter.takesShortCuts, let pixels = painter.surface.pixels else {
      for item in items {
        paint(rectangles + Int(item.instance), of: draw.pointee.draw, rows: rows, by: painter)
      }
      return
    }
    var target = GlazeRows(
      pixels: pixels, width: Int32(painter.surface.width), start: Int32(rows.start),
      end: Int32(rows.end))
    painter.kernels.pointee.rectangles(&target, rectangles, items.baseAddress, items.count)
  }

  static func paint(
    _ rectangle: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let box = BoxInstance(rectangle.pointee)
    withUnsafePointer(to: box) { BoxInstance.paint($0, of: draw, rows: rows, by: painter) }
  }

  static func touch(
    _ bands: Bands, _ first: GlazeItem, _ touches: UnsafeMutableBufferPointer<GlazeTouch>,
    of draw: PaintedDraw, _ kernels: UnsafePointer<GlazeKernels>
  ) {
    let rectangles = draw.instances(Self.self) + Int(first.instance)
    let bands = GlazeBands(
      height: Int32(bands.height), shift: Int32(bands.shift), offset: Int32(bands.offset))
    withUnsafePointer(to: bands) {
      kernels.pointee.touch($0, rectangles, Int32(touches.count), first, touches.baseAddress)
    }
  }
}

extension BoxInstance {
  /// Makes the box that covers the same pixels as a rectangle.
  fileprivate init(_ rectangle: RectangleInstance) {
    self.init()
    let (low, high) = (rectangle.edges.lowHalf, rectangle.edges.highHalf)
    let center = low + (high - low) / 2
    let origin = center.rounded(.toNearestOrEven)
    let (first, last) = (low - 0.51, high + 0.51)
    quad01 = SIMD4(first.x, first.y, last.x, first.y)
    quad23 = SIMD4(last.x, last.y, first.x, last.y)
    shape.rowX = SIMD4(1, 0, origin.x - center.x, origin.x)
    shape.rowY = SIMD4(0, 1, origin.y - center.y, origin.y)
    shape.rowW = SIMD4(0, 0, 1, 2)
    shape.extent = SIMD4((high.x - low.x) / 2, (high.y - low.y) / 2, 15, 0)
    fill = rectangle.color
    opacity = 1
  }
}
