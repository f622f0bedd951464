import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

extension CommandList: CustomStringConvertible {
  /// The list as indented text: one line for each resource, then one line for each command.
  package var description: String {
    var lines: [String] = []
    for underlay in underlays {
      lines.append("underlay")
      lines += underlay.description.split(separator: "\n").map { "  \($0)" }
    }
    for (number, surface) in surfaces.enumerated() {
      lines.append("surface \(number) \(surface)" + (number == 0 ? " the frame" : ""))
    }
    for (number, program) in programs.enumerated() { lines.append("program \(number) \(program)") }
    lines.append("buffer of \(instanceBytes) bytes of instances")
    for (number, sampler) in samplers.enumerated().dropFirst() {
      lines.append("sampler \(number) \(sampler)")
    }
    lines += commands.map(line)
    for window in readback { lines.append("read \(Self.text(window))") }
    if !released.isEmpty { lines.append("release \(released.count) cached surfaces") }
    return lines.joined(separator: "\n")
  }

  private func line(_ command: Command) -> String {
    switch command {
    case .makeImage(let slot, let texture, let level):
      "make image \(slot) of texture \(texture), " + (level.map { "level \($0)" } ?? "all levels")
    case .deleteImage(let slot): "delete image \(slot)"
    case .makeMaskPage(let slot, let bytes): "make mask page \(slot) of \(bytes) bytes"
    case .deleteMaskPage(let slot): "delete mask page \(slot)"
    case .writeMask(let place, let mask):
      "write mask \(mask) to mask page \(place.page) at \(place.start), \(place.bytes) bytes"
    case .makeShadowTables(let slot, let count): "make shadow tables \(slot), \(count) layers"
    case .deleteShadowTables(let slot): "delete shadow tables \(slot)"
    case .target(let surface, let origin, let window):
      "target surface \(surface)" + (origin == .zero ? "" : " from \(origin.x),\(origin.y)")
        + (window.map { " inside \(Self.text($0))" } ?? "")
    case .clear(let color): "  clear \(Self.text(color))"
    case .draw(let draw): "  draw \(text(draw))"
    case .copy(let from, let to, let window):
      "copy \(Self.text(window)) of surface \(from) to surface \(to)"
    case .flush: "flush"
    case .endPass(let pass): "end of pass \(pass)"
    case .present(let presentation):
      "present " + presentation.windows.map(Self.text).joined(separator: " and ")
        + (presentation.replaces ? " in place of" : " over") + " what the target holds from "
        + "\(presentation.origin.x),\(presentation.origin.y), "
        + (presentation.isTopDown ? "top first" : "bottom first")
    }
  }

  private func text(_ draw: Draw) -> String {
    var text = "\(instances(of: draw)) program \(draw.program)"
    switch draw.blend {
    case .sourceOver: break
    case .add, .replace: text += " \(draw.blend)"
    case .mode(let mode): text += " \(mode)"
    }
    let sources = [
      draw.sources.first, draw.sources.second, draw.sources.third, draw.sources.fourth,
    ]
    for source in sources where source.kind != .none {
      text += " \(source.kind.name) \(source.index)"
      if source.sampler > 0 { text += " by \(source.sampler)" }
    }
    return text
  }

  /// The source of a draw's instances, in the order of the buffer.
  private func instances(of draw: Draw) -> String {
    let kind = programs[draw.program].kind
    let all = draw.offset..<draw.offset + draw.count * kind.stride
    var (offset, parts): (Int, [String]) = (0, [])
    for segment in segments {
      let bytes = offset..<offset + segment.range.count * segment.kind.stride
      offset = bytes.upperBound
      let own = bytes.clamped(to: all)
      if own.isEmpty { continue }
      let first = segment.range.lowerBound + (own.lowerBound - bytes.lowerBound) / kind.stride
      let count = own.count / kind.stride
      parts.append(count == 1 ? "\(first)" : "\(first)..<\(first + count)")
    }
    let shown = parts.prefix(4).joined(separator: ",") + (parts.count > 4 ? ",..." : "")
    return "\(draw.count) x \(kind.name) \(shown)"
  }

  private static func text(_ window: PixelWindow) -> String {
    "\(window.x),\(window.y) \(window.width)x\(window.height)"
  }

  private static func text(_ color: SIMD4<Float>) -> String {
    "\(color.x) \(color.y) \(color.z) \(color.w)"
  }
}

extension CommandList.Surface: CustomStringConvertible {
  package var description: String {
    "\(width)x\(height)" + (format == .unorm8 ? "" : " \(format)")
      + (key == nil ? "" : isCached ? " cached before" : " to be cached")
  }
}

extension CommandList.Sampler: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "none"
    case .image(let minification, let magnification, let level):
      "\(minification)/\(magnification)" + (level > 0 ? " of level \(level)" : "")
    }
  }
}

extension CommandList.Source.Kind {
  fileprivate var name: String {
    switch self {
    case .none: "nothing"
    case .image: "image"
    case .surface: "surface"
    case .maskPage: "mask page"
    case .shadowTables: "shadow tables"
    }
  }
}

extension ProgramKey: CustomStringConvertible {
  package var description: String {
    let names = variant.names
    return kind.name + (clips > 0 ? " CLIPS=\(clips)" : "")
      + names.map { " " + $0.replacingSpaces }.joined()
  }
}

extension String {
  /// A definition in the form that compilers take: `NAME=VALUE`.
  fileprivate var replacingSpaces: String { String(map { $0 == " " ? "=" : $0 }) }
}
