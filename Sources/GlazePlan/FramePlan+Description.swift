import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

extension FramePlan: CustomStringConvertible {
  /// The plan as indented text: a line a pass, a draw and an instance.
  package var description: String { text { _ in nil } }

  /// The plan as text, with the names of layers.
  ///
  /// - Parameter name: Of a node of the tree; nil when it has none.
  package func text(name: (Int) -> String?) -> String {
    var lines: [String] = []
    for underlay in underlays {
      lines.append("underlay:")
      lines += underlay.text(name: name).split(separator: "\n").map { "  \($0)" }
    }
    if let damage {
      let windows = damage.map { "\($0.x),\($0.y) \($0.width)x\($0.height)" }
      lines.append("damage " + (windows.isEmpty ? "none" : windows.joined(separator: ", ")))
    }
    for (index, pass) in passes.enumerated() {
      let target = targets[pass.target]
      var line = "pass \(index) -> target \(pass.target) \(target.width)x\(target.height)"
      if pass.target != 0 {
        let label = name(Int(pass.node)).map { " \"\($0)\"" } ?? ""
        line += " at \(pass.origin.x),\(pass.origin.y) for node \(pass.node)\(label)"
      }
      lines.append(line + (pass.clearColor.map { " clear \(Self.color($0))" } ?? " go on"))
      for draw in draws[pass.draws] { append(draw, to: &lines) }
    }
    return lines.joined(separator: "\n")
  }

  private func append(_ draw: Draw, to lines: inout [String]) {
    let clips = draw.clipCount == 0 ? "" : " clips \(draw.clipCount)"
    switch draw.kind {
    case .rectangle:
      lines.append("  rectangle x\(draw.instances.count)")
      for index in draw.instances {
        let edges = rectangles[index].edges
        let corners = [edges.lowHalf, edges.highHalf].map {
          "\(Self.number($0.x)),\(Self.number($0.y))"
        }
        lines.append("    \(corners[0]) \(corners[1]) \(Self.color(rectangles[index].color))")
      }
    case .box:
      lines.append("  box x\(draw.instances.count)\(clips)")
      for index in draw.instances { lines.append("    " + line(boxes[index])) }
    case .image(let texture):
      lines.append("  image x\(draw.instances.count)\(clips) \(name(ofTexture: texture))")
      for index in draw.instances { lines.append("    " + line(images[index])) }
    case .maskedImage(let texture, let mask):
      let masks = mask.map { "mask \(name(ofTexture: $0))" } ?? "gradient masks"
      lines.append(
        "  masked image x\(draw.instances.count)\(clips) \(name(ofTexture: texture)) \(masks)")
      for index in draw.instances { lines.append("    " + line(maskedImages[index])) }
    case .particle(let textures):
      let list = (0..<4).filter { textures[$0] >= 0 }.map { "\(textures[$0])" }
      let mode = draw.blendMode == .sourceOver ? "" : " \(draw.blendMode)"
      lines.append(
        "  particle x\(draw.instances.count)\(clips)\(mode) texture \(list.joined(separator: ","))")
      for index in draw.instances.prefix(8) { lines.append("    " + line(particles[index])) }
      if draw.instances.count > 8 { lines.append("    and \(draw.instances.count - 8) more") }
    case .picture(let target):
      lines.append("  picture target \(target)\(clips)")
      for index in draw.instances { lines.append("    " + line(images[index])) }
    case .composite(let target, let mask):
      let mode = draw.blendMode == .sourceOver ? "" : " \(draw.blendMode)"
      lines.append("  composite target \(target)\(mask.map { " mask \($0)" } ?? "")\(mode)\(clips)")
      for index in draw.instances {
        let instance = composites[index]
        lines.append(
          "    \(Self.quad(instance.quad01, instance.quad23)) opacity "
            + "\(Self.number(instance.source.z))")
      }
    case .colorMatrix(let target):
      lines.append("  color matrix target \(target)\(clips)")
      for index in draw.instances { lines.append("    " + line(colorMatrices[index])) }
    case .blur(let target):
      for index in draw.instances {
        let blur = blurs[index]
        lines.append(
          "  blur target \(target) \(blur.source.z > 0 ? "across" : "down") sigma "
            + Self.number(blur.params.x))
      }
    case .shadow:
      lines.append("  shadow x\(draw.instances.count)\(clips)")
      for index in draw.instances {
        let shadow = shadows[index]
        lines.append(
          "    \(Self.quad(shadow.quad01, shadow.quad23)) \(Self.shape(shadow.shape)) sigma "
            + "\(Self.number(shadow.params.x)) \(Self.color(shadow.color))")
      }
    case .coverage(let mask):
      let size = "\(masks[mask].width)x\(masks[mask].height)"
      lines.append("  coverage x\(draw.instances.count)\(clips) mask \(mask) \(size)")
      for index in draw.instances {
        let coverage = coverages[index]
        lines.append(
          "    \(Self.quad(coverage.quad01, coverage.quad23)) \(Self.color(coverage.color))")
      }
    case .gradient:
      lines.append("  gradient x\(draw.instances.count)\(clips)")
      for index in draw.instances {
        let gradient = gradients[index]
        let kinds = ["axial", "radial", "conic"]
        lines.append(
          "    \(Self.quad(gradient.quad01, gradient.quad23)) \(Self.shape(gradient.shape)) "
            + "\(kinds[Int(gradient.stops.z)]) \(Int(gradient.stops.y)) stops")
      }
    }
  }

