import Foundation
import Glaze
import GlazeCore
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene
import GlazeTree

extension InspectPage {
  /// Returns the page of a document, as text.
  ///
  /// The CPU backend draws on the calling thread, whose time is measured.
  ///
  /// - Parameter progress: Called before each part of the work.
  static func text(
    of document: Document, title: String, options: RenderOptions, optimizations: Optimizations,
    at time: Double, progress: Inspection.Progress? = nil
  ) throws -> String {
    let renderer = try Renderer(
      backend: .software, selection: DeviceSelection(.auto), optimizations: optimizations,
      threads: 1)
    let inspection = try Inspection(
      document, title: title, options: options, optimizations: optimizations, at: time,
      renderer: renderer)
    return try InspectPage(report: inspection.report(progress)).text()
  }
}

/// Draws a frame in several ways and collects the data of the page.
struct Inspection {
  private let title: String
  private let time: Double
  private let document: Document
  private let options: RenderOptions
  private let images: LayerImages
  private let layers: [CALayer?]
  private var frame: PlannedFrame { images.frame }

  /// Receives the number of finished parts, the number of all, and the name of the next one.
  typealias Progress = (_ done: Int, _ total: Int, _ name: String) -> Void

  /// The largest number of layers that the page lists.
  static let layerLimit = 5000

  init(
    _ document: Document, title: String, options: RenderOptions, optimizations: Optimizations,
    at time: Double, renderer: Renderer
  ) throws {
    (self.document, self.title, self.time) = (document, title, time)
    self.options = options
    let frame = try PlannedFrame(
      of: document.rootLayer, options: options, optimizations: optimizations,
      at: document.moment(at: time))
    images = LayerImages(frame: frame, renderer: renderer)
    layers = frame.tree.layers(under: document.rootLayer)
  }

  func report(_ progress: Progress? = nil) throws -> InspectReport {
    let plan = frame.plan
    let causes = PassCauses(plan, frame.tree)
    let (plates, costs) = chosenNodes(causes)
    // Layers that are only listed take no time.
    let nodes = frame.tree.nodes.indices.prefix(Self.layerLimit)
    let busy = nodes.count { plates.contains($0) || costs.contains($0) }
    var done = 0
    func begin(_ name: String) {
      progress?(done, busy + 4, name)
      done += 1
    }
    begin("the frame")
    let whole = try images.milliseconds()
    begin("the steps of the plan")
    let steps = try PlanSteps(plan, images.renderer)
    let curves = AnimationCurves(of: layers.compactMap(\.self), loop: document.loop)
    begin("the heat map")
    var printer = LayerPrinter()
    var report = InspectReport(
      title: title, time: time, width: frame.viewport.width, height: frame.viewport.height,
      image: try .init(images.renderer.pixels(of: plan)), layers: [],
      targets: try targets(plan), passes: passes(plan, causes, steps), steps: steps.steps,
      notes: notes(steps), milliseconds: whole, costMap: try images.costMap(),
      animations: [], seconds: curves.seconds)
    var reasonsLeft = LayerImages.costLimit
    for node in nodes {
      var layer = row(of: node, &printer)
      if plates.contains(node) || costs.contains(node) {
        begin(layer.name.isEmpty ? "layer \(node)" : layer.name)
      }
      layer.reasons = try causes.reasons(of: node).map { reason in
        reasonsLeft -= 1
        let saving = reasonsLeft < 0 ? nil : try images.cost(of: reason.effect, of: node)
        return InspectReport.Reason(
          cause: reason.cause, advice: reason.advice, milliseconds: saving?.milliseconds,
          uncertainty: saving?.uncertainty)
      }
      if plates.contains(node) { layer.plate = try images.plate(of: node) }
      if costs.contains(node) { layer.cost = try images.cost(of: node) }
      report.layers.append(layer)
      if let layer = layers[node] {
        report.animations += curves.animations(of: layer, node: node, &printer)
      }
    }
    begin("the animations")
    if !report.animations.isEmpty {
      report.frames = try FrameSeries(document, options: options, renderer: images.renderer)
        .frames(seconds: curves.seconds)
    }
    return report
  }

  // MARK: Layers

  private func row(of node: Int, _ printer: inout LayerPrinter) -> InspectReport.Layer {
    let tree = frame.tree
    let parent = Int(tree.nodes[node].parent)
    var depth = 0
    var above = parent
    while above >= 0 {
      depth += 1
      above = Int(tree.nodes[above].parent)
    }
    let layer = layers[node]
    let texts = layer.map { printer.texts(of: $0, $0.properties) } ?? []
    return InspectReport.Layer(
      node: node, parent: parent, depth: depth, name: tree.name(of: node) ?? "",
      className: layer?.properties.className ?? "CALayer",
      role: parent >= 0 && node < tree.firstSublayer(of: parent) ? "mask" : nil,
      quad: tree.outline(of: node, toPixels: frame.viewport.transform)
        .map { $0.map { ($0 * 100).rounded() / 100 } },
      absence: absence(of: node),
      properties: texts.map {
        InspectReport.Property(
          name: $0.name, value: $0.value, standard: $0.isSet ? $0.standard : nil)
      },
      reasons: [])
  }

