import CGlazeShaders
import GlazeGeometry
import GlazeTree

/// The edges of the root's clip that lie inside of pixels.
///
/// A document that is fitted into an image of other proportions has such edges. Content that meets there would be
/// one image, in a pass around the whole frame, and each change would draw all of it again. But behind the root
/// there is only the background. So the content is drawn up to the next pixel, and the background again over those
/// pixels, as far as the clip does not cover them. Where there is none, they are erased.
struct RootEdges {
  /// A row or column of pixels, and the part of it that the clip covers.
  struct Strip {
    var pixels: PixelRect
    var coverage: Float
  }

  /// The least visible part of a pixel.
  private static let least = 1e-3

  /// All pixels that the clip touches.
  let bounds: PixelRect
  private(set) var strips: [Strip] = []

  /// - Returns: nil when there are none, or when the clip or what is behind it does not allow this.
  init?(_ tree: borrowing LayerTree, _ viewport: Viewport, _ optimizations: Optimizations) {
    guard optimizations.contains(.foldClips), let root = tree.nodes.first,
      root.flags.contains(.masksToBounds),
      root.flags.isDisjoint(with: [.hasMask, .isTransformLayer]), root.opacity >= 1,
      Int(root.subtreeEnd) == tree.nodes.count, tree.staysInPlane(0),
      !viewport.isCheckered, !viewport.output.isDeep,
      viewport.background.w == 0 || viewport.background.w == 1
    else { return nil }
    let slots = tree.slots(of: root)
    let shape = Shape(root)
    let plane = Homography(viewport.transform) * tree.planarPlacement(of: 0)
    guard slots.effects < 0, slots.shadow < 0, slots.border < 0, !shape.isRounded,
      shape.softEdges == UInt8(EDGES_ALL), plane.isAxisAligned,
      let outline = Quad(shape.rect, plane)?.bounds, !outline.isOnWholePixels,
      outline.maxX - outline.minX > 2, outline.maxY - outline.minY > 2
    else { return nil }
    let frame = FrameHistory.frame(of: viewport)
    let touched = outline.outset(by: -Self.least).intersection(frame)
    guard !touched.isEmpty else { return nil }
    bounds = touched
    // The strips at the edges of the frame are not cut.
    add(outline.minX, from: touched.minX) { $0.maxX = touched.minX + 1 }
    add(-outline.maxX, from: -touched.maxX) { $0.minX = touched.maxX - 1 }
    add(outline.minY, from: touched.minY) { $0.maxY = touched.minY + 1 }
    add(-outline.maxY, from: -touched.maxY) { $0.minY = touched.maxY - 1 }
    if strips.isEmpty { return nil }
  }

  /// Leaves the edges to another plan, which draws over the result of this one.
  mutating func leaveOpen() { strips = [] }

  /// Adds the strip along an edge, if it is visible.
  private mutating func add(
    _ edge: Double, from first: Double, _ cut: (inout PixelRect) -> Void
  ) {
    let outside = edge - first
    guard outside > Self.least, outside < 1 else { return }
    var pixels = bounds
    cut(&pixels)
    strips.append(Strip(pixels: pixels, coverage: Float(1 - outside)))
  }
}

extension Flattener {
  /// Clips the root up to the pixels that its clip touches; false for other layers.
  mutating func clipRoot(_ layer: inout LayerJob) -> Bool {
    guard layer.node == 0, passes.isInFrame, let rootEdges else { return false }
    layer.context.bounds = layer.context.bounds.intersection(rootEdges.bounds)
    layer.isClipped = true
    layer.bleeds = true
    return true
  }

  /// Draws the background over the pixels that the root's clip covers in part, where something was drawn.
  mutating func closeRoot() {
    guard let rootEdges else { return }
    let drawn = passes.bounds
    let background = viewport.background
    for strip in rootEdges.strips where !strip.pixels.intersection(drawn).isEmpty {
      let rest = 1 - strip.coverage
      if background.w == 0 {
        passes.erase(strip.pixels, by: rest)
      } else {
        passes.cover(strip.pixels, with: background * rest)
      }
    }
  }
}
