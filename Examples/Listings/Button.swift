import Foundation
public import Glaze

/// A button: a gradient with continuous corners, a shadow below, a line of light, and a title.
public func button() -> CALayer {
  let root = canvas(240, 120, .white)
  let button = CAGradientLayer()
  button.frame = CGRect(x: 40, y: 30, width: 160, height: 56)
  button.colors = [
    CGColor(red: 0.45, green: 0.62, blue: 1, alpha: 1),
    CGColor(red: 0.2, green: 0.38, blue: 0.95, alpha: 1),
  ]
  button.cornerRadius = 20
  button.cornerCurve = .continuous
  button.borderWidth = 1
  button.borderColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.4)
  button.shadowColor = CGColor(red: 0.1, green: 0.2, blue: 0.6, alpha: 1)
  button.shadowOpacity = 0.4
  button.shadowRadius = 8
  button.shadowOffset = CGSize(width: 0, height: 6)
  root.addSublayer(button)

  let title = CATextLayer()
  title.frame = CGRect(x: 0, y: 16, width: 160, height: 26)
  title.contentsScale = 2
  title.string = "Continue"
  title.fontSize = 20
  title.alignmentMode = .center
  button.addSublayer(title)
  return root
}
