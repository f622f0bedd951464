import CGlazeShaders
import Foundation
import GlazeGeometry

/// The clips in force, as a tree that grows from its root: every context refers to its innermost
/// clip.
struct ClipList {
  /// The most clips that one instance carries; deeper nesting is drawn through a pass.
  static let maximum: Int32 = 4

  /// The most clips of an image with its mask: devices pass at most 120 numbers to fragment
  /// shaders.
  static let maximumBesideMask: Int32 = 3

  struct Node {
    /// The clip's box, in the frame's pixels.
    var box: RoundedBox
    var parent: Int32
  }

  private(set) var nodes: [Node] = []
  /// Lists of covectors on (x, y, 1) of a plane; the first list is empty.
  ///
  /// A point is in front of every camera where all values are at least `Homography.nearPlane`.
  private(set) var limits: [[SIMD3<Double>]] = [[]]
  /// Lines of the frame, as distances in pixels, on which edges are left open; the first list is
  /// empty.
  private(set) var openEdges: [[SIMD3<Double>]] = [[]]

  mutating func add(openEdges lines: [SIMD3<Double>]) -> Int32 {
    guard !lines.isEmpty else { return 0 }
    openEdges.append(lines)
    return Int32(openEdges.count - 1)
  }

  mutating func push(_ box: RoundedBox, onto context: inout PlaneContext) {
    nodes.append(Node(box: box, parent: context.clips))
    context.clips = Int32(nodes.count - 1)
    context.clipDepth += 1
  }

  /// Adds the limits of a plane that `placement` maps to one with the given limits, and its own
  /// limit.
  mutating func pullBack(_ outer: Int32, through placement: Homography) -> Int32 {
    var list = limits[Int(outer)].map { c in
      SIMD3(
        c.x * placement.xx + c.y * placement.yx + c.z * placement.wx,
        c.x * placement.xy + c.y * placement.yy + c.z * placement.wy,
        c.x * placement.xw + c.y * placement.yw + c.z * placement.ww)
    }
    list.append(SIMD3(placement.wx, placement.wy, placement.ww))
    limits.append(list)
    return Int32(limits.count - 1)
  }

  /// Calls `body` with the boxes of the innermost `count` clips, from `top` outward.
  func boxes(from top: Int32, count: Int32, _ body: (RoundedBox) -> Void) {
    var index = top
    for _ in 0..<count {
      body(nodes[Int(index)].box)
      index = nodes[Int(index)].parent
    }
  }
}

extension RoundedBox {
  /// The half plane of the target where `line.x * x + line.y * y + line.z` is at least 0, or its
  /// exact complement.
  static func halfPlane(
    _ line: SIMD3<Double>, keepsPositive: Bool, near point: SIMD2<Double>
  )
    -> RoundedBox
  {
    let length = (line.x * line.x + line.y * line.y).squareRoot()
    let origin = SIMD2(point.x.rounded(), point.y.rounded())
    let value = line.x * origin.x + line.y * origin.y + line.z
    var box = RoundedBox()
    box.rowX = SIMD4(
      Float(line.x / length), Float(line.y / length), Float(value / length), Float(origin.x))
    box.rowY = SIMD4(0, 0, 0, Float(origin.y))
    box.extent = SIMD4(0, 0, keepsPositive ? 1 : 0, 0)
    return box
  }

  /// Whether all pixels of a convex polygon are certainly inside.
  func surelyCovers(_ quad: Quad) -> Bool { surelyCovers(quad.first, quad.second) }

  /// The same for its first two corners, and the others.
  func surelyCovers(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> Bool {
    surelyCovers(first.lowHalf) && surelyCovers(first.highHalf)
      && surelyCovers(second.lowHalf) && surelyCovers(second.highHalf)
  }

  /// Whether a pixel centered here, and half a pixel around it, is certainly inside.
  func surelyCovers(_ pixel: SIMD2<Float>) -> Bool {
    let p = SIMD4(pixel.x - rowX.w, pixel.y - rowY.w, 1, 0)
    let x = (rowX * p).sum()
    if isHalfPlane { return holdsPositiveSide ? x >= 1 : x < -1 }
    let w = (rowW * p).sum()
    guard w > 0 else { return false }
    let position = SIMD2(x, (rowY * p).sum()) / w
    let gradientX = (SIMD2(rowX.x, rowX.y) - position.x * SIMD2(rowW.x, rowW.y)) / w
    let gradientY = (SIMD2(rowY.x, rowY.y) - position.y * SIMD2(rowW.x, rowW.y)) / w
    let marginX = 0.75 * (gradientX * gradientX).sum().squareRoot()
    let marginY = 0.75 * (gradientY * gradientY).sum().squareRoot()
    let inX = extent.x - abs(position.x) - marginX
    let inY = extent.y - abs(position.y) - marginY
    guard inX >= 0, inY >= 0 else { return false }
    let cell = corners[(position.x < 0 ? 0 : 1) + (position.y < 0 ? 0 : 2)]
    guard inX < cell, inY < cell else { return true }
    // The circle lies inside every corner curve that the cell may contain.
    let u = SIMD2(cell - inX, cell - inY) / cell
    return (u * u).sum() <= 1
  }
}

extension FramePlan.Kind {
  /// The most clips that an instance carries.
  package var mostClips: Int {
    switch self {
    case .maskedImage, .maskedGradient: Int(ClipList.maximumBesideMask)
    default: Int(ClipList.maximum)
    }
  }
}
