import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// A comparison of backends, as a table and as bars.
struct Comparison {
  let backends: [Renderer.Backend]
  /// One row per scene; nil for a backend that failed.
  var rows: [(scene: String, results: [BenchResult?])] = []

  /// A table of CPU milliseconds with wall milliseconds in brackets, and the speedup of the last backend over the
  /// first.
  var table: String {
    var lines = [["scene"] + backends.map { "\($0.rawValue) cpu (wall) ms" } + ["cpu ratio"]]
    for row in rows {
      let cells = row.results.map { result in
        result.map {
          "\(BenchResult.text($0.cpu.minimum)) (\(BenchResult.text($0.wall.median)))"
        } ?? "failed"
      }
      var ratio = "-"
      if let first = row.results.first ?? nil, let last = row.results.last ?? nil,
        last.cpu.minimum > 0
      {
        ratio = JSONText.number(first.cpu.minimum / last.cpu.minimum, digits: 2)
      }
      lines.append([row.scene] + cells + [ratio])
    }
    return Self.aligned(lines)
  }

  /// Returns lines of aligned columns, the first with text, the others with numbers.
  static func aligned(_ lines: [[String]]) -> String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      line.enumerated().map { column, cell in
        let pad = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + pad : pad + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  // MARK: The chart

  private static let colors: [CGColor] = [
    CGColor(srgbRed: 0.16, green: 0.44, blue: 0.87, alpha: 1),
    CGColor(srgbRed: 0.95, green: 0.55, blue: 0.15, alpha: 1),
  ]
  /// Returns the color of the backend with an index.
  static func color(_ index: Int) -> CGColor { colors[index % colors.count] }

  private static let ink = CGColor(srgbRed: 0.1, green: 0.1, blue: 0.12, alpha: 1)
  private static let width = 960.0
  private static let barHeight = 20.0

  /// Bars of CPU milliseconds, one group per scene, drawn with layers.
  var chart: CALayer {
    let root = CALayer()
    root.backgroundColor = .white
    let group = Double(backends.count) * (Self.barHeight + 4) + 16
    let height = 72 + group * Double(rows.count)
    root.bounds = CGRect(x: 0, y: 0, width: Self.width, height: height)
    root.addSublayer(Self.text("CPU ms per frame, less is better", x: 20, y: 14, size: 18))
    for (index, backend) in backends.enumerated() {
      let x = 560 + Double(index) * 160
      root.addSublayer(Self.bar(index, x: x, y: 16, width: 16))
      root.addSublayer(Self.text(backend.rawValue, x: x + 24, y: 14, size: 16))
    }
    let values = rows.flatMap(\.results).compactMap { $0?.cpu.minimum }
    let scale = 640 / max(values.max() ?? 1, 1e-6)
    for (row, (scene, results)) in rows.enumerated() {
      let top = 60 + group * Double(row)
      root.addSublayer(Self.text(scene, x: 20, y: top, size: 16, width: 150))
      for (index, result) in results.enumerated() {
        let y = top + Double(index) * (Self.barHeight + 4)
        let value = result?.cpu.minimum ?? 0
        root.addSublayer(Self.bar(index, x: 180, y: y, width: max(2, value * scale)))
        let label = result.map { BenchResult.text($0.cpu.minimum) } ?? "failed"
        root.addSublayer(Self.text(label, x: 190 + value * scale, y: y, size: 14))
      }
    }
    return root
  }

  private static func bar(_ index: Int, x: Double, y: Double, width: Double) -> CALayer {
    let bar = CALayer()
    bar.anchorPoint = .zero
    bar.bounds = CGRect(x: 0, y: 0, width: width, height: barHeight)
    bar.position = CGPoint(x: x, y: y)
    bar.cornerRadius = min(4, width / 2)
    bar.backgroundColor = color(index)
    return bar
  }

  static func text(
    _ string: String, x: Double, y: Double, size: Double, width: Double = 500
  ) -> CALayer {
    let text = CATextLayer()
    text.anchorPoint = .zero
    text.bounds = CGRect(x: 0, y: 0, width: width, height: size * 1.5)
    text.position = CGPoint(x: x, y: y)
    text.fontSize = CGFloat(size)
    text.foregroundColor = ink
    text.string = string
    text.truncationMode = .end
    return text
  }
}
