@_spi(LayerClasses) package import GlazeLayers

// All layer classes are known where the last of them is.
extension CALayer {
  private static let classes = Dictionary(
    uniqueKeysWithValues: (LayerClass.withoutText + [.text]).map { ($0.properties.className, $0) })

  /// The names of the layer classes that files may use, in alphabetical order.
  package static var classNames: [String] { classes.keys.sorted() }

  /// Makes a layer of a class of Glaze's; nil for a name that is none.
  package static func make(className: String) -> CALayer? { classes[className]?.make() }
}
