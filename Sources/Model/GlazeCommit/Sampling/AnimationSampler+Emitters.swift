import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers
import GlazeTree

// The history of emitters: the state at the time of a particle's birth determines how it is born.

extension AnimationSampler {
  /// The maximum number of samples of a history; a longer history doubles their interval until they
  /// cover it.
  private static let sampleLimit = 1024

  /// Returns the animated state of an emitter's births until a time; nil if they are not animated.
  ///
  /// Rates and positions are those at a particle's birth, as far as the layer's current animations
  /// determine them; everything else affects all particles at once. Glaze's own choice.
  ///
  /// - Parameters:
  ///   - index: The entry of the emitter.
  ///   - time: The time of the layer.
  func emitterHistory(of index: Int, until time: Double) -> EmitterHistory? {
    guard let animations = entries[index].animations,
      case let layer = slow[entries[index].slow.lowerBound].values,
      let base = layer.record.own as? EmitterRecord, !base.cells.isEmpty
    else { return nil }
    let begin = animations.spans.map(\.begin).min() ?? 0
    let start = begin.isFinite ? begin : 0
    let end = min(time, animations.spans.map(\.end).max() ?? time)
    guard end > start else { return nil }
    var step = 1.0 / 60
    while (end - start) / step > Double(Self.sampleLimit) { step *= 2 }
    let count = Int(clamping: ((end - start) / step).rounded(.up)) + 2
    let samples = (0..<count).map { index in
      var shown = layer
      // One sample is added at the end, for the state after the animations.
      for (target, value) in animations.values(at: start + Double(index) * step) {
        shown.show(value, of: target)
      }
      return EmitterHistory.Sample(shown.record.own as? EmitterRecord ?? base)
    }
    return EmitterHistory(start: start, step: step, samples: samples)
  }
}

extension AnimationSampler {
  /// The entries of the emitters whose births are animated, by their nodes.
  var entriesOfBirths: [Int32: Int] {
    var result: [Int32: Int] = [:]
    for index in entries.indices where entries[index].node >= 0 && !entries[index].slow.isEmpty {
      let tracks = entries[index].animations?.tracks ?? []
      if tracks.contains(where: { $0.decidesOverBirths }) { result[entries[index].node] = index }
    }
    return result
  }
}

extension AnimationTrack {
  fileprivate var decidesOverBirths: Bool {
    switch target {
    case .property(let property):
      ["birthRate", "emitterPosition", "emitterZPosition", "emitterSize", "emitterDepth"]
        .contains(property.name)
    case .inside(let property, _, let path, _):
      property.name == "emitterCells" && ["birthRate", "enabled"].contains(path)
    case .custom: false
    }
  }
}

extension EmitterHistory.Sample {
  fileprivate init(_ emitter: EmitterRecord) {
    self.init(
      birthRate: emitter.shownBirthRate,
      cellBirthRates: emitter.cells.prefix(LayerEmitter.cellLimit).map(\.shownBirthRate),
      position: emitter.shownPosition, size: emitter.shownSize)
  }
}
