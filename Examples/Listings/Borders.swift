import Foundation
public import Glaze

/// The same boxes with borders, which lie inside the bounds and above the sublayers.
public func borders() -> CALayer {
  let root = roundedCorners()
  for box in root.sublayers ?? [] { box.borderWidth = 5 }
  return root
}
