import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// Makes the layer that masks another one by the masks of a Lottie layer.
struct MaskBuilder {
  let animator: Animator
  let timeline: Timeline
  let reader: PropertyReader
  /// An area that covers everything that the masked layer can show.
  let area: CGRect

  private struct Mask {
    var motion: Motion<ContourList>
    var mode: String
    var isInverted: Bool
    var opacity: Track<Double>
    var feather: Track<Vector>
  }

  /// Returns the layer; nil when there is no effective mask.
  func mask(_ nodes: [LottieNode]) -> CALayer? {
    let masks = nodes.compactMap(read)
    guard !masks.isEmpty else { return nil }
    var current: CALayer?
    for mask in masks {
      switch mask.mode {
      case "s": current = composed(current ?? full(), mask, "destinationOut")
      case "i", "d": current = masked(current ?? full(), by: layer(mask))
      case "f": current = current.map { composed($0, mask, "xor") } ?? layer(mask)
      default: current = current.map { holder([$0, layer(mask)]) } ?? layer(mask)
      }
    }
    // A mask must not have a mask of its own.
    return current.map { $0.mask == nil ? $0 : holder([$0]) }
  }

  private func read(_ node: LottieNode) -> Mask? {
    let mode = node["mode"]?.text ?? "a"
    guard mode != "n", let track: Track<ContourList> = reader.track(node["pt"]) else { return nil }
    if !["a", "s", "i", "l", "d", "f"].contains(mode) {
      reader.report.unsupported(.maskMode(mode), at: node)
    }
    var motion = Motion(track.map(\.closed))
    let expansion = reader.track(node["x"], 0.0)
    if expansion.isAnimated || expansion.first != 0 {
      motion = motion.changed(
        with: [expansion.timing].compactMap(\.self), tolerance: Animator.Tolerance.points,
        reader.budget, weight: Offsetting.weight
      ) {
        Offsetting.offset($0, expansion.value(at: $1), join: 2, miterLimit: 4, reader.budget)
      }
    }
    let feather = reader.track(node["f"], Vector.zero)
    if feather.keys.contains(where: { $0.value.x != $0.value.y }) {
      reader.report.unsupported(.featherOfTwoDimensions, at: node)
    }
    return Mask(
      motion: motion, mode: mode, isInverted: node.isTrue("inv"),
      opacity: reader.track(node["o"], 100.0).map { min(max($0 / 100, 0), 1) }, feather: feather)
  }

  private func holder(_ layers: [CALayer]) -> CALayer {
    let holder = TransformChain.holder()
    for layer in layers { holder.addSublayer(layer) }
    return holder
  }

  private func full() -> CALayer {
    let layer = TransformChain.holder()
    layer.bounds = area
    layer.position = area.origin
    layer.backgroundColor = .black
    return layer
  }

  private func masked(_ layer: CALayer, by mask: CALayer) -> CALayer {
    let holder = holder([layer])
    holder.mask = mask
    return holder
  }

  private func composed(_ current: CALayer, _ mask: Mask, _ filter: String) -> CALayer {
    let inner = layer(mask)
    inner.compositingFilter = filter
    return holder([current, inner])
  }

  private func layer(_ mask: Mask) -> CALayer {
    let layer = CAShapeLayer()
    layer.anchorPoint = .zero
    var motion = mask.motion
    if mask.isInverted {
      let frame = Contour(
        [
          (area.minX, area.minY), (area.maxX, area.minY), (area.maxX, area.maxY),
          (area.minX, area.maxY),
        ].map { Contour.Vertex(SIMD2($0.0.native, $0.1.native)) }, isClosed: true)
      motion = motion.changed(
        with: [], tolerance: Animator.Tolerance.points, reader.budget
      ) { contours, _ in
        ContourList([frame] + contours.contours)
      }
      layer.fillRule = .evenOdd
    }
    animator.shape(layer, motion, on: timeline)
    animator.set(
      "opacity", of: layer, to: mask.opacity, on: timeline, tolerance: Animator.Tolerance.colors
    ) { $0 }
    let feather = mask.feather
    guard feather.isAnimated || feather.first.x > 0 || feather.first.y > 0 else { return layer }
    // A feather reaches as far inside as outside: about two deviations.
    LayerBlur.set(
      feather.lane(0).map { $0 / 4 }, of: layer, animator, timeline)
    return layer
  }
}

/// Blurs of layers.
enum LayerBlur {
  /// - Parameter radius: the standard deviation, in points.
  static func set(
    _ radius: Track<Double>, of layer: CALayer, _ animator: Animator, _ timeline: Timeline
  ) {
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "blur"
    blur.setValue(max(radius.first, 0), forKey: "inputRadius")
    layer.filters = (layer.filters ?? []) + [blur]
    guard radius.isAnimated else { return }
    animator.set(
      "filters.blur.inputRadius", of: layer, to: radius, on: timeline,
      tolerance: Animator.Tolerance.points / 2
    ) { max($0, 0) }
  }
}
