import Foundation
public import Glaze

/// Gradients from corner to corner: two colors; three, evenly spaced; three, with locations.
///
/// Below: around a point, out from a point, and in a rounded box.
public func gradients() -> CALayer {
  let root = canvas(350, 240, .white)
  let three: [CGColor] = [.red, CGColor(red: 1, green: 1, blue: 0, alpha: 1), .blue]
  for i in 0..<6 {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(
      x: 15 + CGFloat(i % 3) * 110, y: 15 + CGFloat(i / 3) * 110, width: 100, height: 100)
    gradient.colors = i == 0 ? [.red, .blue] as [CGColor] : three
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    if i == 2 { gradient.locations = [0, 0.25, 0.5] }
    if i == 3 { gradient.type = .conic }
    if i == 4 { gradient.type = .radial }
    if i == 3 || i == 4 { gradient.startPoint = CGPoint(x: 0.5, y: 0.5) }
    if i == 5 { gradient.cornerRadius = 30 }
    root.addSublayer(gradient)
  }
  return root
}
