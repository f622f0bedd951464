package import Foundation
@_spi(LayerClasses) package import GlazeLayers

// This module has the last of the layer classes, so the list of all classes is here.
extension CALayer {
  private static let classes = LayerClass.withoutText + [.text]

  private static let byName = Dictionary(
    uniqueKeysWithValues: classes.map { ($0.properties.className, $0) })

  /// The properties of the layer classes that files may use.
  package static var tables: [PropertyTable] { classes.map(\.properties) }

  /// The names of the layer classes that files may use, in alphabetical order.
  package static var classNames: [String] { byName.keys.sorted() }

  /// Makes a layer of one of Glaze's classes; nil for an unknown name.
  package static func make(className: String) -> CALayer? { byName[className]?.make() }
}

extension PropertyTable {
  /// The tables of all classes that files may use: layers, cells, animations; base classes first.
  package static var all: [PropertyTable] {
    CALayer.tables + [.emitterCell] + CAAnimation.knownClasses.map(\.propertyTable)
  }

  /// Makes an object of exactly this class, whose values are the defaults.
  package func makeObject() -> NSObject {
    if self === PropertyTable.emitterCell { return CAEmitterCell() }
    return CAAnimation.make(className: className) ?? CALayer.make(className: className) ?? CALayer()
  }
}

/// New objects of classes, for their defaults; each is made once.
package struct PristineObjects {
  private var known: [ObjectIdentifier: NSObject] = [:]

  package init() {}

  package subscript(table: PropertyTable) -> NSObject {
    mutating get {
      if let object = known[ObjectIdentifier(table)] { return object }
      let object = table.makeObject()
      known[ObjectIdentifier(table)] = object
      return object
    }
  }
}
