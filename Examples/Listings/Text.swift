import Foundation
public import Glaze

/// Text that wraps, in three alignments, sharp at two pixels per point; and text with several colors.
public func text() -> CALayer {
  let root = canvas(320, 220, .white)
  let modes: [CATextLayerAlignmentMode] = [.left, .center, .right]
  for (i, mode) in modes.enumerated() {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 10 + CGFloat(i) * 105, y: 10, width: 90, height: 110)
    layer.contentsScale = 2
    layer.string = "Layers are drawn from the back to the front."
    layer.fontSize = 15
    layer.foregroundColor = .black
    layer.alignmentMode = mode
    layer.isWrapped = true
    root.addSublayer(layer)
  }
  let colors = CATextLayer()
  colors.frame = CGRect(x: 10, y: 140, width: 300, height: 60)
  colors.contentsScale = 2
  let string = NSMutableAttributedString(string: "")
  for (word, color) in [("Core ", CGColor.red), ("Animation", .blue)] {
    string.append(
      NSAttributedString(
        string: word,
        attributes: [.font: CTFont("Helvetica", size: 36), .foregroundColor: color]))
  }
  colors.string = string
  root.addSublayer(colors)
  return root
}
