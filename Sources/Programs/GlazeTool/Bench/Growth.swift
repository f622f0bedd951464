import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// The cost of frames for increasing numbers of layers: `glaze bench --growth`.
struct Growth {
  /// The work before a frame: layers move, one is added or removed, or a document is read.
  enum Load: CaseIterable {
    case all, hundredth, one, none, added, json, caml

    /// The format of the document that is read first; nil for none.
    var format: Document.Format? {
      switch self {
      case .json: .json
      case .caml: .caml
      default: nil
      }
    }

    /// Returns how many of `count` layers move.
    func moving(of layers: Int) -> Int {
      switch self {
      case .all: layers
      case .hundredth: max(1, layers / 100)
      case .one: 1
      case .none, .added, .json, .caml: 0
      }
    }

    var label: String {
      switch self {
      case .all: "all move"
      case .hundredth: "1 % moves"
      case .one: "one moves"
      case .none: "nothing moves"
      case .added: "one is added"
      case .json: "from JSON"
      case .caml: "from CAML"
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
    /// The heap memory of the layers, of their session and of what the renderer keeps for the next frame, in bytes.
    var memory = 0

    /// Returns the minimum, in milliseconds; 0 if it was not measured.
    func cpu(_ load: Load) -> Double { costs[load]?.cpu.minimum ?? 0 }
  }

  let scene: GrowthScene
  private(set) var points: [Point] = []

  init(_ scene: GrowthScene) {
    self.scene = scene
  }

  private static let options: RenderOptions = {
    var options = RenderOptions(background: .white)
    options.animatesChanges = false
    return options
  }()

  /// Measures frames of a scene.
  ///
  /// Frames reuse what earlier ones drew. The time to change the layers, which is the program's, is not measured.
  mutating func measure(_ layers: Int, with renderer: Renderer, frames: Int) throws {
    let before = Heap.allocatedBytes
    let (root, movable) = scene.page(layers)
    let session = try RenderSession(root, renderer: renderer, options: Self.options)
    var point = Point(backend: renderer.backend, layers: layers)
    let extra = scene.page(1).movable[0]
    _ = try session.frame(at: 0, readsBack: false)
    for load in Load.allCases where load.format == nil {
      let moving = movable.prefix(load.moving(of: layers))
      var (cpu, commit): ([Double], [Double]) = ([], [])
      for number in 0..<(Bencher.warmUp + frames) {
        let step: CGFloat = number % 2 == 0 ? 1 : -1
        for layer in moving { layer.position.x += step }
        if load == .added {
          number % 2 == 0 ? root.addSublayer(extra) : extra.removeFromSuperlayer()
        }
        let start = ProcessClock.cpu
        let statistics = try session.frame(at: 0, readsBack: false).statistics
        guard number >= Bencher.warmUp else { continue }
        cpu.append(ProcessClock.cpu - start)
        commit.append(statistics.commit.milliseconds)
      }
      point.costs[load] = Cost(cpu: Samples(cpu), commit: Samples(commit))
    }
    point.memory = Heap.allocatedBytes - before
    for load in Load.allCases {
      guard let format = load.format else { continue }
      point.costs[load] = try Self.reading(root, format, with: renderer)
    }
    points.append(point)
  }

  /// Measures the first frame of a document, from its file.
  private static func reading(
    _ root: CALayer, _ format: Document.Format, with renderer: Renderer
  ) throws -> Cost {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("glaze-growth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.\(format.rawValue)")
    _ = try Document(rootLayer: root).write(to: file, format: format)
    let start = ProcessClock.cpu
    let document = try Document(contentsOf: file)
    let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
    let statistics = try session.frame(at: 0, readsBack: false).statistics
    return Cost(
      cpu: Samples([ProcessClock.cpu - start]), commit: Samples([statistics.commit.milliseconds]))
  }

  // MARK: Text

  /// A table with a row per backend and number of layers: CPU milliseconds per frame, with the ratio to the row
  /// above in brackets, and memory.
  var table: String {
    let names = Load.allCases.map(\.label) + ["commit of 1 %", "bytes per layer"]
    var lines = [["backend", "layers"] + names]
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
        [point.backend.rawValue, "\(point.layers)"] + cells
          + [BenchResult.text(commit), "\(point.memory / point.layers)"])
    }
    return Comparison.aligned(lines)
  }

  /// A line of JSON per backend and number of layers; milliseconds.
  var json: String {
    points.map { point in
      var members = [
        ("backend", JSONText.string(point.backend.rawValue)),
        ("scene", JSONText.string(scene.rawValue)), ("layers", "\(point.layers)"),
        ("memoryBytes", "\(point.memory)"),
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
