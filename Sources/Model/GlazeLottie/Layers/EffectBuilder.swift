import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// Gives layers the effects of Lottie layers, as filters and shadows.
struct EffectBuilder {
  let animator: Animator
  let timeline: Timeline
  let reader: PropertyReader
  /// The area of the composition.
  let area: CGRect
  /// Whether only the layer's alpha matters, as in mattes.
  var isAlphaOnly = false

  /// Lottie's numbers of effects.
  private enum Kind: Int {
    case slider = 0, angle, color, point, checkbox, group, noValue, dropDown, custom, layer
    case tint = 20, fill, stroke, tritone, levels, dropShadow, radialWipe, displacement, matte3
    case gaussianBlur = 29
    case twirl, mesh, wavy, spherize, puppet, transform
  }

  /// Returns a layer for the effects of a layer without content; nil if they draw nothing.
  func canvas(for layer: LottieLayer) throws(DocumentError) -> CALayer? {
    switch layer.kind {
    case .null, .camera, .audio, .other: return nil
    case .composition, .solid, .image, .shape, .text: break
    }
    if effects(of: layer.node).contains(where: { $0.integer("ty", -1) == Kind.stroke.rawValue }) {
      return TransformChain.holder()
    }
    _ = try apply(layer.node, to: TransformChain.holder()) { () throws(DocumentError) in nil }
    return nil
  }

  /// Returns the layer with its effects: itself, or one around it.
  ///
  /// - Parameter again: returns the content once more.
  func apply(
    _ layer: LottieNode, to content: CALayer, again: () throws(DocumentError) -> CALayer?
  ) throws(DocumentError) -> CALayer {
    try apply(effects(of: layer)[...], of: layer, to: content, again)
  }

  /// The effects of a layer that are not switched off.
  private func effects(of layer: LottieNode) -> [LottieNode] {
    layer.elements("ef").filter { $0["en"]?.isTrue ?? true }
  }

  private func apply(
    _ effects: ArraySlice<LottieNode>, of layer: LottieNode, to content: CALayer,
    _ again: () throws(DocumentError) -> CALayer?
  ) throws(DocumentError) -> CALayer {
    var result = content
    for (index, effect) in zip(effects.indices, effects) {
      guard let kind = Kind(rawValue: effect.integer("ty", -1)) else {
        report(effect)
        continue
      }
      switch kind {
      // Values for expressions, which are not run.
      case .slider, .angle, .color, .point, .checkbox, .noValue, .dropDown, .custom, .layer: break
      case .group: if isVisible(effect) { report(effect) }
      case .fill: result = filtered(result, fill(effect))
      case .tint: result = filtered(result, tint(effect))
      case .tritone:
        result = try tritone(result, effect) { () throws(DocumentError) in
          guard reader.budget.takeLayer(), let content = try again() else { return nil }
          return try apply(effects[..<index], of: layer, to: content, again)
        }
      case .dropShadow: result = shadowed(result, effect)
      case .gaussianBlur: result = blurred(result, effect)
      case .stroke: result = stroked(result, effect, along: layer.elements("masksProperties"))
      case .transform: result = transformed(result, effect)
      default: report(effect)
      }
    }
    return result
  }

  func report(_ effect: LottieNode) {
    let name = effect["nm"]?.text ?? "type \(effect.integer("ty", -1))"
    reader.report.unsupported(.effect(name), at: effect)
  }

  /// Whether an effect without a number of its own, whose name is that of After Effects, changes the
  /// image: others only have values for expressions.
  private func isVisible(_ effect: LottieNode) -> Bool {
    guard let name = effect["mn"]?.text, !name.hasSuffix(" Control"), !name.hasPrefix("ADBE CM ")
    else { return false }
    return name.hasPrefix("ADBE ") || name.hasPrefix("CC ")
  }

  /// The property of an effect, by its position.
  func value(_ effect: LottieNode, _ index: Int) -> LottieNode? {
    let list = effect.elements("ef")
    return list.indices.contains(index) ? list[index]["v"] : nil
  }

  func number(_ effect: LottieNode, _ index: Int, _ standard: Double) -> Track<Double> {
    reader.track(value(effect, index), standard)
  }

  func color(_ effect: LottieNode, _ index: Int, _ standard: RGBA) -> Track<RGBA> {
    reader.track(value(effect, index), standard)
  }

  /// Returns a layer around another one, because filters are applied before a mask.
  func around(_ layer: CALayer) -> CALayer {
    let holder = TransformChain.holder()
    holder.addSublayer(layer)
    return holder
  }

  // MARK: Colors

