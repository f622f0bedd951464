import CGlazeShaders
import GlazeGeometry
import GlazeTree

extension CheckerboardInstance {
  /// What lies behind all of a picture: cells of 8 pixels from its first on, white and light grey.
  init(behind viewport: Viewport) {
    self.init()
    let size = SIMD2(Float(viewport.width), Float(viewport.height))
    let middle = size / 2
    quad01 = SIMD4(0, 0, size.x, 0)
    quad23 = SIMD4(size.x, size.y, 0, size.y)
    shape.rowX = SIMD4(1, 0, 0, middle.x)
    shape.rowY = SIMD4(0, 1, 0, middle.y)
    shape.rowW = SIMD4(0, 0, 1, Float(EXPONENT_CIRCLE))
    // Nothing is seen of its edges.
    shape.extent = SIMD4(middle.x, middle.y, 0, 0)
    first = SIMD4(repeating: 1)
    second = SIMD4(SIMD3(repeating: 221.0 / 255), 1)
    cells = SIMD4(0, 0, 8, 0)
  }
}
