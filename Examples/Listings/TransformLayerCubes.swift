import Foundation
public import Glaze

/// Two cubes of faces in transform layers, which do not flatten them, seen from 500 points away.
public func transformLayerCubes() -> CALayer {
  let root = canvas(400, 260, .white)
  root.sublayerTransform.m34 = -1 / 500
  let turned = CATransform3DRotate(
    CATransform3DRotate(CATransform3DMakeTranslation(100, 0, 0), -.pi / 4, 1, 0, 0), -.pi / 4,
    0, 1, 0)
  for transform in [CATransform3DMakeTranslation(-100, 0, 0), turned] {
    let cube = CATransformLayer()
    for (i, place) in cubeFaces(distance: 50).enumerated() {
      let face = CALayer()
      face.frame = CGRect(x: -50, y: -50, width: 100, height: 100)
      face.backgroundColor = cubeColors[i]
      face.transform = place
      cube.addSublayer(face)
    }
    cube.position = CGPoint(x: 200, y: 130)
    cube.transform = transform
    root.addSublayer(cube)
  }
  return root
}

/// The transforms of a cube's faces: front, right, top, bottom, left, back, with y down.
func cubeFaces(distance d: CGFloat) -> [CATransform3D] {
  [
    CATransform3DMakeTranslation(0, 0, d),
    CATransform3DRotate(CATransform3DMakeTranslation(d, 0, 0), .pi / 2, 0, 1, 0),
    CATransform3DRotate(CATransform3DMakeTranslation(0, -d, 0), .pi / 2, 1, 0, 0),
    CATransform3DRotate(CATransform3DMakeTranslation(0, d, 0), -.pi / 2, 1, 0, 0),
    CATransform3DRotate(CATransform3DMakeTranslation(-d, 0, 0), -.pi / 2, 0, 1, 0),
    CATransform3DRotate(CATransform3DMakeTranslation(0, 0, -d), .pi, 0, 1, 0),
  ]
}

/// The colors of the faces: front, right, top, bottom, left, back.
let cubeColors = [
  CGColor(red: 0.9, green: 0.3, blue: 0.2, alpha: 1),
  CGColor(red: 0.2, green: 0.6, blue: 0.9, alpha: 1),
  CGColor(red: 0.95, green: 0.8, blue: 0.2, alpha: 1),
  CGColor(red: 0.4, green: 0.8, blue: 0.3, alpha: 1),
  CGColor(red: 0.6, green: 0.3, blue: 0.8, alpha: 1),
  CGColor(red: 0.3, green: 0.9, blue: 0.8, alpha: 1),
]
