@_spi(LayerClasses) import GlazeLayers

extension LayerClass {
  static let text = LayerClass(.textLayer, drawsItself: true) { CATextLayer() }
}

extension PropertyTable {
  fileprivate static let textLayer = {
    let of = PropertyBuilder<CATextLayer, TextRecord>()
    return PropertyTable(
      "CATextLayer", "A layer that draws text.", inherits: layer, aliases: ["isWrapped": "wrapped"],
      [
        of.object("string", "the text", .object, \.string, .display),
        of.object("font", "the name of the font", .font, \.font, .display),
        of("fontSize", "the size of the font", \.fontSize, .display, field: \.fontSize)
          .in(.points),
        of.color(
          "foregroundColor", "the color of the text", \.foregroundColor, .display,
          field: \.foregroundColor),
        of("wrapped", "whether lines break at the width of the bounds", \.isWrapped, .display),
        of.name(
          "truncationMode", "the part of a line that is replaced by an ellipsis",
          [.none, .start, .end, .middle], \.truncationMode, .display),
        of.name(
          "alignmentMode", "the horizontal alignment of lines",
          [.natural, .left, .right, .center, .justified], \.alignmentMode, .display
        ),
        of(
          "allowsFontSubpixelQuantization", "whether glyphs start at quarters of a pixel",
          \.allowsFontSubpixelQuantization, .display),
      ])
  }()
}
