import CoreGraphics
import QuartzCore

// Animated vector graphics from dictionaries, as players of such files read them.

enum VectorError: Error {
  case missing(String)
}

extension Dictionary where Key == String, Value == Any {
  func value<T>(_ key: String, as type: T.Type = T.self) throws -> T {
    guard let value = self[key] as? T else { throw VectorError.missing(key) }
    return value
  }
}

struct VectorKeyframe {
  let time: CGFloat
  let value: [CGFloat]
  let curve: (CGPoint, CGPoint)?

  init(_ dictionary: [String: Any]) throws {
    time = try dictionary.value("t")
    value = try dictionary.value("s")
    if let out = dictionary["o"] as? [CGFloat], let into = dictionary["i"] as? [CGFloat] {
      curve = (CGPoint(x: out[0], y: out[1]), CGPoint(x: into[0], y: into[1]))
    } else {
      curve = nil
    }
  }

  var timing: CAMediaTimingFunction {
    guard let curve else { return CAMediaTimingFunction(name: .linear) }
    return CAMediaTimingFunction(
      controlPoints: Float(curve.0.x), Float(curve.0.y), Float(curve.1.x), Float(curve.1.y))
  }
}

/// A shape with its animated keys.
class VectorShape: CAShapeLayer {
  let keyframes: [String: [VectorKeyframe]]

  init(_ dictionary: [String: Any]) throws {
    var keyframes = [String: [VectorKeyframe]]()
    for (key, list) in try dictionary.value("keys", as: [String: Any].self) {
      keyframes[key] = try (list as? [[String: Any]] ?? []).map(VectorKeyframe.init)
    }
    self.keyframes = keyframes
    super.init()
    path = try Self.path(dictionary.value("path"))
    fillRule = .evenOdd
    fillColor = CGColor(
      colorSpace: CGColorSpace(name: CGColorSpace.extendedSRGB) ?? CGColorSpaceCreateDeviceRGB(),
      components: try dictionary.value("fill", as: [CGFloat].self) + [1])
    anchorPoint = .zero
  }

  override init(layer: Any) {
    keyframes = (layer as? VectorShape)?.keyframes ?? [:]
    super.init(layer: layer)
  }

  required init?(coder _: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private static func path(_ numbers: [[CGFloat]]) -> CGPath {
    let path = CGMutablePath()
    for (index, n) in numbers.enumerated() {
      let point = CGPoint(x: n[0], y: n[1])
      if index == 0 {
        path.move(to: point)
      } else if n.count == 6 {
        path.addCurve(
          to: point, control1: CGPoint(x: n[2], y: n[3]), control2: CGPoint(x: n[4], y: n[5]))
      } else {
        path.addLine(to: point)
      }
    }
    path.closeSubpath()
    return path
  }

  func play(duration: TimeInterval, context timing: CAMediaTiming) {
    for (key, frames) in keyframes {
      let animation = CAKeyframeAnimation(keyPath: key)
      animation.keyTimes = frames.map { NSNumber(value: Float($0.time)) }
      animation.timingFunctions = frames.dropLast().map(\.timing)
      switch key {
      case "position":
        animation.values = frames.map { CGPoint(x: $0.value[0], y: $0.value[1]) }
      case "transform.rotation.z", "transform.scale", "opacity", "lineWidth":
        animation.values = frames.map { $0.value[0] }
      case "fillColor":
        animation.values = frames.compactMap {
          CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: $0.value + [1])
        }
      default:
        continue
      }
      animation.duration = duration
      animation.calculationMode = .linear
      animation.timeOffset = timing.timeOffset
      animation.repeatCount = timing.repeatCount
      animation.autoreverses = timing.autoreverses
      animation.speed = timing.speed
      animation.fillMode = .both
      animation.isRemovedOnCompletion = false
      add(animation, forKey: key)
    }
  }

  override func action(forKey _: String) -> CAAction? { nil }
}

/// All shapes of a file.
final class VectorLayer: CALayer {
  convenience init(json: Data) throws {
    self.init()
    guard
      let file = try JSONSerialization.jsonObject(with: json, options: []) as? [String: Any]
    else { throw VectorError.missing("file") }
    bounds = CGRect(
      x: 0, y: 0, width: try file.value("w", as: CGFloat.self), height: try file.value("h"))
    for shape in try file.value("layers", as: [[String: Any]].self) {
      addSublayer(try VectorShape(shape))
    }
  }

  var progress: CGFloat = 0 {
    didSet { timeOffset = Double(progress) }
  }

  func play(duration: TimeInterval) {
    let timing = CAAnimationGroup()
    timing.repeatCount = 3
    timing.autoreverses = true
    timing.speed = 1
    sublayers?.compactMap { $0 as? VectorShape }.forEach {
      $0.play(duration: duration, context: timing)
    }
  }
}
