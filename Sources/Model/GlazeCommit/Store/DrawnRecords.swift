import Foundation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeTree

extension NodeStore {
  /// Writes what the class of a layer draws into the slots of a node.
  mutating func write(_ record: some ClassRecord, of index: Int) {
    _ =
      record.read(as: ShapeRecord.self) { write(LayerShape($0), of: index) }
      ?? record.read(as: GradientRecord.self) { write(LayerGradient($0), of: index) }
      ?? record.read(as: ReplicatorRecord.self) { write(LayerReplicator($0), of: index) }
      ?? record.read(as: EmitterRecord.self) { write(LayerEmitter($0), of: index) }
  }
}