  /// A matrix of colors, and the frames at which it changes its motion.
  private struct Colors {
    var timings: [Timing]
    var keepsAlpha = true
    var matrix: (Double) -> NumberList
  }

  private func filtered(_ layer: CALayer, _ colors: Colors) -> CALayer {
    if isAlphaOnly, colors.keepsAlpha { return layer }
    // A filter draws its layer into an image, which a layer of one color does not need.
    if colors.timings.isEmpty, layer.isPlainBox, let color = layer.backgroundColor {
      layer.backgroundColor = colors.matrix(0).mapped(color)
      return layer
    }
    let result = around(layer)
    let filter = CAFilter(type: "colorMatrix")
    filter.name = "colors"
    func boxed(_ list: NumberList) -> Any {
      CAColorMatrix(rowMajor: list.numbers.map { Float($0) }) ?? CAColorMatrix.identity
    }
    filter.setValue(boxed(colors.matrix(timeline.frame(at: 0))), forKey: "inputColorMatrix")
    result.filters = [filter]
    if !colors.timings.isEmpty {
      let motion = Motion(
        of: colors.timings, tolerance: Animator.Tolerance.colors / 2, colors.matrix)
      animator.set(
        "filters.colors.inputColorMatrix", of: result, to: motion, on: timeline,
        tolerance: Animator.Tolerance.colors, boxed)
    }
    return result
  }

  /// Replaces all colors by one.
  private func fill(_ effect: LottieNode) -> Colors {
    let color = color(effect, 2, RGBA(1, 0, 0, 1))
    let opacity = number(effect, 6, 1)
    return Colors(
      timings: [color.timing, opacity.timing].compactMap(\.self),
      keepsAlpha: !opacity.isAnimated && opacity.first >= 1
    ) { frame in
      let c = color.value(at: frame)
      return NumberList(
        numbers: [
          0, 0, 0, 0, c.x, 0, 0, 0, 0, c.y, 0, 0, 0, 0, c.z, 0, 0, 0,
          min(max(opacity.value(at: frame), 0), 1), 0,
        ])
    }
  }

  private static let luminance = RGBA(0.2126, 0.7152, 0.0722, 0)

  /// Maps black and white to two colors.
  private func tint(_ effect: LottieNode) -> Colors {
    let (black, white) = (color(effect, 0, RGBA(0, 0, 0, 1)), color(effect, 1, RGBA(1, 1, 1, 1)))
    let amount = number(effect, 2, 100)
    let timings = [black.timing, white.timing, amount.timing].compactMap(\.self)
    return Colors(timings: timings) { frame in
      Self.matrix(
        from: black.value(at: frame), to: white.value(at: frame),
        amount: min(max(amount.value(at: frame) / 100, 0), 1))
    }
  }

  /// Maps black, gray and white to three colors.
  ///
  /// A matrix has only a line between two colors. The layer is drawn three times: in the dark color,
  /// in the middle one as opaque as it is bright up to gray, and in the bright one as opaque as it is
  /// brighter than gray.
  private func tritone(
    _ layer: CALayer, _ effect: LottieNode, copy: () throws(DocumentError) -> CALayer?
  ) throws(DocumentError) -> CALayer {
    guard !isAlphaOnly else { return layer }
    let blend = number(effect, 3, 0)
    if blend.keys.contains(where: { $0.value != 0 }) {
      reader.report.unsupported(.tritoneBlend, at: effect)
    }
    let middle = color(effect, 1, RGBA(0.5, 0.5, 0.5, 1))
    let bright = color(effect, 0, RGBA(1, 1, 1, 1))
    let result = around(filtered(layer, flat(color(effect, 2, RGBA(0, 0, 0, 1)))))
    for (color, start) in [(middle, 0.0), (bright, 0.5)] {
      guard let part = try copy() else { break }
      let shade = around(filtered(part, flat(color, over: start)))
      shade.compositingFilter = "sourceAtop"
      result.addSublayer(shade)
    }
    return result
  }

  /// Replaces all colors by one.
  ///
  /// - Parameter start: the luminance at which it begins to be opaque, which it is 0.5 above; nil
  ///   for the alpha of the layer.
  private func flat(_ color: Track<RGBA>, over start: Double? = nil) -> Colors {
    Colors(timings: [color.timing].compactMap(\.self), keepsAlpha: start == nil) { frame in
      let c = color.value(at: frame)
      let alpha = start.map { start in
        let weights = Self.luminance * 2
        return [weights.x, weights.y, weights.z, 0, -2 * start]
      }
      return NumberList(
        numbers: [0, 0, 0, 0, c.x, 0, 0, 0, 0, c.y, 0, 0, 0, 0, c.z] + (alpha ?? [0, 0, 0, 1, 0]))
    }
  }

