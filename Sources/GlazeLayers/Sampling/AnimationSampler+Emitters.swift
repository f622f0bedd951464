import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeTree

// The past of emitters: a particle that is alive was born under what was shown then.

extension AnimationSampler {
  /// The most samples of a past; more time than they cover makes their steps twice as long, and so on.
  private static let sampleLimit = 1024

  /// How what decides over births was animated until a time; nil when it is not animated.
  ///
  /// Rates and places are those of the moment of a particle's birth, so far as the animations tell that
  /// the layer has now; everything else acts on all particles at once. Glaze's own choice.
  ///
  /// - Parameters:
  ///   - node: Of the emitter.
  ///   - time: Of the layer.
  func emitterHistory(of node: Int32, until time: Double) -> EmitterHistory? {
    guard let entry = entries.first(where: { $0.node == node && !$0.slow.isEmpty }),
      let animations = entry.animations,
      animations.tracks.contains(where: { $0.decidesOverBirths }),
      let base = slow[entry.slow.lowerBound].values.kindValues.emitter
    else { return nil }
    let begin = animations.spans.map(\.begin).min() ?? 0
    let start = begin.isFinite ? begin : 0
    let end = min(time, animations.spans.map(\.end).max() ?? time)
    guard end > start else { return nil }
    var step = 1.0 / 60
    while (end - start) / step > Double(Self.sampleLimit) { step *= 2 }
    let count = Int(clamping: ((end - start) / step).rounded(.up)) + 2
    let samples = (0..<count).map { index in
      var shown = KindValues.emitter(base)
      // One more than the end, where what follows the animations shows.
      for (target, value) in animations.values(at: start + Double(index) * step) {
        shown.show(value, of: target)
      }
      return EmitterHistory.Sample(shown.emitter ?? base)
    }
    return EmitterHistory(start: start, step: step, samples: samples)
  }
}

extension KindValues {
  fileprivate mutating func show(_ value: PropertyValue, of target: AnimationTarget) {
    switch target {
    case .property(let property):
      guard case .emitter(var values) = self, let value = value.converted(to: property.kind),
        values.set(value, property.name)
      else { return }
      self = .emitter(values)
    case .inside(_, let name, let path, _): _ = set(value, path, ofCell: name)
    case .custom: return
    }
  }
}

extension AnimationTrack {
  fileprivate var decidesOverBirths: Bool {
    switch target {
    case .property(let property):
      ["birthRate", "emitterPosition", "emitterZPosition", "emitterSize", "emitterDepth"]
        .contains(property.name)
    case .inside(let property, _, let path, _):
      property.name == "emitterCells" && path == "birthRate"
    case .custom: false
    }
  }
}

extension EmitterHistory.Sample {
  fileprivate init(_ emitter: LayerEmitter) {
    self.init(
      birthRate: emitter.birthRate,
      cellBirthRates: emitter.cells.prefix(emitter.ownCells).map(\.birthRate),
      position: emitter.position, size: emitter.size)
  }
}
