import GlazeGeometry
import GlazeLayers

/// The effect Stroke: lines along the masks of a layer.
extension EffectBuilder {
  /// The ways in which the lines and the layer are combined.
  private enum PaintStyle: Int {
    case overLayer = 1, alone, asMask
  }

  /// Returns a layer with lines along its masks, which do not cut these lines.
  func stroked(
    _ layer: CALayer, _ effect: LottieNode, along masks: [LottieNode]
  ) -> CALayer {
    let result = TransformChain.holder()
    let lines = lines(effect, along: masks)
    switch PaintStyle(rawValue: Int(clamping: number(effect, 10, 1).first)) ?? .overLayer {
    case .overLayer:
      result.addSublayer(layer)
      for line in lines { result.addSublayer(line) }
    case .alone:
      for line in lines { result.addSublayer(line) }
    case .asMask:
      result.addSublayer(layer)
      let mask = TransformChain.holder()
      for line in lines { mask.addSublayer(line) }
      result.mask = mask
    }
    return result
  }

  private func lines(_ effect: LottieNode, along masks: [LottieNode]) -> [CALayer] {
    let trim = Trim(
      start: number(effect, 7, 0), end: number(effect, 8, 100),
      isSequential: number(effect, 2, 1).first != 0, reader.budget)
    var chosen = masks
    if number(effect, 1, 0).first == 0 {
      // Masks are counted from 1.
      let index = Int(clamping: number(effect, 0, 1).first - 1)
      chosen = masks.indices.contains(index) ? [masks[index]] : []
    }
    let references = chosen.compactMap { mask -> ShapeReference? in
      guard var track: Track<ContourList> = reader.track(mask["pt"]) else { return nil }
      // Old documents have the flag once for all keyframes.
      if mask.isTrue("cl") { track = track.map(\.closed) }
      return ShapeReference(entry: ShapeEntry(Motion(track).remembered(frames: 1)))
    }
    guard !references.isEmpty else { return [] }
    trim.add(to: references.map(\.entry))
    let painter = ShapePainter(animator: animator, timeline: timeline, budget: reader.budget)
    return painter.layers([.style(style(effect), references)])
  }

  private func style(_ effect: LottieNode) -> ShapeStyle {
    // The size is a radius.
    let width = number(effect, 4, 2).map { max($0, 0) * 2 }
    // The brush leaves prints, which are a line up to about a quarter of its width.
    let spacing = number(effect, 9, 15).first / 100
    let stroke = ShapeStyle.Stroke(
      width: width, cap: .round, join: .round, miterLimit: Track(4),
      dashes: spacing > 0.25 ? Dashes([0, spacing * width.first]) : Dashes())
    return ShapeStyle(
      color: color(effect, 3, RGBA(1, 1, 1, 1)),
      opacity: number(effect, 6, 1).map { min(max($0, 0), 1) }, stroke: stroke)
  }
}