  private static func matrix(from a: RGBA, to b: RGBA, amount: Double) -> NumberList {
    var numbers: [Double] = []
    for lane in 0..<3 {
      var row = luminance * (b[lane] - a[lane]) * amount
      row[lane] += 1 - amount
      numbers += [row.x, row.y, row.z, 0, a[lane] * amount]
    }
    return NumberList(numbers: numbers + [0, 0, 0, 1, 0])
  }

  // MARK: Blurs

  private func blurred(_ layer: CALayer, _ effect: LottieNode) -> CALayer {
    let result = around(layer)
    let amount = number(effect, 0, 0)
    let dimensions = number(effect, 1, 1)
    if dimensions.first > 1 { reader.report.unsupported(.blurOfOneDimension, at: effect) }
    // Half of After Effects' blurriness is about a deviation's 0.3.
    LayerBlur.set(amount.map { $0 * 0.3 }, of: result, animator, timeline)
    return result
  }

  private func shadowed(_ layer: CALayer, _ effect: LottieNode) -> CALayer {
    let distance = number(effect, 3, 0)
    let angle = number(effect, 2, 0).map { $0 * .pi / 180 }
    // Angles are clockwise from the top.
    return shadowed(
      layer, color: color(effect, 0, RGBA(0, 0, 0, 1)),
      opacity: number(effect, 1, 255).map { $0 / 255 },
      // A fifth of the softness and half of a style's size are about the deviation.
      radius: number(effect, 4, 0).map { $0 / 5 },
      [angle, distance]
    ) { frame in
      let turn = angle.value(at: frame)
      return Vector(sin(turn), -cos(turn), 0) * distance.value(at: frame)
    }
  }

  /// Gives a layer the shadow of a layer style.
  func styled(_ layer: CALayer, _ node: LottieNode) -> CALayer {
    var result = layer
    for style in node.elements("sy") where !style.isTrue("hd") {
      guard style.integer("ty", -1) == 1 else {
        let name = style["nm"]?.text ?? "type \(style.integer("ty", -1))"
        reader.report.unsupported(.effect(name), at: style)
        continue
      }
      let distance: Track<Double> = reader.track(style["d"], 0.0)
      let angle = reader.track(style["a"], 120.0).map { $0 * .pi / 180 }
      // The angle is that of the light, counterclockwise from the right.
      result = shadowed(
        result, color: reader.track(style["c"], RGBA(0, 0, 0, 1)),
        opacity: reader.track(style["o"], 75.0).map { $0 / 100 },
        radius: reader.track(style["s"], 0.0).map { $0 / 2 }, [angle, distance]
      ) { frame in
        let turn = angle.value(at: frame)
        return Vector(-cos(turn), sin(turn), 0) * distance.value(at: frame)
      }
    }
    return result
  }

  private func shadowed(
    _ layer: CALayer, color: Track<RGBA>, opacity: Track<Double>, radius: Track<Double>,
    _ tracks: [Track<Double>], _ offset: @escaping (Double) -> Vector
  ) -> CALayer {
    let result = around(layer)
    let colors = Animator.Tolerance.colors
    let points = Animator.Tolerance.points
    animator.set("shadowColor", of: result, to: color, on: timeline, tolerance: colors) {
      $0.cgColor
    }
    animator.set("shadowOpacity", of: result, to: opacity, on: timeline, tolerance: colors) {
      min(max($0, 0), 1)
    }
    animator.set("shadowRadius", of: result, to: radius, on: timeline, tolerance: points) {
      max($0, 0)
    }
    let motion = Motion<Vector>(
      of: tracks.compactMap(\.timing), tolerance: points / 2, offset)
    animator.set("shadowOffset", of: result, to: motion, on: timeline, tolerance: points) {
      CGSize(width: $0.x, height: $0.y)
    }
    return result
  }
}

extension CALayer {
  /// Whether the layer shows nothing but its background.
  fileprivate var isPlainBox: Bool {
    sublayers == nil && contents == nil && filters == nil && type(of: self) == CALayer.self
  }
}

extension NumberList {
  /// Returns a color as a matrix of colors maps it, whose numbers these are by row.
  fileprivate func mapped(_ color: CGColor) -> CGColor {
    let old = (color.components ?? []).map(\.native) + [1]
    guard old.count == 5, numbers.count == 20 else { return color }
    let new = (0..<4).map { row in
      zip(numbers[5 * row..<5 * row + 5], old).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return RGBA(new[0], new[1], new[2], new[3]).clamped(lowerBound: .zero, upperBound: .one).cgColor
  }
}