  private func name(ofTexture index: Int) -> String {
    let texture = textures[index]
    return "texture \(index) \(texture.image.width)x\(texture.image.height) "
      + "\(texture.minification)/\(texture.magnification)"
      + (texture.level > 0 ? " level \(texture.level)" : "")
  }

  private func line(_ image: MaskedImageInstance) -> String {
    let kinds = ["image", "axial", "radial", "conic"]
    return "\(Self.quad(image.quad01, image.quad23)) \(Self.shape(image.shape)) mask "
      + kinds[Int(image.params.x)] + (image.texture.w > 0 ? " of the same shape" : "")
      + (image.color.w == 1 ? "" : " opacity \(Self.number(image.color.w))")
  }

  private func line(_ matrix: ColorMatrixInstance) -> String {
    let rows = [matrix.red, matrix.green, matrix.blue, matrix.alpha, matrix.bias]
    return Self.quad(matrix.quad01, matrix.quad23) + " "
      + rows.map(Self.color).joined(separator: " ")
  }

  private func line(_ box: BoxInstance) -> String {
    var text = "\(Self.quad(box.quad01, box.quad23)) \(Self.shape(box.shape))"
    if box.fill != .zero { text += " fill \(Self.color(box.fill))" }
    if box.params.x > 0 {
      text += " border \(Self.number(box.params.x)) \(Self.color(box.border))"
    }
    if box.params.w != 1 { text += " opacity \(Self.number(box.params.w))" }
    return text
  }

  private func line(_ particle: ParticleInstance) -> String {
    let values = [
      particle.center.x, particle.center.y, particle.axes.x, particle.axes.y, particle.axes.z,
      particle.axes.w,
    ].map(Self.number)
    return "\(values[0]),\(values[1]) axes \(values[2]),\(values[3]) \(values[4]),\(values[5]) "
      + Self.color(particle.color)
  }

  private func line(_ image: ImageInstance) -> String {
    let m = image.mapping
    return "\(Self.quad(image.quad01, image.quad23)) \(Self.shape(image.shape)) map "
      + [m.x, m.y, m.z, m.w].map(Self.number).joined(separator: ",")
      + (image.color.w == 1 ? "" : " opacity \(Self.number(image.color.w))")
  }

  private static func shape(_ box: RoundedBox) -> String {
    var text = "\(number(box.extent.x * 2))x\(number(box.extent.y * 2))"
    if box.corners != .zero {
      text +=
        " corners "
        + (0..<4).map { number(box.corners[$0]) }.joined(separator: ",")
      if box.rowW.w != 2 { text += " exponent \(number(box.rowW.w))" }
    }
    if box.extent.z != 15 { text += " soft \(Int(box.extent.z))" }
    return text
  }

  private static func quad(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> String {
    let isUpright = a.x == b.z && a.y == a.w && a.z == b.x && b.y == b.w
    let points =
      isUpright
      ? [(a.x, a.y), (b.x, b.y)] : [(a.x, a.y), (a.z, a.w), (b.x, b.y), (b.z, b.w)]
    return points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
  }

  private static func color(_ c: SIMD4<Float>) -> String {
    "(" + (0..<4).map { number(c[$0]) }.joined(separator: " ") + ")"
  }

  /// Two digits at most, without trailing zeros.
  private static func number(_ value: Float) -> String {
    let rounded = (value * 100).rounded() / 100
    guard rounded.isFinite, abs(rounded) < 1e6 else { return "\(value)" }
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
