import Foundation
import Glaze
import GlazeGeometry
import Testing

/// Blurs of two boxes, compared with the exact Gaussian averaged over each pixel.
@Suite struct BlurAccuracyTests {
  /// The blurred content; each kind takes another path through the planner.
  enum Kind: CaseIterable {
    case path, castShadow, filter
  }

  /// The transform of the plane of the boxes in the frame, about its center.
  struct Pose: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var angle = 0.0
    var offset = SIMD2(0.0, 0)
    /// The tolerance in levels.
    var tolerance: Double

    static let all = [
      Pose(testDescription: "upright", tolerance: 2),
      Pose(testDescription: "on half pixels", offset: SIMD2(0.5, 0.5), tolerance: 2),
      Pose(testDescription: "between pixels", offset: SIMD2(0.3, 0.7), tolerance: 5),
      Pose(testDescription: "turned", angle: 0.3, tolerance: 5),
      Pose(testDescription: "on a corner", angle: .pi / 4, tolerance: 5),
    ]
  }

  private static let size = 80
  private static let boxes = [
    CGRect(x: 14, y: 15, width: 20, height: 30), CGRect(x: 42, y: 25, width: 24, height: 20),
  ]

  /// Both backends are compared in one test, because the exact values take most of its time.
  @Test(arguments: Pose.all)
  func isTheExactGaussian(pose: Pose) throws {
    let renderers = try Backends.usable.map { ($0, try RootRenderer(backend: $0)) }
    for sigma in [0.3, 0.45, 0.6, 0.8, 1, 1.25, 1.5, 1.9, 2.1, 3, 4, 5, 8, 15, 30] {
      let exact = Self.exact(sigma, pose)
      for (backend, renderer) in renderers {
        for kind in Kind.allCases {
          let image = try renderer.render(Self.root(kind, sigma, pose), at: 0)
          var worst = 0.0
          var index = 0
          while index < exact.count {
            worst = max(worst, abs(Double(image.pixels[4 * index + 3]) - 255 * exact[index]))
            index += 1
          }
          #expect(worst <= pose.tolerance, "\(kind) of \(sigma) by \(backend)")
        }
      }
    }
  }

  // MARK: Layers

  private static func root(_ kind: Kind, _ sigma: Double, _ pose: Pose) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    let plane = CALayer()
    plane.bounds = root.bounds
    plane.position = CGPoint(
      x: Double(size) / 2 + pose.offset.x, y: Double(size) / 2 + pose.offset.y)
    plane.transform = CATransform3DMakeRotation(CGFloat(pose.angle), 0, 0, 1)
    root.addSublayer(plane)
    switch kind {
    case .path:
      let path = CGMutablePath()
      for box in boxes { path.addRect(box) }
      plane.shadowPath = path
      setShadow(of: plane, sigma, offset: .zero)
    case .castShadow:
      // The layers that cast the shadow are outside.
      addBoxes(to: plane, dx: 500)
      setShadow(of: plane, sigma, offset: CGSize(width: -500, height: 0))
    case .filter:
      addBoxes(to: plane, dx: 0)
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(sigma, forKey: "inputRadius")
      plane.filters = [blur]
    }
    return root
  }

  private static func addBoxes(to plane: CALayer, dx: CGFloat) {
    for box in boxes {
      let layer = CALayer()
      layer.frame = box.offsetBy(dx: dx, dy: 0)
      layer.backgroundColor = .black
      plane.addSublayer(layer)
    }
  }

  private static func setShadow(of plane: CALayer, _ sigma: Double, offset: CGSize) {
    plane.shadowOpacity = 1
    plane.shadowOffset = offset
    plane.shadowRadius = CGFloat(sigma / 0.945)
  }

  // MARK: Expected values

  /// Returns the blurred coverage of each pixel, as the mean of 6 by 6 points; of 3 by 3 in turned planes where the
  /// blur is wider than a pixel, which changes the mean by less than a third of a level.
  private static func exact(_ sigma: Double, _ pose: Pose) -> [Double] {
    let steps = sigma < 1 || pose.angle == 0 ? 6 : 3
    let middle = Double(size) / 2
    let scale = 0.5.squareRoot() / sigma
    func span(_ x: Double, _ low: Double, _ high: Double) -> Double {
      0.5 * (erf((high - x) * scale) - erf((low - x) * scale))
    }
    let edges = boxes.map {
      (left: $0.minX.native, right: $0.maxX.native, top: $0.minY.native, bottom: $0.maxY.native)
    }
    let places = (0..<size * steps).map { (Double($0) + 0.5) / Double(steps) - middle }
    if pose.angle == 0 {
      // Upright blurs are products of a function of x and one of y, so their means are, too.
      func means(_ offset: Double, _ low: Double, _ high: Double) -> [Double] {
        let values = places.map { span(middle + $0 - offset, low, high) }
        return (0..<size).map { values[$0 * steps..<($0 + 1) * steps].reduce(0, +) / Double(steps) }
      }
      var exact = [Double](repeating: 0, count: size * size)
      for box in edges {
        let columns = means(pose.offset.x, box.left, box.right)
        let rows = means(pose.offset.y, box.top, box.bottom)
        for index in exact.indices { exact[index] += columns[index % size] * rows[index / size] }
      }
      return exact
    }
    let (c, s) = (cos(pose.angle), sin(pose.angle))
    let share = 1 / Double(steps * steps)
    var exact = [Double](repeating: 0, count: size * size)
    for (row, y) in places.enumerated() {
      for (column, x) in places.enumerated() {
        let (dx, dy) = (x - pose.offset.x, y - pose.offset.y)
        let (u, v) = (middle + c * dx + s * dy, middle - s * dx + c * dy)
        var sum = 0.0
        for box in edges { sum += span(u, box.left, box.right) * span(v, box.top, box.bottom) }
        exact[row / steps * size + column / steps] += sum * share
      }
    }
    return exact
  }
}
