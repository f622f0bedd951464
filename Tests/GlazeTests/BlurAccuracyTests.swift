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

  @Test(arguments: Pose.all, Backends.usable)
  func isTheExactGaussian(pose: Pose, backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    for sigma in [0.3, 0.45, 0.6, 0.8, 1, 1.25, 1.5, 1.9, 2.1, 3, 4, 5, 8, 15, 30] {
      let exact = Self.exact(sigma, pose)
      for kind in Kind.allCases {
        let image = try renderer.render(Self.root(kind, sigma, pose), at: 0)
        var worst = 0.0
        for index in exact.indices {
          worst = max(worst, abs(Double(image.pixels[4 * index + 3]) - 255 * exact[index]))
        }
        #expect(worst <= pose.tolerance, "\(kind) of \(sigma)")
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

  /// Returns the blurred coverage of each pixel, as the mean of 6 by 6 points.
  private static func exact(_ sigma: Double, _ pose: Pose) -> [Double] {
    let steps = 6
    let middle = Double(size) / 2
    let (c, s) = (cos(pose.angle), sin(pose.angle))
    func span(_ x: Double, _ low: Double, _ high: Double) -> Double {
      0.5 * (erf((high - x) / sigma * 0.5.squareRoot()) - erf((low - x) / sigma * 0.5.squareRoot()))
    }
    return (0..<size * size).map { index in
      var sum = 0.0
      for step in 0..<steps * steps {
        let x = Double(index % size) + (Double(step % steps) + 0.5) / Double(steps)
        let y = Double(index / size) + (Double(step / steps) + 0.5) / Double(steps)
        let d = SIMD2(x, y) - middle - pose.offset
        let (u, v) = (middle + c * d.x + s * d.y, middle - s * d.x + c * d.y)
        for box in boxes {
          sum +=
            span(u, box.minX.native, box.maxX.native) * span(v, box.minY.native, box.maxY.native)
        }
      }
      return sum / Double(steps * steps)
    }
  }
}
