import Foundation
import GlazeGeometry

/// The values of a layer: those that all classes have, and those of its own class.
///
/// A commit turns a record into a node: that of a layer, or the one that its animations show. A
/// presentation layer starts from the record of the last commit.
package struct LayerRecord {
  package var state: LayerState
  package var objects: LayerObjects
  /// The values that only the class of the layer has; nil for a class without any.
  package var own: (any ClassRecord)?
}

/// The values that only one class of layers has.
@_spi(LayerClasses) public protocol ClassRecord: SendableMetatype {}

extension ClassRecord {
  /// Calls a function with the values if they are those of a class; nil if they are not.
  ///
  /// A cast would copy them several times.
  package func read<Record: ClassRecord, Result>(
    as type: Record.Type, _ body: (borrowing Record) -> Result
  ) -> Result? {
    guard Self.self == type else { return nil }
    return withUnsafePointer(to: self) { own in
      own.withMemoryRebound(to: type, capacity: 1) { body($0.pointee) }
    }
  }

  /// Calls a function that may change the values if they are those of a class; nil if they are not.
  mutating func modify<Record: ClassRecord, Result>(
    as type: Record.Type, _ body: (inout Record) -> Result
  ) -> Result? {
    guard Self.self == type else { return nil }
    return withUnsafeMutablePointer(to: &self) { own in
      own.withMemoryRebound(to: type, capacity: 1) { body(&$0.pointee) }
    }
  }
}

extension LayerRecord {
  /// The bounds, with a size that is made positive as in a layer.
  var shownBounds: CGRect {
    get { state.bounds }
    set { state.bounds = newValue.withPositiveSize }
  }

  /// The image that the layer shows, whatever its contents are.
  var shownImage: Any? {
    get { objects.image }
    set { objects.image = newValue as? CGImage }
  }
}

extension CALayer {
  /// The values of the layer, without its place in a tree and its animations.
  package final var record: LayerRecord {
    get { LayerRecord(state: state, objects: objects, own: classRecord) }
    set { (state, objects, classRecord) = (newValue.state, newValue.objects, newValue.own) }
  }
}
