import Foundation
import GlazeLayers

/// Reads the cells of emitters.
struct CAMLCells {
  /// The deepest nesting of cells that emit cells.
  private static let depthLimit = 16

  let values: CAMLValues
  let images: CAMLImages

  private var document: XMLDocument { values.document }

  /// Reads the cells inside an element.
  func read(_ index: Int, depth: Int) throws(DocumentError) -> [CAEmitterCell] {
    guard depth < Self.depthLimit else {
      throw values.error(.tooDeep(limit: Self.depthLimit, of: "emitter cells"), at: index)
    }
    var result: [CAEmitterCell] = []
    for child in document.children(of: index) {
      result.append(try cell(child, depth: depth))
    }
    return result
  }

  private func cell(_ index: Int, depth: Int) throws(DocumentError) -> CAEmitterCell {
    let cell = CAEmitterCell()
    let givens =
      document.elements[index].attributes.map { CAMLValues.Given.attribute($0, of: index) }
      + document.children(of: index).map { .element($0) }
    for given in givens {
      try values.leavingOut { () throws(DocumentError) in
        try apply(given, to: cell, depth: depth)
      }
    }
    cell.keepsake = values.keepsake(of: givens) { name in
      !CAMLVocabulary.isIgnorable(name) && cell.properties[name] != nil
        || CAEmitterCell.privateKeys.contains(name)
    }
    return cell
  }

  private func apply(
    _ given: CAMLValues.Given, to cell: CAEmitterCell, depth: Int
  ) throws(DocumentError) {
    let name = values.name(of: given)
    if CAMLVocabulary.isIgnorable(name) || CAMLVocabulary.motion.contains(name) { return }
    guard let property = cell.properties[name] else {
      if case .attribute(let attribute, _) = given, CAEmitterCell.privateKeys.contains(name) {
        cell.setValue(attribute.value, forKey: name)
      } else {
        values.log.warn(
          .unknownProperty(name), at: document.location(of: given.place))
      }
      return
    }
    switch (property.kind, given) {
    case (.cells, .element(let index)): cell.emitterCells = try read(index, depth: depth + 1)
    case (.image, _):
      property.writeObject(
        try images.image(given), to: cell)
    default:
      let value = try values.value(given, property.kind, of: name)
      property.writeObject(value as? PropertyValue == PropertyValue.none ? nil : value, to: cell)
    }
  }
}
