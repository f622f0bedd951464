import Foundation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeTree

/// The values of a class that draws something of its own.
protocol DrawnRecord: ClassRecord {
  /// Writes what the class draws into the slots of a node.
  func write(into store: inout NodeStore, at index: Int)
}

extension ShapeRecord: DrawnRecord {
  func write(into store: inout NodeStore, at index: Int) {
    store.write(LayerShape(self), of: index)
  }
}

extension GradientRecord: DrawnRecord {
  func write(into store: inout NodeStore, at index: Int) {
    store.write(LayerGradient(self), of: index)
  }
}

extension ReplicatorRecord: DrawnRecord {
  func write(into store: inout NodeStore, at index: Int) {
    store.write(LayerReplicator(self), of: index)
  }
}

extension EmitterRecord: DrawnRecord {
  func write(into store: inout NodeStore, at index: Int) {
    store.write(LayerEmitter(self), of: index)
  }
}
