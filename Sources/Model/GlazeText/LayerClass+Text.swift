@_spi(LayerClasses) import GlazeLayers

extension LayerClass {
  static let text = LayerClass(.textLayer, drawsItself: true) { CATextLayer() }
}

extension PropertyTable {
  fileprivate static let textLayer = {
    let of = PropertyBuilder<CATextLayer>()
    return PropertyTable(
      "CATextLayer", inherits: layer, aliases: ["isWrapped": "wrapped"],
      [
        of.object("string", .object, \.string, .display),
        of.object("font", .font, \.font, .display),
        of.double("fontSize", \.fontSize, .display).in(.points),
        of.color("foregroundColor", \.foregroundColor, .display),
        of.bool("wrapped", \.isWrapped, .display),
        of.name("truncationMode", [.none, .start, .end, .middle], \.truncationMode, .display),
        of.name(
          "alignmentMode", [.natural, .left, .right, .center, .justified], \.alignmentMode, .display
        ),
        of.bool("allowsFontSubpixelQuantization", \.allowsFontSubpixelQuantization, .display),
      ])
  }()
}
