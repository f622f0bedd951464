import CGlazeShaders
import GlazeGeometry
import GlazeTree

extension CheckerboardInstance {
  /// Creates the board behind a whole image: cells of 8 pixels from its first pixel on, white and
  /// light gray.
  init(behind viewport: Viewport) {
    self.init()
    let size = SIMD2(Float(viewport.width), Float(viewport.height))
    let middle = size / 2
    quad01 = SIMD4(0, 0, size.x, 0)
    quad23 = SIMD4(size.x, size.y, 0, size.y)
    shape.rowX = SIMD4(1, 0, 0, middle.x)
    shape.rowY = SIMD4(0, 1, 0, middle.y)
    shape.rowW = SIMD4(0, 0, 1, Float(EXPONENT_CIRCLE))
    // Its edges are not visible.
    shape.extent = SIMD4(middle.x, middle.y, 0, 0)
    first = SIMD4(repeating: 1)
    second = SIMD4(SIMD3(repeating: 221.0 / 255), 1)
    cells = SIMD4(0, 0, 8, 0)
  }
}
