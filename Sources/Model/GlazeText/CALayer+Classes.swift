@_spi(LayerClasses) package import GlazeLayers

// This module has the last of the layer classes, so the list of all classes is here.
extension CALayer {
  private static let classes = Dictionary(
    uniqueKeysWithValues: (LayerClass.withoutText + [.text]).map { ($0.properties.className, $0) })

  /// The names of the layer classes that files may use, in alphabetical order.
  package static var classNames: [String] { classes.keys.sorted() }

  /// Makes a layer of one of Glaze's classes; nil for an unknown name.
  package static func make(className: String) -> CALayer? { classes[className]?.make() }
}
