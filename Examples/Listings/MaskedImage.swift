import Foundation
public import Glaze

/// An image that is visible where its mask is opaque, whatever the colors of the mask.
public func maskedImage() -> CALayer {
  let root = canvas(200, 240, .white)
  let image = CALayer()
  image.frame = CGRect(x: 20, y: 20, width: 160, height: 200)
  image.contents = Drawings.landscape
  let mask = CALayer()
  mask.frame = image.bounds
  mask.contents = Drawings.cone
  image.mask = mask
  root.addSublayer(image)
  return root
}
