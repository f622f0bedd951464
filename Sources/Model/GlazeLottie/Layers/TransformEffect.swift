import Foundation
import GlazeGeometry
import GlazeLayers

extension EffectBuilder {
  /// Moves a layer by another transform.
  func transformed(_ layer: CALayer, _ effect: LottieNode) -> CALayer {
    func angle(_ index: Int) -> Track<Double> { number(effect, index, 0).map { $0 * .pi / 180 } }
    let isUniform = number(effect, 2, 0)
    if isUniform.isAnimated { report(effect) }
    let height = number(effect, 3, 100)
    let width = isUniform.first != 0 ? height : number(effect, 4, 100)
    var outer = LottieTransform(nil, reader)
    outer.position = reader.track(value(effect, 1), Vector.zero)
    outer.rotation = angle(7)
    outer.skew = angle(5)
    // The skew follows the rotation, and its axis is that of y.
    let axis = angle(6)
    let turn = outer.rotation.first + .pi / 2
    outer.skewAxis =
      axis.isAnimated
      ? axis.map { $0 + turn } : outer.rotation.map { $0 + axis.first + .pi / 2 }
    outer.scale = width.map { Vector($0 / 100, 1, 1) }
    var inner = LottieTransform(nil, reader)
    inner.scale = height.map { Vector(1, $0 / 100, 1) }
    inner.anchor = reader.track(value(effect, 0), Vector.zero)
    var chain = TransformChain(animator)
    chain.add(outer, on: timeline)
    chain.add(inner, on: timeline)
    let result = around(layer)
    animator.set(
      "opacity", of: result, to: number(effect, 8, 100).map { min(max($0 / 100, 0), 1) },
      on: timeline, tolerance: Animator.Tolerance.colors
    ) { $0 }
    // The transform of the outermost layer is that of the Lottie layer.
    return around(chain.finish(with: result))
  }
}
