import Foundation
public import Glaze

/// White buttons with white labels: opaque; half opaque, item by item, so that the label shows; half
/// opaque as one image.
public func translucentButton() -> CALayer {
  let root = canvas(200, 240)
  for i in 0..<3 {
    let button = CALayer()
    button.frame = CGRect(x: 25, y: 20 + CGFloat(i) * 75, width: 150, height: 50)
    button.backgroundColor = .white
    button.cornerRadius = 10
    let label = CATextLayer()
    label.frame = CGRect(x: 20, y: 10, width: 110, height: 30)
    label.backgroundColor = .white
    label.string = "Hello World"
    label.fontSize = 18
    label.alignmentMode = .center
    label.foregroundColor = .black
    button.addSublayer(label)
    button.opacity = i == 0 ? 1 : 0.5
    button.allowsGroupOpacity = false
    button.shouldRasterize = i == 2
    root.addSublayer(button)
  }
  return root
}
