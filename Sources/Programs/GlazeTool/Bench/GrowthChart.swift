import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// A chart of milliseconds over numbers of layers, with logarithmic axes.
struct GrowthChart {
  private static let size = CGSize(width: 960, height: 640)
  private static let plot = CGRect(x: 90, y: 60, width: 620, height: 510)
  private static let gray = CGColor(srgbRed: 0.6, green: 0.6, blue: 0.63, alpha: 1)
  private static let faint = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.92, alpha: 1)

  let root = CALayer()
  private let points: [Growth.Point]
  private let scene: GrowthScene
  private let backends: [Renderer.Backend]
  /// The ranges of the axes: decimal logarithms of layers and of milliseconds.
  private let columns: ClosedRange<Double>
  private let rows: ClosedRange<Double>

  init(_ growth: Growth) {
    points = growth.points
    scene = growth.scene
    backends = points.map(\.backend).reduce(into: []) { list, backend in
      if !list.contains(backend) { list.append(backend) }
    }
    let layers = points.map { log10(Double($0.layers)) }
    let first = (layers.min() ?? 0).rounded(.down)
    columns = first...max((layers.max() ?? 1).rounded(.up), first + 1)
    let times: [Double] = points.flatMap { point in
      Growth.Load.allCases.map { load -> Double in point.cpu(load) }
    }
    let costs: [Double] = times.filter { $0 > 0 }.map { log10($0) }
    let low = (costs.min() ?? 0).rounded(.down)
    rows = low...max((costs.max() ?? 1).rounded(.up), low + 1)
    root.bounds = CGRect(origin: .zero, size: Self.size)
    root.backgroundColor = .white
    drawAxes()
    drawSlope()
    for (index, backend) in backends.enumerated() { drawLines(of: backend, index) }
    drawLegend()
  }

  private func place(_ layers: Double, _ milliseconds: Double) -> CGPoint {
    let x = (log10(layers) - columns.lowerBound) / (columns.upperBound - columns.lowerBound)
    let y = (log10(milliseconds) - rows.lowerBound) / (rows.upperBound - rows.lowerBound)
    return CGPoint(
      x: Self.plot.minX + Self.plot.width * CGFloat(x),
      y: Self.plot.maxY - Self.plot.height * CGFloat(y))
  }

  private func drawAxes() {
    root.addSublayer(
      Comparison.text(
        "CPU milliseconds per frame over \(scene.rawValue) layers, less is better", x: 20, y: 14,
        size: 18,
        width: 900))
    for power in Int(clamping: rows.lowerBound)...Int(clamping: rows.upperBound) {
      let y = place(pow(10, columns.lowerBound), pow(10, Double(power))).y
      line([CGPoint(x: Self.plot.minX, y: y), CGPoint(x: Self.plot.maxX, y: y)], Self.faint, 1)
      let label = JSONText.number(pow(10, Double(power)), digits: max(0, -power))
      root.addSublayer(Comparison.text(label, x: 24, y: y.native - 10, size: 14, width: 64))
    }
    for power in Int(clamping: columns.lowerBound)...Int(clamping: columns.upperBound) {
      let x = place(pow(10, Double(power)), pow(10, rows.lowerBound)).x
      line([CGPoint(x: x, y: Self.plot.minY), CGPoint(x: x, y: Self.plot.maxY)], Self.faint, 1)
      let label = JSONText.number(pow(10, Double(power)), digits: 0)
      root.addSublayer(
        Comparison.text(label, x: x.native - 24, y: Self.plot.maxY.native + 8, size: 14, width: 90))
    }
  }

  /// A line with ten times the cost for ten times the layers, which starts where all move.
  private func drawSlope() {
    let start = points.filter { $0.layers == points.map(\.layers).min() }
      .max { $0.cpu(.all) < $1.cpu(.all) }
    guard let start, start.cpu(.all) > 0 else { return }
    let (layers, cost) = (Double(start.layers), start.cpu(.all))
    let end = min(pow(10, columns.upperBound), pow(10, rows.upperBound) / cost * layers)
    line([place(layers, cost), place(end, cost / layers * end)], Self.gray, 1.5)
  }

  private func drawLines(of backend: Renderer.Backend, _ index: Int) {
    let own = points.filter { $0.backend == backend }.sorted { $0.layers < $1.layers }
    for load in Growth.Load.allCases {
      let places = own.filter { $0.cpu(load) > 0 }
        .map { place(Double($0.layers), $0.cpu(load)) }
      guard !places.isEmpty else { continue }
      line(places, Comparison.color(index), 3, Self.dashes(of: load))
      for place in places {
        let dot = CALayer()
        dot.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        dot.position = place
        dot.cornerRadius = 4
        dot.backgroundColor = Comparison.color(index)
        root.addSublayer(dot)
      }
    }
  }

  private func drawLegend() {
    let left = Self.plot.maxX.native + 16
    var y = Self.plot.minY.native
    func entry(_ label: String, _ color: CGColor, _ width: Double, _ dashes: [NSNumber]?) {
      let middle = y + 10
      line(
        [CGPoint(x: left, y: middle), CGPoint(x: left + 50, y: middle)], color, width, dashes)
      root.addSublayer(Comparison.text(label, x: left + 58, y: y, size: 14, width: 180))
      y += 26
    }
    for (index, backend) in backends.enumerated() {
      for load in Growth.Load.allCases {
        entry(
          "\(backend.rawValue), \(load.label)", Comparison.color(index), 3,
          Self.dashes(of: load))
      }
    }
    entry("linear", Self.gray, 1.5, nil)
    root.addSublayer(
      Comparison.text(
        "layers", x: Self.plot.midX.native - 24, y: Self.plot.maxY.native + 32, size: 14))
  }

  private static func dashes(of load: Growth.Load) -> [NSNumber]? {
    switch load {
    case .all: nil
    case .hundredth: [14, 5]
    case .one: [7, 5]
    case .none: [3, 4]
    case .added: [14, 4, 3, 4]
    case .json: [1, 4]
    case .caml: [1, 9]
    }
  }

  private func line(
    _ places: [CGPoint], _ color: CGColor, _ width: Double, _ dashes: [NSNumber]? = nil
  ) {
    let path = CGMutablePath()
    path.addLines(between: places)
    let shape = CAShapeLayer()
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = color
    shape.lineWidth = CGFloat(width)
    shape.lineDashPattern = dashes
    root.addSublayer(shape)
  }
}
