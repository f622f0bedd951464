import Foundation
public import Glaze

/// Six layers that each show a tenth of one image of digits, enlarged without smoothing.
public func lcdClock(hours: Int, minutes: Int, seconds: Int) -> CALayer {
  let root = canvas(340, 110, CGColor(red: 0.65, green: 0.75, blue: 0.6, alpha: 1))
  let values = [hours, minutes, seconds].flatMap { [$0 / 10, $0 % 10] }
  for (i, digit) in values.enumerated() {
    let layer = CALayer()
    let x = 10 + CGFloat(i) * 50 + CGFloat(i / 2) * 10
    layer.frame = CGRect(x: x, y: 15, width: 48, height: 80)
    layer.contents = Drawings.digits
    layer.contentsRect = CGRect(x: CGFloat(digit) * 0.1, y: 0, width: 0.1, height: 1)
    layer.contentsGravity = .resizeAspect
    layer.magnificationFilter = .nearest
    root.addSublayer(layer)
  }
  return root
}
