import Foundation
import GlazeGeometry

/// The view of a plane, which a layer passes on to its contents and its sublayers.
///
/// This is a plain value without references, since every layer creates one; lists are indices into
/// `ClipList`.
struct PlaneContext {
  /// The map from the plane to the frame's pixels.
  var homography: Homography
  /// The integer pixels outside of which nothing of the plane is drawn.
  var bounds: PixelRect
  /// The innermost clip, an index into `ClipList.nodes`; -1 for none.
  var clips: Int32 = -1
  /// The number of clips that instances carry: those since the innermost pass began.
  var clipDepth: Int32 = 0
  /// An index into `ClipList.limits`: where the plane ends before it extends behind a camera; 0 for
  /// nowhere.
  var limits: Int32 = 0
  /// An index into `ClipList.openEdges`: lines at which a mask will end the drawing.
  ///
  /// Edges on these lines are not antialiased but moved outward. 0 for none.
  var openEdges: Int32 = 0
  /// The number of nested shadows for which the plane is drawn.
  var silhouettes: Int32 = 0
  /// The factor of every color before premultiplication.
  var tint = SIMD4<Float>.one
  /// The factor of every item.
  var opacity: Float = 1
  /// The part of `opacity` that comes from layers that are not groups.
  ///
  /// Below 1, items that would otherwise be one fade separately.
  var separateOpacity: Float = 1
  /// Whether y points down in the plane, as in images.
  var isFlipped: Bool

  /// The context of a plane that lies in this one.
  ///
  /// - Parameter placement: The map from the inner plane to this one.
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

  /// The context of the plane of a sublayer that stays in this one.
  func placed(by placement: Homography, in list: inout ClipList) -> PlaneContext {
    var result = self
    result.homography = homography * placement
    if limits != 0 { result.limits = list.pullBack(limits, through: placement) }
    return result
  }

  /// Leaves the clips to the image of a pass that has just begun.
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
