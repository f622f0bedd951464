import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

extension FramePlan: CustomStringConvertible {
  /// The plan as indented text, with one line for each pass, draw and instance.
  package var description: String { text { _ in nil } }

  /// The plan as text, with the names of layers.
  ///
  /// - Parameter name: Returns the name of a node of the tree; nil when it has none.
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
      lines.append(line + (pass.clearColor.map { " clear \(PlanText.color($0))" } ?? " go on"))
      for draw in draws[pass.draws] { append(draw, to: &lines) }
    }
    return lines.joined(separator: "\n")
  }

  private func append(_ draw: Draw, to lines: inout [String]) {
    var line = "  " + draw.kind.text(draw, in: self)
    if draw.blendMode != .sourceOver { line += " \(draw.blendMode)" }
    if draw.clipCount > 0 { line += " clips \(draw.clipCount)" }
    lines.append(line)
    let range = draw.instances
    let kind = draw.kind.instance
    let shown = range.prefix(kind.mostTexts)
    lines += kind.texts(shown, in: self).map { "    " + $0 }
    if shown.count < range.count { lines.append("    and \(range.count - shown.count) more") }
  }

  /// A texture with its size and filters.
  fileprivate func text(ofTexture index: Int) -> String {
    let texture = textures[index]
    return "texture \(index) \(texture.image.width)x\(texture.image.height) "
      + "\(texture.minification)/\(texture.magnification)"
      + (texture.level > 0 ? " level \(texture.level)" : "")
  }
}

extension FramePlan.Kind {
  /// Describes what a draw draws, and what it reads.
  fileprivate func text(_ draw: FramePlan.Draw, in plan: FramePlan) -> String {
    let name = instance.name
    let count = "\(name) x\(draw.instances.count)"
    switch reads {
    case .nothing, .shadowTables: return count
    case .textures(let list):
      let textures = (0..<4).filter { list[$0] >= 0 }.map { plan.text(ofTexture: Int(list[$0])) }
      return "\(count) \(textures.joined(separator: " "))"
    case .mask(let mask):
      return "\(count) mask \(mask) \(plan.masks[mask].width)x\(plan.masks[mask].height)"
    case .bitmap(let target): return "bitmap of target \(target)"
    case .surroundings(let target): return "\(name) target \(target)"
    case .target(let target, let mask):
      return "\(name) target \(target)" + (mask.map { " mask \($0)" } ?? "")
    }
  }
}
