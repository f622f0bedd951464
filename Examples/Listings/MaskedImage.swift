import Foundation
public import Glaze

/// A picture that is seen where a mask is opaque, whatever the mask's colours are.
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
