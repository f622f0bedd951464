import Foundation
public import Glaze

/// Two white boxes with rounded corners, and a red box over the edge of each: only the second box clips.
public func roundedCorners() -> CALayer {
  let root = canvas(360, 180)
  for (i, clips) in [false, true].enumerated() {
    let box = CALayer()
    box.frame = CGRect(x: 40 + CGFloat(i) * 160, y: 40, width: 120, height: 120)
    box.backgroundColor = .white
    box.cornerRadius = 20
    box.masksToBounds = clips
    let inner = CALayer()
    inner.frame = CGRect(x: -20, y: -20, width: 60, height: 60)
    inner.backgroundColor = .red
    box.addSublayer(inner)
    root.addSublayer(box)
  }
  return root
}
