import Foundation
import GlazeCore
import QuartzCore

// Draws the layers of the clients, and stops where a result differs from a Mac's.

func expect(_ condition: @autoclosure () throws -> Bool, line: Int = #line) rethrows {
  guard try !condition() else { return }
  print("line \(line): not as expected")
  exit(1)
}

func run() throws {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = .white
  root.isGeometryFlipped = true
  let session = try RenderSession(root, renderer: try Renderer(.cpu))

  func place<Layer: CALayer>(_ layer: Layer, _ x: CGFloat, _ y: CGFloat, _ size: CGFloat) -> Layer {
    layer.frame = CGRect(x: x, y: y, width: size, height: size)
    root.addSublayer(layer)
    return layer
  }

  let ring = place(ProgressRing(), 0, 0, 40)
  let shapeRing = place(ShapeRing(), 40, 0, 40)
  shapeRing.spin()
  let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  for (index, kind) in ([BallPulse(), DotCircle(), SquareSpin()] as [any IndicatorAnimating])
    .enumerated()
  {
    kind.setUp(
      in: place(CALayer(), 80 + 40 * CGFloat(index), 0, 36), size: CGSize(width: 36, height: 36),
      color: blue)
  }
  let chart = place(LineChart(), 0, 40, 80)
  chart.values = [3, 8, 5, 13]
  let pie = place(PieChart(), 80, 40, 40)
  pie.show([(0.25, blue), (0.75, .black)])
  let cube = place(Cube(side: 30), 130, 50, 30)
  cube.turn()
  let carousel = place(Carousel(), 160, 40, 80)
  carousel.show([blue, .black, CGColor(gray: 0.5, alpha: 1)], size: CGSize(width: 30, height: 40))
  let confetti = place(Confetti(), 0, 120, 40)
  confetti.burst([blue, CGColor(red: 1, green: 0, blue: 0, alpha: 1)])
  let artist = GradientArtist()
  let drawn = place(CALayer(), 40, 120, 36)
  drawn.delegate = artist
  drawn.setNeedsDisplay()
  let board = place(CALayer(), 80, 120, 36)
  board.contents = Pixels.checkerboard(6)
  board.magnificationFilter = .nearest
  let file = #"""
    {"w": 40, "h": 40, "layers": [{"path": [[0, 0], [20, 0, 5, 5, 15, 5], [10, 20]],
     "fill": [1, 0.5, 0], "keys": {
       "position": [{"t": 0, "s": [0, 0], "o": [0.3, 0], "i": [0.7, 1]}, {"t": 1, "s": [20, 20]}],
       "opacity": [{"t": 0, "s": [1]}, {"t": 0.5, "s": [0.5]}],
       "fillColor": [{"t": 0, "s": [1, 0, 0]}, {"t": 1, "s": [0, 1, 0]}]}}]}
    """#
  let vector = try VectorLayer(json: Data(file.utf8))
  vector.position = CGPoint(x: 140, y: 140)
  root.addSublayer(vector)
  vector.play(duration: 1)

  // The ring draws itself for every frame.
  try session.commit(at: 0)
  ring.progress = 1
  try session.commit(at: 10)
  expect(ring.animation(forKey: "progress") != nil)
  _ = try session.image(at: 10.5)
  expect(abs((ring.presentation()?.progress ?? -1) - 0.5) < 1e-6)
  expect(
    ring.presentation()?.value(forKey: "progress") as? CGFloat == ring.presentation()?.progress)
  expect(ring.progress == 1)

  // Values cast as on a Mac.
  expect(root.value(forKeyPath: "opacity") as? CGFloat == 1)
  expect((root.value(forKey: "bounds") as? NSValue)?.cgRectValue == root.bounds)
  expect(
    vector.sublayers?.first?.presentation()?.value(forKeyPath: "position.x") as? CGFloat != nil)

  // Hit tests and the ends of animations.
  expect(pie.index(at: CGPoint(x: 25, y: 15)) == 0)
  expect(pie.index(at: CGPoint(x: 15, y: 25)) == 1)
  expect(carousel.front(at: CGPoint(x: 200, y: 80)) == "card0")
  carousel.scroll(by: 2 * .pi / 3)
  var isComplete = false
  chart.appear { isComplete = true }
  try session.commit(at: CACurrentMediaTime())
  let end = CACurrentMediaTime() + 3
  _ = try session.render(at: end)
  try session.commit(at: end)
  CATransaction.flush()
  expect(isComplete && chart.finished == 1)
  expect(Pixels.points(of: Pixels.bubble()).count > 8)
  expect(CGAffineTransform(scaleX: 2, y: 3).summary == "2.0 0.0 0.0")
  expect((CGPoint.zero + CGVector(dx: 1, dy: 2)).equalTo(CGPoint(x: 1, y: 2)))
  try checkImages()

  if let path = CommandLine.arguments.dropFirst().first {
    try Snapshot.png(of: root, to: path, options: RenderOptions(scale: 2), at: 0.4)
  }
}

try run()
