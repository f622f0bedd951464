import CoreGraphics
import CoreText
import QuartzCore

struct ChartPoint: Codable, Hashable {
  var position: CGPoint
  var weight: CGFloat
}

/// A line over a gradient that fades out, with labels and a legend.
final class LineChart: CALayer, CAAnimationDelegate {
  private let line = CAShapeLayer()
  private let area = CAGradientLayer()
  private let areaMask = CAShapeLayer()
  private let grid = CAShapeLayer()
  private var labels = [CATextLayer]()
  private(set) var finished = 0

  var values: [CGFloat] = [] {
    didSet { setNeedsLayout() }
  }

  override init() {
    super.init()
    setUp()
  }

  override init(layer: Any) { super.init(layer: layer) }

  required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    setUp()
  }

  private func setUp() {
    line.fillColor = nil
    line.lineWidth = 2
    line.lineJoin = CAShapeLayerLineJoin.round
    line.strokeColor = CGColor(
      colorSpace: CGColorSpaceCreateDeviceRGB(), components: [0, 0.5, 1, 1])
    area.colors = [CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.6), CGColor.clear]
    area.locations = [0.0, 1.0]
    area.startPoint = CGPoint(x: 0.5, y: 0)
    area.endPoint = CGPoint(x: 0.5, y: 1)
    area.mask = areaMask
    grid.lineDashPattern = [4, 2]
    grid.strokeColor = CGColor(gray: 0, alpha: 0.2)
    grid.fillColor = nil
    for layer in [grid, area, line] as [CALayer] { addSublayer(layer) }
    masksToBounds = true
    maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    cornerRadius = 6
  }

  private func points() -> [CGPoint] {
    guard let highest = values.max(), values.count > 1 else { return [] }
    let step = bounds.width / CGFloat(values.count - 1)
    return values.enumerated().map {
      CGPoint(x: CGFloat($0.offset) * step, y: bounds.height * (1 - $0.element / highest))
    }
  }

  override func layoutSublayers() {
    super.layoutSublayers()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for layer in [grid, area, line] { layer.frame = bounds }
    let points = points()
    guard let first = points.first, let last = points.last else { return }
    let curve = CGMutablePath()
    curve.move(to: first)
    for (a, b) in zip(points, points.dropFirst()) {
      let middle = (a.x + b.x) / 2
      curve.addCurve(
        to: b, control1: CGPoint(x: middle, y: a.y), control2: CGPoint(x: middle, y: b.y))
    }
    line.path = curve
    guard let closed = curve.mutableCopy() else { return }
    closed.addLine(to: CGPoint(x: last.x, y: bounds.maxY))
    closed.addLine(to: CGPoint(x: first.x, y: bounds.maxY))
    closed.closeSubpath()
    areaMask.path = closed
    let lines = CGMutablePath()
    for i in 1..<4 {
      let y = bounds.height * CGFloat(i) / 4
      lines.addLines(between: [CGPoint(x: 0, y: y), CGPoint(x: bounds.width, y: y)])
    }
    grid.path = lines
    labels.forEach { $0.removeFromSuperlayer() }
    labels = zip(points, values).map { point, value in label("\(Int(value))", at: point) }
    labels.forEach(addSublayer)
  }

  private func label(_ text: String, at point: CGPoint) -> CATextLayer {
    let label = CATextLayer()
    label.string = NSAttributedString(
      string: text,
      attributes: [
        .font: CTFontCreateWithName("Helvetica" as CFString, 8, nil),
        .foregroundColor: CGColor.black,
      ])
    label.font = "Helvetica" as CFTypeRef
    label.fontSize = 8
    label.alignmentMode = .center
    label.truncationMode = CATextLayerTruncationMode.end
    label.isWrapped = false
    label.contentsScale = 2
    label.frame = CGRect(x: point.x - 10, y: point.y, width: 20, height: 10)
    return label
  }

  func appear(completion: @escaping () -> Void) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
    CATransaction.setCompletionBlock { completion() }
    let stroke = CABasicAnimation(keyPath: "strokeEnd")
    stroke.fromValue = 0
    stroke.toValue = 1
    stroke.duration = CATransaction.animationDuration()
    stroke.delegate = self
    line.add(stroke, forKey: "strokeEnd")
    let fade = CABasicAnimation(keyPath: #"opacity"#)
    fade.fromValue = NSNumber(value: 0)
    fade.toValue = NSNumber(value: 1)
    fade.beginTime = convertTime(CACurrentMediaTime(), from: nil) + 0.2
    fade.fillMode = .backwards
    fade.duration = 0.8
    area.add(fade, forKey: nil)
    CATransaction.commit()
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if flag { finished += 1 }
  }
}

/// Slices of a pie, which are distinguished by their values for a key.
final class PieChart: CALayer {
  func show(_ shares: [(CGFloat, CGColor)]) {
    var start = -CGFloat.pi / 2
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    for (index, (share, color)) in shares.enumerated() {
      let slice = CAShapeLayer()
      let end = start + share * 2 * .pi
      let path = CGMutablePath()
      path.move(to: center)
      path.addArc(
        center: center, radius: bounds.width / 2, startAngle: start, endAngle: end,
        clockwise: false)
      path.closeSubpath()
      slice.path = path
      slice.fillColor = color
      slice.strokeColor = .white
      slice.setValue(index, forKey: "index")
      addSublayer(slice)
      start = end
    }
  }

  func index(at point: CGPoint) -> Int? {
    for case let slice as CAShapeLayer in sublayers ?? [] {
      if slice.path?.contains(point, using: .evenOdd, transform: .identity) == true {
        return slice.value(forKey: "index") as? Int
      }
    }
    return nil
  }
}
