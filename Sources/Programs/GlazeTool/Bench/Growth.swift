import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// The cost of frames for increasing numbers of layers: `glaze bench --growth`.
struct Growth {
  /// The layers that change from frame to frame.
  enum Load: CaseIterable {
    case all, hundredth, one, none

    /// Returns how many of `count` layers move.
    func moving(of layers: Int) -> Int {
      switch self {
      case .all: layers
      case .hundredth: max(1, layers / 100)
      case .one: 1
      case .none: 0
      }
    }

    var label: String {
      switch self {
      case .all: "all move"
      case .hundredth: "1 % moves"
      case .one: "one moves"
      case .none: "nothing moves"
      }
    }
  }

  /// The times of frames with one load, in milliseconds.
  struct Cost {
    /// The CPU time of all threads, from the changed layers until all pixels are drawn.
    var cpu: Samples
    /// The time of the commit alone, on one thread.
    var commit: Samples
  }

  /// The measurements of one backend with one number of layers.
  struct Point {
    var backend: Renderer.Backend
    var layers: Int
    var costs: [Load: Cost] = [:]

    /// Returns the minimum, in milliseconds; 0 if it was not measured.
    func cpu(_ load: Load) -> Double { costs[load]?.cpu.minimum ?? 0 }
  }

  private(set) var points: [Point] = []

  /// Measures frames of a scene of plain layers.
  ///
  /// Frames reuse what earlier ones drew. The time to change the layers, which is the program's, is not measured.
  mutating func measure(_ layers: Int, with renderer: Renderer, frames: Int) throws {
    let root = Self.page(layers)
    var options = RenderOptions(background: .white)
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: renderer, options: options)
    var point = Point(backend: renderer.backend, layers: layers)
    _ = try session.frame(at: 0, readsBack: false)
    for load in Load.allCases {
      let moving = root.sublayers?.prefix(load.moving(of: layers)) ?? []
      var (cpu, commit): ([Double], [Double]) = ([], [])
      for number in 0..<(Bencher.warmUp + frames) {
        let step: CGFloat = number % 2 == 0 ? 1 : -1
        for layer in moving { layer.position.x += step }
        let start = ProcessClock.cpu
        let statistics = try session.frame(at: 0, readsBack: false).statistics
        guard number >= Bencher.warmUp else { continue }
        cpu.append(ProcessClock.cpu - start)
        commit.append(statistics.commit.milliseconds)
      }
      point.costs[load] = Cost(cpu: Samples(cpu), commit: Samples(commit))
    }
    points.append(point)
  }

  /// Returns a scene of 1920 x 1080 points filled with small squares, the same in each call.
  private static func page(_ layers: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    var state: UInt32 = 7
    func next(below limit: UInt32) -> CGFloat {
      state = state &* 1_664_525 &+ 1_013_904_223
      return CGFloat((state >> 8) % limit)
    }
    root.sublayers = (0..<layers).map { _ in
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 12, height: 12)
      layer.position = CGPoint(x: next(below: 1920) + 0.25, y: next(below: 1080))
      layer.backgroundColor = CGColor(
        srgbRed: next(below: 256) / 255, green: next(below: 256) / 255,
        blue: next(below: 256) / 255, alpha: 1)
      return layer
    }
    return root
  }

  // MARK: Text

  /// A table of CPU milliseconds per frame, one row per backend and number of layers, with the ratio to the row
  /// above in brackets.
  var table: String {
    var lines = [["backend", "layers"] + Load.allCases.map(\.label) + ["commit of 1 %"]]
    for (index, point) in points.enumerated() {
      let before = index > 0 && points[index - 1].backend == point.backend ? points[index - 1] : nil
      let cells = Load.allCases.map { load in
        let value = BenchResult.text(point.cpu(load))
        guard let before, before.cpu(load) > 0 else { return value }
        return value
          + " (x\(JSONText.number(point.cpu(load) / before.cpu(load), digits: 1)))"
      }
      let commit = point.costs[.hundredth]?.commit.minimum ?? 0
      lines.append(
        [point.backend.rawValue, "\(point.layers)"] + cells + [BenchResult.text(commit)])
    }
    return Comparison.aligned(lines)
  }

  /// A line of JSON per backend and number of layers; milliseconds.
  var json: String {
    points.map { point in
      var members = [
        ("backend", JSONText.string(point.backend.rawValue)), ("layers", "\(point.layers)"),
      ]
      for load in Load.allCases {
        guard let cost = point.costs[load] else { continue }
        members.append(
          (
            "\(load)",
            JSONText.object([
              ("cpuMin", JSONText.number(cost.cpu.minimum, digits: 4)),
              ("cpuMedian", JSONText.number(cost.cpu.median, digits: 4)),
              ("commitMin", JSONText.number(cost.commit.minimum, digits: 4)),
            ])
          ))
      }
      return JSONText.object(members)
    }.joined(separator: "\n")
  }
}

extension Growth {
  /// The chart, as layers.
  var chart: CALayer { GrowthChart(self).root }
}
