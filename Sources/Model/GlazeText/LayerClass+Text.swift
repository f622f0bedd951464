@_spi(LayerClasses) import GlazeLayers

extension LayerClass {
  static let text = LayerClass(.textLayer, drawsItself: true) { CATextLayer() }
}

extension PropertyTable {
  fileprivate static let textLayer = {
    let of = PropertyBuilder<CATextLayer, TextRecord>()
    return PropertyTable(
      "CATextLayer", inherits: layer, aliases: ["isWrapped": "wrapped"],
      [
        of.object("string", .object, \.string, .display),
        of.object("font", .font, \.font, .display),
        of("fontSize", \.fontSize, .display, field: \.fontSize).in(.points),
        of.color("foregroundColor", \.foregroundColor, .display, field: \.foregroundColor),
        of("wrapped", \.isWrapped, .display),
        of.name("truncationMode", [.none, .start, .end, .middle], \.truncationMode, .display),
        of.name(
          "alignmentMode", [.natural, .left, .right, .center, .justified], \.alignmentMode, .display
        ),
        of("allowsFontSubpixelQuantization", \.allowsFontSubpixelQuantization, .display),
      ])
  }()
}
