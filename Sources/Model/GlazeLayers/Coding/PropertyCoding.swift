import Foundation
import Synchronization

/// Archives objects that have a table of properties: each property under its name, if it differs
/// from its default.
enum PropertyCoding {
  static func encode(_ owner: some PropertyHolder, to coder: NSCoder) {
    var keys: [String] = []
    for property in owner.properties.properties
    where [.owner, .program].contains(property.holder)
      && owner.shouldArchiveValue(forKey: property.name)
    {
      let value =
        property.isValue
        ? property.read(owner).boxed(as: property.kind) : property.readObject(owner)
      // Such a layer may contain the one that is written: only readers of documents follow such
      // references.
      if property.name == "sourceLayer", let source = value as? CALayer,
        (coder as? LayerArchiver)?.isInDocument(source) != true
      {
        continue
      }
      if property.holder == .program, !(value is any NSSecureCoding) { continue }
      coder.encodeArchived(value, forKey: property.name, of: owner)
      keys.append(property.name)
    }
    for key in owner.customKeys.sorted() where owner.shouldArchiveValue(forKey: key) {
      coder.encodeArchived(owner.customValue(forKey: key), forKey: key, of: owner)
      keys.append(key)
    }
    coder.encode(NSArray(array: keys.map { $0 as NSString }), forKey: ArchiveNames.contents)
    if let texts = owner.keepsake?.texts {
      coder.encode(NSArray(array: texts.map { $0 as NSString }), forKey: ArchiveNames.keepsake)
    }
  }

  static func decode(_ owner: some PropertyHolder, from coder: NSCoder) {
    // Archives do not hold frames, but old ones hold the older name of the corners' curve.
    for property in owner.properties.properties
    where property.holder != .reference && property.name != "frame"
      && coder.containsValue(forKey: property.name)
    {
      let value = coder.archivedValue(forKey: property.name)
      if !isSound(value) || !property.writeObject(value, to: owner) {
        coder.refuse(property.name, expected: "\(property.kind)")
      }
    }
    let texts = coder.archivedValue(forKey: ArchiveNames.keepsake) as? [Any]
    owner.keepsake = texts.flatMap { Keepsake(texts: $0.compactMap { $0 as? String }) }
    for key in coder.archivedKeys
    where owner.properties[key] == nil && key != ArchiveNames.keepsake {
      owner.setCustomValue(coder.archivedValue(forKey: key), forKey: key)
    }
  }

  private static func isSound(_ value: Any?) -> Bool {
    (value as? NSNumber).map { !$0.doubleValue.isNaN } ?? true
  }

  // MARK: Defaults

  /// The defaults of properties, by class and name.
  private static let defaults = Mutex<[String: [String: PropertyValue]]>([:])

  /// Returns whether the value of a key differs from its default.
  static func isChanged(_ key: String, of owner: some PropertyHolder) -> Bool {
    let table = owner.properties
    guard let property = table[key] else { return owner.customKeys.contains(key) }
    guard property.isValue else { return property.readObject(owner) != nil }
    let standard = defaults.withLock { known in
      if let values = known[table.className] { return values[property.name] }
      let pristine = owner.pristine
      let values = Dictionary(
        table.properties.map { ($0.name, $0.read(pristine)) }, uniquingKeysWith: { $1 })
      known[table.className] = values
      return values[property.name]
    }
    return property.read(owner) != standard
  }
}

extension CALayer {
  /// Reads all values that the coder has for the layer; returns false if it failed.
  final func decode(from coder: NSCoder) -> Bool {
    let done: Void? = CodingDepth.deeper(coder) {
      CATransaction.begin()
      defer { CATransaction.commit() }
      CATransaction.setDisableActions(true)
      PropertyCoding.decode(self, from: coder)
      decodeAnimations(from: coder)
      if let list = coder.archivedValue(forKey: "constraints") as? [CAConstraint] {
        constraints = list
      }
    }
    return done != nil
  }

  final func encodeAll(to coder: NSCoder) {
    _ = CodingDepth.deeper(coder) {
      PropertyCoding.encode(self, to: coder)
      encodeAnimations(to: coder)
      if let constraints { coder.encodeArchived(constraints, forKey: "constraints", of: self) }
    }
  }

  private func encodeAnimations(to coder: NSCoder) {
    let attached = attachedAnimations
    if attached.isEmpty { return }
    let keys = attached.map { $0.key.map { $0 as NSString } ?? NSNull() as NSObject }
    coder.encode(
      NSMutableArray(array: attached.map(\.animation)), forKey: ArchiveNames.animations)
    coder.encode(NSMutableArray(array: keys), forKey: ArchiveNames.animationKeys)
  }

  private func decodeAnimations(from coder: NSCoder) {
    guard let list = coder.archivedValue(forKey: ArchiveNames.animations) else { return }
    guard let animations = list as? [CAAnimation] else {
      return coder.refuse(ArchiveNames.animations, expected: "a list of animations")
    }
    let keys = coder.archivedValue(forKey: ArchiveNames.animationKeys) as? [Any] ?? []
    for (index, animation) in animations.enumerated() {
      add(animation, forKey: keys.indices.contains(index) ? keys[index] as? String : nil)
    }
  }
}
