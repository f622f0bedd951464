import Foundation
public import Glaze

/// A window on a field of tiles, scrolled by (45, 70): only the origin of its bounds moves.
public func scroll() -> CALayer {
  let root = canvas(220, 170, .white)
  let window = CAScrollLayer()
  window.frame = CGRect(x: 20, y: 20, width: 180, height: 130)
  for row in 0..<6 {
    for column in 0..<6 {
      let tile = CALayer()
      tile.frame = CGRect(
        x: CGFloat(column) * 50, y: CGFloat(row) * 50, width: 48, height: 48)
      tile.backgroundColor = CGColor(
        red: CGFloat(column) / 5, green: CGFloat(row) / 5, blue: 0.5, alpha: 1)
      window.addSublayer(tile)
    }
  }
  window.scroll(to: CGPoint(x: 45, y: 70))
  root.addSublayer(window)
  return root
}
