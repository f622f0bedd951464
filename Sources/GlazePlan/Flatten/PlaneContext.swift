import Foundation
import GlazeGeometry

/// How a plane is seen: what a layer hands to its contents and to its sublayers.
///
/// A plain value without references, since every layer makes one; lists are indices into `ClipList`.
struct PlaneContext {
  /// From the plane to the frame's pixels.
  var homography: Homography
  /// Whole pixels outside of which nothing of the plane is drawn.
  var bounds: PixelRect
  /// Innermost clip, an index into `ClipList.nodes`; -1 for none.
  var clips: Int32 = -1
  /// How many clips instances carry: those since the innermost pass began.
  var clipDepth: Int32 = 0
  /// Index into `ClipList.limits`: where the plane ends before it comes behind a camera; 0 for nowhere.
  var limits: Int32 = 0
  /// Index into `ClipList.openEdges`: lines at which a mask will end what is drawn, so that edges on them are
  /// not antialiased but lie farther out; 0 for none.
  var openEdges: Int32 = 0
  /// How many shadows the plane is drawn for, one inside the other.
  var silhouettes: Int32 = 0
  /// Multiplies every colour before it is premultiplied.
  var tint = SIMD4<Float>.one
  /// Multiplies every item.
  var opacity: Float = 1
  /// The part of `opacity` that comes from layers that are no groups: below 1, items that would be one
  /// fade each on its own.
  var separateOpacity: Float = 1
  /// Whether y points down in the plane as images see it.
  var isFlipped: Bool

  /// The context of a plane that lies in this one.
  ///
  /// - Parameter placement: From the inner plane to this one.
  /// - Returns: nil when the plane lies behind the camera.
  func placed(by placement: Homography, limits list: inout ClipList) -> PlaneContext? {
    var placement = placement
    if placement.wx == 0, placement.wy == 0 {
      guard placement.ww >= Homography.nearPlane else { return nil }
      placement.divide(by: placement.ww)
    }
    var result = self
    result.homography = homography * placement
    if limits != 0 || !placement.isAffine {
      result.limits = list.pullBack(limits, through: placement)
    }
    return result
  }

  /// Leaves the clips to the picture of a pass that has just begun.
  mutating func enterPass(opacity: Float) {
    clipDepth = 0
    self.opacity = opacity
    separateOpacity = max(separateOpacity, opacity)
  }
}

extension Homography {
  /// Scales W to 1 where it is constant.
  mutating func divide(by w: Double) {
    guard w != 1 else { return }
    self = Homography(
      xx: xx / w, xy: xy / w, xw: xw / w, yx: yx / w, yy: yy / w, yw: yw / w,
      wx: 0, wy: 0, ww: 1)
  }
}
