import GlazeCore
import UIKitLite

// Draws views in the style of layer libraries, and stops where a result differs from a Mac's.

func expect(_ condition: @autoclosure () throws -> Bool, line: Int = #line) rethrows {
  guard try !condition() else { return }
  print("line \(line): not as expected")
  exit(1)
}

/// A ring in a layer of its own class, with the tint of its superview.
final class RingView: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }
  private var shape: CAShapeLayer? { layer as? CAShapeLayer }
  private(set) var layouts = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    shape?.fillColor = nil
    shape?.lineWidth = 8
    tintColorDidChange()
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func tintColorDidChange() { shape?.strokeColor = tintColor.cgColor }

  override func layoutSubviews() {
    layouts += 1
    shape?.path = UIBezierPath(ovalIn: bounds.insetBy(dx: 4, dy: 4)).cgPath
  }
}

/// A view that draws one half of itself with a context.
final class HalfView: UIView {
  override func draw(_ rect: CGRect) {
    UIColor(red: 0, green: 0, blue: 1, alpha: 1).setFill()
    UIBezierPath(rect: CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height / 2)).fill()
  }
}

func run() throws {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 80, height: 60))
  window.backgroundColor = .white
  window.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  let ring = RingView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
  let half = HalfView(frame: CGRect(x: 40, y: 0, width: 40, height: 40))
  let label = UIView(frame: CGRect(x: 0, y: 45, width: 20, height: 10))
  label.backgroundColor = UIColor(white: 0, alpha: 1)
  label.tag = 7
  for view in [ring, half, label] { window.addSubview(view) }

  let session = try RenderSession(window.layer, renderer: try GlazeCore.Renderer(.cpu))
  func pixel(_ x: Int, _ y: Int, at time: Double) throws -> [UInt8] {
    try session.commit(at: time)
    let image = try session.image(at: time)
    let data = image.dataProvider?.data ?? Data()
    let offset = data.startIndex + y * image.bytesPerRow + x * 4
    return Array(data[offset..<offset + 4])
  }

  try expect(pixel(4, 20, at: 0) == [255, 0, 0, 255])
  try expect(pixel(20, 20, at: 0) == [255, 255, 255, 255])
  // The upper half is drawn, since y goes down in views.
  try expect(pixel(60, 10, at: 0) == [0, 0, 255, 255])
  try expect(pixel(60, 30, at: 0) == [255, 255, 255, 255])
  expect(ring.layouts == 1 && window.viewWithTag(7) === label && ring.window === window)

  // A tint is inherited, and views are notified of it.
  window.tintColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  try expect(pixel(4, 20, at: 0) == [0, 255, 0, 255])

  // Changes in blocks animate; outside them, views jump.
  label.frame.origin.x = 10
  expect(label.layer.animationKeys() == nil)
  var isComplete = false
  UIView.animate(withDuration: 1, animations: { label.frame.origin.x = 60 }) { isComplete = $0 }
  expect(label.layer.animation(forKey: "position") != nil)
  let now = CACurrentMediaTime()
  try expect(pixel(70, 50, at: now) == [255, 255, 255, 255])
  try expect(pixel(70, 50, at: now + 2) == [0, 0, 0, 255])
  CATransaction.flush()
  expect(isComplete)
  UIView.performWithoutAnimation { label.alpha = 0 }
  expect(label.layer.animation(forKey: "opacity") == nil)

  // A delay counts from the commit. A second block begins at the layer's value, or at the visible one.
  CATransaction.flush()
  UIView.animate(withDuration: 1, delay: 2, animations: { half.frame.origin.y = 40 })
  try expect(pixel(60, 10, at: now + 3) == [0, 0, 255, 255])
  try expect(pixel(60, 10, at: now + 4.9) == [0, 0, 255, 255])
  try expect(pixel(60, 10, at: now + 6.1) == [255, 255, 255, 255])
  // A repeated animation waits once.
  UIView.animate(
    withDuration: 1, delay: 2, options: .repeat, animations: { half.frame.origin.y = 0 })
  try expect(pixel(60, 10, at: now + 7) == [255, 255, 255, 255])
  try expect(pixel(60, 10, at: now + 9.05) == [255, 255, 255, 255])
  try expect(pixel(60, 10, at: now + 9.95) == [0, 0, 255, 255])
  try expect(pixel(60, 10, at: now + 10.05) == [255, 255, 255, 255])
  half.layer.removeAllAnimations()
  half.frame.origin.y = 40
  let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  window.addSubview(view)
  func start(_ options: UIView.AnimationOptions) throws -> CGFloat {
    view.layer.removeAllAnimations()
    view.frame.origin.x = 0
    _ = try pixel(0, 0, at: now + 11)
    UIView.animate(withDuration: 1, animations: { view.frame.origin.x = 100 })
    _ = try pixel(0, 0, at: now + 11)
    UIView.animate(
      withDuration: 1, delay: 0, options: options, animations: { view.frame.origin.x = 50 })
    let animation = view.layer.animation(forKey: "position") as? CABasicAnimation
    return (animation?.fromValue as? NSValue)?.pointValue.x ?? -1
  }
  try expect(start([]) == 105)
  try expect(start(.beginFromCurrentState) == 5)

  // Labels and image views.
  try drawText()

  // Coordinates and images.
  expect(half.convert(CGPoint(x: 1, y: 2), to: window) == CGPoint(x: 41, y: 42))
  let dot = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
    UIColor.black.setFill()
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
  }
  expect(dot.size == CGSize(width: 4, height: 4) && dot.pngData() != nil)
}

