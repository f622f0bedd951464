import Foundation
import GlazeLayers

/// The deepest nesting of objects of one kind: of cells that emit cells, and of groups of animations.
let objectDepthLimit = 16

// MARK: Emitter cells

extension DocumentSyntax {
  /// Reads the cells of an emitter, and theirs; nil for null.
  func cells(_ given: Given, depth: Int = 0) throws(DocumentError) -> [CAEmitterCell]? {
    guard depth < objectDepthLimit else {
      throw error(
        .tooDeep(limit: objectDepthLimit, of: "emitter cells"), at: valuePlace(of: given))
    }
    guard let items = try items(of: given, expected: "a list of emitter cells") else { return nil }
    var result: [CAEmitterCell] = []
    for item in items { result.append(try cell(object(item), depth: depth)) }
    return result
  }

  private func cell(_ object: Int, depth: Int) throws(DocumentError) -> CAEmitterCell {
    try check(object, as: .cell)
    let cell = CAEmitterCell()
    let members = members(of: object)
    for given in members where !isSkipped(given, of: object) {
      try leavingOut { () throws(DocumentError) in try apply(given, to: cell, depth: depth) }
    }
    cell.keepsake = keepsake(of: members, id: nil, className: nil) { name in
      !isIgnorable(name) && cell.properties[name] != nil
        || CAEmitterCell.privateKeys.contains(name)
    }
    return cell
  }

  private func apply(
    _ given: Given, to cell: CAEmitterCell, depth: Int
  ) throws(DocumentError) {
    let name = name(of: given)
    if Self.motion.contains(name) { return }
    guard let property = cell.properties[name] else {
      if CAEmitterCell.privateKeys.contains(name), let value = scalar(given) {
        cell.setValue(value, forKey: name)
      } else {
        warn(.unknownProperty(name), at: place(of: given))
      }
      return
    }
    switch property.kind {
    case .cells: cell.emitterCells = try cells(given, depth: depth + 1)
    case .image:
      set(property, to: try image(given, of: nil).map { .object($0) }, of: cell, at: given)
    default: set(property, to: try value(given, property.kind, of: name), of: cell, at: given)
    }
  }
}

// MARK: Emitter behaviors

extension DocumentSyntax {
  /// Reads the behaviors that act on the particles of an emitter; nil for null.
  func behaviors(_ given: Given) throws(DocumentError) -> [CAEmitterBehavior]? {
    guard let items = try items(of: given, expected: "a list of objects with a type") else {
      return nil
    }
    var result: [CAEmitterBehavior] = []
    for item in items { result.append(try behavior(item)) }
    return result
  }

  private func behavior(_ item: Given) throws(DocumentError) -> CAEmitterBehavior {
    let behavior = CAEmitterBehavior(type: try behaviorType(of: item))
    for given in members(of: object(item)) {
      switch name(of: given) {
      case "name": behavior.name = try word(given)
      case "enabled": behavior.isEnabled = isTrue(given)
      case let name where Self.behaviorNames.contains(name): break
      case let name: behavior.inputs[name] = behaviorInput(given)
      }
    }
    return behavior
  }

  /// Returns whether a value switches something on: all but false and 0 do.
  private func isTrue(_ given: Given) -> Bool {
    switch scalar(given) {
    case let value as Bool: value
    case let number as Double: number != 0
    case let text as String: !["0", "false"].contains(text)
    default: true
    }
  }
}

// MARK: Filters

extension DocumentSyntax {
  /// Reads a list of filters; nil for null.
  func filters(_ given: Given, of name: String) throws(DocumentError) -> [Any]? {
    guard let items = try items(of: given, expected: ValueChecks.shape(of: .filters)) else {
      return nil
    }
    var result: [Any] = []
    for item in items { result.append(try filter(item, of: name)) }
    return result
  }

  /// Reads a filter.
  ///
  /// - Parameter property: The property that holds it.
  func filter(_ item: Given, of property: String) throws(DocumentError) -> CAFilter {
    let (type, filterName) = try filterType(of: item, in: property)
    let filter = CAFilter(type: type)
    filter.name = filterName ?? type
    let object = object(item)
    for given in members(of: object) {
      let name = name(of: given)
      if Self.filterNames.contains(name) || Self.motion.contains(name)
        || isSkipped(given, of: object)
      {
        continue
      }
      try leavingOut { () throws(DocumentError) in
        if ["enabled", "isEnabled"].contains(name) {
          if case .value(.bool(let value))? = try value(given, .bool, of: name) {
            filter.isEnabled = value
          }
        } else {
          filter.setValue(
            try filterInput(given, CAFilter.kind(ofInput: name), of: name), forKey: name)
        }
      }
    }
    return filter
  }
}
