import ArgumentParser
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// A scene of any number of layers, the same in each call: `glaze bench --growth-scene`.
enum GrowthScene: String, CaseIterable, ExpressibleByArgument {
  /// Small squares.
  case plain
  /// Rounded boxes, gradients, paths, shadows, groups and texts in turn.
  case mixed
  /// Squares in each other, a thousand levels deep.
  case nested

  private static let depth = 1000
  private static let size = CGSize(width: 1920, height: 1080)

  /// Returns the root, of 1920 x 1080 points, and the layers that can move.
  func page(_ layers: Int) -> (root: CALayer, movable: [CALayer]) {
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: Self.size)
    var numbers = Numbers()
    var (all, top): ([CALayer], [CALayer]) = ([], [])
    all.reserveCapacity(layers)
    for index in 0..<layers {
      let layer = layer(index, &numbers)
      if self == .nested, !index.isMultiple(of: Self.depth) {
        layer.position = CGPoint(x: 6.5, y: 6)
        all[index - 1].addSublayer(layer)
      } else {
        top.append(layer)
      }
      all.append(layer)
    }
    root.sublayers = top
    return (root, all)
  }

  /// Pseudorandom numbers.
  private struct Numbers {
    private var state: UInt32 = 7

    mutating func next(below limit: UInt32) -> CGFloat {
      state = state &* 1_664_525 &+ 1_013_904_223
      return CGFloat((state >> 8) % limit)
    }

    mutating func color() -> CGColor {
      CGColor(
        srgbRed: next(below: 256) / 255, green: next(below: 256) / 255,
        blue: next(below: 256) / 255, alpha: 1)
    }
  }

  private func layer(_ index: Int, _ numbers: inout Numbers) -> CALayer {
    let layer = self == .mixed ? Self.decorated(index, &numbers) : CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 12, height: 12)
    layer.position = CGPoint(
      x: numbers.next(below: UInt32(Self.size.width)) + 0.25,
      y: numbers.next(below: UInt32(Self.size.height)))
    layer.backgroundColor = numbers.color()
    return layer
  }

  private static func decorated(_ index: Int, _ numbers: inout Numbers) -> CALayer {
    let layer: CALayer
    switch index % 6 {
    case 0:
      layer = CALayer()
      layer.cornerRadius = 4
    case 1:
      let gradient = CAGradientLayer()
      gradient.colors = [numbers.color(), numbers.color()]
      layer = gradient
    case 2:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 1, y: 1, width: 10, height: 10), transform: nil)
      shape.fillColor = numbers.color()
      layer = shape
    case 3:
      layer = CALayer()
      layer.shadowOpacity = 0.5
    case 4:
      layer = CALayer()
      layer.opacity = 0.5
      let inner = CALayer()
      inner.frame = CGRect(x: 6, y: 6, width: 9, height: 9)
      inner.backgroundColor = numbers.color()
      layer.addSublayer(inner)
    default:
      let text = CATextLayer()
      text.string = "\(index % 50)"
      text.fontSize = 8
      layer = text
    }
    return layer
  }
}
