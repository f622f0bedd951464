import CGlazeKernels
import CGlazeShaders
import GlazePlan
import GlazeTree

extension ImageInstance: PaintedInstance {
  static func paint(
    _ image: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    switch draw.kind.reads {
    case .bitmap(let target):
      paint(image, of: painter.surfaces[target], rows: rows, by: painter)
    case .textures(let list):
      paint(image, of: painter.plan.texture(list[0]), rows: rows, by: painter)
    default: break
    }
  }

  private static func paint(
    _ image: UnsafePointer<Self>, of source: TargetSurface, rows: Pixels, by painter: Painter
  ) {
    let level = GlazeLevel(
      pixels: source.pixels, width: Int32(source.width), height: Int32(source.height),
      planes: source.planes, stride: Int32(source.stride), planeCount: Int32(source.planeCount))
    withUnsafePointer(to: level) { level in
      let texture = GlazeTexture(
        levels: level, levelCount: 1, minification: Int32(TextureFilter.linear.rawValue),
        magnification: Int32(TextureFilter.linear.rawValue), isTarget: true)
      withUnsafePointer(to: texture) { paint(image, of: $0, rows: rows, by: painter) }
    }
  }

  private static func paint(
    _ image: UnsafePointer<Self>, of texture: UnsafePointer<GlazeTexture>, rows: Pixels,
    by painter: Painter
  ) {
    var prepared = GlazeImage()
    glaze_prepare_image(&prepared, image, texture, !painter.takesShortCuts)
    let quad = (image.pointee.quad01, image.pointee.quad23)
    painter.paintRows(quad, image.pointee.shape, image.pointee.params, rows: rows) {
      surface, rows, clips in
      painter.kernels.pointee.imageRows(&surface, &rows, &prepared, clips)
    }
  }
}
