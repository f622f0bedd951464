import Foundation
import GlazeGeometry

/// A camera: the view of layers with three dimensions.
struct LottieCamera {
  private let transform: LottieTransform
  private let zoom: Track<Double>
  private let size: CGSize
  /// The transforms of the camera's parents, the innermost first.
  private let parents: [LottieTransform]
  /// Whether the camera looks at its anchor.
  private let hasTarget: Bool

  init(
    _ node: LottieNode, parents: [LottieTransform], size: CGSize, _ reader: PropertyReader
  ) {
    self.parents = parents
    transform = LottieTransform(node["ks"], reader, isDeep: true)
    zoom = reader.track(node["pe"], 0.0)
    self.size = size
    hasTarget = node["ks"]?["a"] != nil
  }

  var frames: [Double] {
    transform.frames + zoom.frames + parents.flatMap(\.frames)
  }

  var isAnimated: Bool { !frames.isEmpty }

  /// Returns the view: the camera moves to the center in front of the canvas, which is the plane of
  /// its focus.
  func matrix(at frame: Double) -> CATransform3D {
    let p = transform.position(at: frame)
    let zoom = max(self.zoom.value(at: frame), 1)
    let center = CGPoint(x: size.width / 2, y: size.height / 2)
    let holder = parents.map { $0.spatialMatrix(at: frame) }
      .reduce(CATransform3DIdentity, CATransform3DConcat)
    var parts = [CATransform3DInvert(holder), CATransform3DMakeTranslation(-p.x, -p.y, p.z)]
    if hasTarget { parts += look(from: p, to: transform.anchor.value(at: frame)) }
    if let tilt = transform.tilt {
      let o = tilt.orientation.value(at: frame)
      parts += [
        CATransform3DMakeRotation(o.x, 1, 0, 0), CATransform3DMakeRotation(o.y, 0, 1, 0),
        CATransform3DMakeRotation(-o.z, 0, 0, 1),
        CATransform3DMakeRotation(tilt.x.value(at: frame), 1, 0, 0),
        CATransform3DMakeRotation(tilt.y.value(at: frame), 0, 1, 0),
        CATransform3DMakeRotation(-transform.rotation.value(at: frame), 0, 0, 1),
      ]
    }
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / zoom
    parts += [
      CATransform3DMakeTranslation(0, 0, zoom), perspective,
      CATransform3DMakeTranslation(center.x, center.y, 0),
    ]
    return parts.reduce(CATransform3DIdentity, CATransform3DConcat)
  }

  private func look(from p: Vector, to target: Vector) -> [CATransform3D] {
    let way = p - target
    guard way.length > 0 else { return [] }
    let d = way / way.length
    let x = atan2(d.y, (d.x * d.x + d.z * d.z).squareRoot())
    let y = atan2(d.x, -d.z)
    return [CATransform3DMakeRotation(-y, 0, 1, 0), CATransform3DMakeRotation(x, 1, 0, 0)]
  }
}
