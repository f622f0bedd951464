import Foundation
public import Glaze

/// A cube of six numbered single-sided layers, rotated as a whole by its container, without perspective.
public func sixFaceCube(turn: CATransform3D) -> CALayer {
  let root = canvas(375, 375, .white)
  let container = CALayer()
  container.frame = root.bounds
  container.sublayerTransform = turn
  for (i, place) in cubeFaces(distance: 70).enumerated() {
    let face = CALayer()
    face.bounds = CGRect(x: 0, y: 0, width: 140, height: 140)
    face.position = CGPoint(x: 187.5, y: 187.5)
    face.backgroundColor = cubeColors[i]
    face.isDoubleSided = false
    face.transform = place
    let number = CATextLayer()
    number.frame = CGRect(x: 0, y: 35, width: 140, height: 70)
    number.string = "\(i + 1)"
    number.fontSize = 60
    number.alignmentMode = .center
    number.foregroundColor = .white
    face.addSublayer(number)
    light(face)
    container.addSublayer(face)
  }
  root.addSublayer(container)
  return root
}

/// The three rotations of the cube, each of which shows three other faces.
public let cubeTurns: [CATransform3D] = [
  [CGFloat.pi / 4], [-.pi / 4], [.pi, .pi / 4],
].map { turns in
  let about = turns.reduce(CATransform3DIdentity) { CATransform3DRotate($0, $1, 0, 1, 0) }
  return CATransform3DRotate(about, .pi / 4, 1, 0, 0)
}

/// Adds a shade to a face, for a light along x.
///
/// Its alpha follows the angle between the light and the direction x transformed by the face's transform.
/// An alpha above 1 is opaque.
private func light(_ face: CALayer) {
  let t = face.transform
  let length = (t.m11 * t.m11 + t.m12 * t.m12 + t.m13 * t.m13).squareRoot()
  let ambient: CGFloat = 0.5
  let shade = CALayer()
  shade.frame = face.bounds
  shade.backgroundColor = CGColor(
    red: 0, green: 0, blue: 0, alpha: min(max(1 + t.m11 / length - ambient, 0), 1))
  // Half of the alpha, because faces to the front or back would be black otherwise.
  shade.opacity = 0.5
  face.addSublayer(shade)
}
