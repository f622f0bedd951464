import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// Makes the layers of texts: the outlines of their glyphs, which are the document's own or those
/// of an installed font.
struct TextBuilder {
  let animator: Animator
  let timeline: Timeline
  let reader: PropertyReader
  let source: TextSource
  let budget: Budget

  /// Returns the layer of a text; nil for one that draws nothing.
  func layer(_ node: LottieNode) -> CALayer? {
    guard let t = node["t"], let documents = documents(t, named: node["nm"]?.text),
      !documents.isEmpty
    else { return nil }
    let animators = TextAnimators(t, reader)
    let path = TextPath(t["p"], masks: node.elements("masksProperties"), reader)
    func layer(_ text: LottieText) -> CALayer? {
      let lines = TextLines(text: text, source: source)
      return self.layer(text, TextPlaces(lines, t, animators, path, reader, node))
    }
    guard documents.count > 1 else { return layer(documents[0].1) }
    // Each text is shown from its keyframe to the next one's.
    let holder = TransformChain.holder()
    for (index, (frame, text)) in documents.enumerated() {
      let begin = index == 0 ? -Limits.number : frame
      let end = index + 1 < documents.count ? documents[index + 1].0 : Limits.number
      guard begin < end, let visibility = Visibility(begin..<end, timeline, animator),
        let layer = layer(text)
      else { continue }
      visibility.set(on: layer)
      holder.addSublayer(layer)
    }
    return holder
  }

  private func documents(_ t: LottieNode, named name: String?) -> [(Double, LottieText)]? {
    guard let given = t["d"] else { return nil }
    let slot = given["sid"]?.text
    let node = reader.resolved(given)
    let replacement =
      (name.flatMap { source.replacements[$0] } ?? slot.flatMap { source.replacements[$0] })
    var result: [(Double, LottieText)]
    if let keys = node["k"] ?? given["k"] {
      result = keys.elements.compactMap { key in
        key["s"].map { (key.number("t", 0), LottieText($0)) }
      }
    } else {
      // Documents before version 4.4.14 have no keyframes of texts.
      result = given["t"]?.text == nil ? [] : [(0, LottieText(given))]
    }
    if let replacement {
      for index in result.indices { result[index].1.text = replacement }
    }
    return result
  }

  private func layer(_ text: LottieText, _ places: TextPlaces) -> CALayer? {
    guard !places.glyphs.isEmpty else { return nil }
    let holder = TransformChain.holder()
    let frames = places.frames
    if frames.isEmpty, !places.animators.hasStyles {
      let contours = places.glyphs.indices.flatMap { index in
        places.glyphs[index].outline.transformed(by: places.matrix(of: index, at: 0)).contours
      }
      for layer in styled(text, ContourList(contours)) { holder.addSublayer(layer) }
      return holder
    }
    for index in places.glyphs.indices {
      guard budget.takeLayer() else { break }
      if let layer = layer(text, places, index, frames) { holder.addSublayer(layer) }
    }
    return holder
  }

  /// Returns the layer of a character that moves or has a style by itself.
  private func layer(
    _ text: LottieText, _ places: TextPlaces, _ index: Int, _ frames: [Double]
  ) -> CALayer? {
    let layers = styled(text, places.glyphs[index].outline, (places, index))
    guard !layers.isEmpty else { return nil }
    let own = TransformChain.holder()
    for layer in layers { own.addSublayer(layer) }
    set("transform", own, frames, Animator.Tolerance.points) {
      PlaneMatrix(t: places.matrix(of: index, at: $0))
    } _: {
      CATransform3DMakeAffineTransform($0.t)
    }
    if let frames = places.animators.opacityFrames {
      set("opacity", own, frames, Animator.Tolerance.colors) {
        places.opacity(of: index, at: $0)
      } _: {
        $0
      }
    }
    return own
  }

  /// Sets a property to a function of frames, which stands still if no frames change it.
  private func set<Value: Blendable>(
    _ keyPath: String, _ layer: CALayer, _ frames: [Double], _ tolerance: Double,
    _ value: (Double) -> Value, _ convert: (Value) -> Any
  ) {
    guard !frames.isEmpty else {
      layer.setValue(convert(value(0)), forKeyPath: keyPath)
      return
    }
    animator.sample(
      keyPath, of: layer, on: timeline, frames: frames, tolerance: tolerance, value, convert)
  }

  /// Returns the fill and the stroke of contours.
  ///
  /// - Parameter one: the character that they are, if it has a style by itself.
  private func styled(
    _ text: LottieText, _ contours: ContourList, _ one: (places: TextPlaces, index: Int)? = nil
  ) -> [CALayer] {
    guard !contours.contours.isEmpty else { return [] }
    let path = contours.path()
    var layers: [CALayer] = []
    if let color = text.color {
      let fill = CAShapeLayer()
      fill.anchorPoint = .zero
      fill.path = path
      fill.fillColor = color.cgColor
      if let one { paint(fill, "fillColor", .fill, color, one.places, one.index) }
      layers.append(fill)
    }
    let widths = one?.places.animators.strokeWidthFrames
    let colors = one?.places.animators.frames(of: .stroke)
    if text.strokeColor != nil || colors != nil, text.strokeWidth > 0 || widths != nil {
      let color = text.strokeColor ?? RGBA(0, 0, 0, 1)
      let stroke = CAShapeLayer()
      stroke.anchorPoint = .zero
      stroke.path = path
      stroke.fillColor = nil
      stroke.strokeColor = color.cgColor
      stroke.lineWidth = text.strokeWidth
      stroke.lineJoin = .round
      if let one {
        paint(stroke, "strokeColor", .stroke, color, one.places, one.index)
        if let widths {
          set("lineWidth", stroke, widths, Animator.Tolerance.points) {
            max(one.places.strokeWidth(text.strokeWidth, of: one.index, at: $0), 0)
          } _: {
            $0
          }
        }
      }
      layers.insert(stroke, at: text.isStrokeAbove ? layers.count : 0)
    }
    return layers
  }

  private func paint(
    _ layer: CALayer, _ keyPath: String, _ part: TextAnimators.Part, _ own: RGBA,
    _ places: TextPlaces, _ index: Int
  ) {
    guard let frames = places.animators.frames(of: part) else { return }
    set(keyPath, layer, frames, Animator.Tolerance.colors) {
      places.color(part, own, of: index, at: $0)
    } _: {
      $0.cgColor
    }
  }
}
