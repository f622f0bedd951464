import GlazeScene

/// Reports what is not drawn, once for each layer and kind.
final class LottieReport {
  private let log: DiagnosticLog
  /// The name of the layer that is being read.
  var layer = ""

  init(log: DiagnosticLog) { self.log = log }

  func unsupported(_ feature: LottieFeature, at node: LottieNode) {
    log.warn(.lottieFeature(feature, layer: layer), at: node.location)
  }

  func warn(_ problem: Problem, at node: LottieNode) {
    log.warn(problem, at: node.location)
  }
}