  private func absence(of node: Int) -> String? {
    let layer = frame.tree.nodes[node]
    if layer.flags.contains(.isHidden) { return "hidden" }
    if layer.flags.contains(.isAway) { return "not active at this time" }
    return layer.opacity <= 0 ? "opacity 0" : nil
  }

  private func isSeen(_ node: Int) -> Bool {
    var next = node
    while next >= 0 {
      if absence(of: next) != nil { return false }
      next = Int(frame.tree.nodes[next].parent)
    }
    return true
  }

  /// The layers that are drawn alone, and those that are omitted to measure their cost: the first visible ones,
  /// and those that probably cost the most.
  private func chosenNodes(_ causes: PassCauses) -> (plates: Set<Int>, costs: Set<Int>) {
    let tree = frame.tree
    let seen = tree.nodes.indices.prefix(Self.layerLimit).filter { isSeen($0) }
    var areas = [Double](repeating: 0, count: tree.nodes.count)
    for node in seen { areas[node] = area(of: node) }
    let (width, height) = (frame.viewport.width, frame.viewport.height)
    let costs = LayerCosts.dearest(
      LayerImages.costLimit, of: Array(seen.dropFirst()), in: tree, areas: areas,
      passNodes: causes.nodes, frameArea: Double(width * height))
    return (Set(seen.prefix(LayerImages.limit)), Set(costs))
  }

  /// The pixels of the frame in the box around a layer.
  private func area(of node: Int) -> Double {
    let corners = frame.tree.outline(of: node, toPixels: frame.viewport.transform)
    func length(_ axis: Int, _ most: Int) -> Double {
      let places = corners.map { min(max($0[axis], 0), Double(most)) }
      return (places.max() ?? 0) - (places.min() ?? 0)
    }
    return length(0, frame.viewport.width) * length(1, frame.viewport.height)
  }

  // MARK: The plan

  private func targets(_ plan: FramePlan) throws -> [InspectReport.Target] {
    try plan.targets.indices.map { index in
      let target = plan.targets[index]
      let isShown = plan.passes.indices.contains {
        plan.passes[$0].target == index && PlanSteps.shows(pass: $0, of: plan)
      }
      let overdraw = isShown ? Overdraw(plan, target: index) : nil
      return InspectReport.Target(
        width: target.width, height: target.height, format: "\(target.format)",
        heat: try overdraw.map { try .init($0.image) }, most: overdraw?.most ?? 0,
        mean: overdraw?.mean ?? 0)
    }
  }

  private func passes(
    _ plan: FramePlan, _ causes: PassCauses, _ steps: PlanSteps
  ) -> [InspectReport.Pass] {
    plan.passes.indices.filter { PlanSteps.shows(pass: $0, of: plan) }.map { index in
      let pass = plan.passes[index]
      let node = causes.nodes[index]
      let name = frame.tree.name(of: node).map { "\"\($0)\"" } ?? "layer \(node)"
      return InspectReport.Pass(
        number: index, target: pass.target, node: node,
        title: pass.target == 0 ? "frame" : name, cause: causes.text(ofPass: index),
        origin: [Int(pass.origin.x), Int(pass.origin.y)],
        instances: plan.draws[pass.draws].reduce(0) { $0 + $1.instances.count },
        firstStep: steps.firstSteps[index])
    }
  }

  private func notes(_ steps: PlanSteps) -> [String] {
    var notes: [String] = []
    if steps.instancesPerStep > 1 {
      notes.append(
        "A step is \(steps.instancesPerStep) instances, because there are too many to show each.")
    }
    let passes = frame.plan.passes.count
    if passes > PlanSteps.passLimit + 1 {
      notes.append(
        "The first \(PlanSteps.passLimit) of \(passes) passes and the last one are shown.")
    }
    let layers = frame.tree.nodes.count
    if layers > LayerImages.limit {
      notes.append("The first \(LayerImages.limit) visible layers are drawn alone.")
    }
    if layers > LayerImages.costLimit + 1 {
      notes.append(
        "The cost is measured for the \(LayerImages.costLimit) layers with the most passes and pixels."
      )
    }
    if layers > Self.layerLimit {
      notes.append("The first \(Self.layerLimit) of \(layers) layers are listed.")
    }
    return notes
  }
}