/// A label centers its line vertically and aligns it; an image view has the size of its image.
func drawText() throws {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 120, height: 60))
  window.backgroundColor = .white
  let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
  (label.text, label.textAlignment) = ("HHH", .right)
  window.addSubview(label)
  let dot = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
    UIColor.red.setFill()
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
  }
  let view = UIImageView(image: dot)
  view.frame.origin = CGPoint(x: 110, y: 10)
  window.addSubview(view)
  expect(view.frame.size == dot.size && view.intrinsicContentSize == dot.size)

  let session = try RenderSession(window.layer, renderer: try GlazeCore.Renderer(.cpu))
  func ink() throws -> CGRect {
    let image = try session.image(at: 0)
    let data = [UInt8](image.dataProvider?.data ?? Data())
    var box = CGRect.null
    for y in 0..<60 {
      for x in 0..<105 where data[y * image.bytesPerRow + x * 4] < 128 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }
  let one = label.sizeThatFits(.zero)
  expect(abs(one.width - "HHH".size(withAttributes: [.font: label.font as Any]).width) <= 0.5)
  let right = try ink()
  expect(right.maxX > 96 && right.maxX <= 100 && right.minX > 100 - one.width - 2)
  expect(abs(right.midY - 30) < 4)
  label.textAlignment = .left
  let left = try ink()
  expect(left.minX < 4 && left.height == right.height)
  // Three words need three lines of this width, of which two are permitted.
  (label.text, label.numberOfLines) = ("HHHH HHHH HHHH", 2)
  label.frame.size.width = 60
  let two = label.sizeThatFits(CGSize(width: 60, height: 0))
  expect(two.height > one.height * 1.7 && two.height < one.height * 2.5)
  let lines = try ink()
  expect(lines.height > right.height * 1.8 && lines.maxX <= 60)
  label.numberOfLines = 0
  try expect(ink().height > lines.height * 1.3)
  // A font that does not exist is the default.
  let height = label.sizeThatFits(.zero).height
  label.font = nil
  label.textColor = nil
  expect(label.sizeThatFits(.zero).height == height && label.textColor == .black)
  // Attributes win over the label's own values.
  label.attributedText = NSAttributedString(
    string: "HHH", attributes: [.foregroundColor: UIColor(white: 1, alpha: 1)])
  try expect(ink().isNull)
  expect(CGFloat(truncating: NSNumber(value: 1.5)) == 1.5)
}

try run()
