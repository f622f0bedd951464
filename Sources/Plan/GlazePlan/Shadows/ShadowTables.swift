import CGlazeShaders
import GlazeGeometry

/// The tables that the shadows of a plan read, in numeric order: a row of texels lies across the
/// corner's curve, a column along it.
package struct ShadowTables: Sendable, Equatable {
  package static let side = Int(SHADOW_TABLE_SIDE)
  static let texelsOfTable = side * side
  /// The most tables: every OpenGL implementation supports textures with this number of layers.
  static let most = 2048

  /// The bytes of one table.
  package static let bytesOfTable = texelsOfTable * MemoryLayout<Float>.stride

  package private(set) var looks: [ShadowLook] = []
  /// `side` rows of `side` texels for each look.
  package private(set) var texels: [Float] = []

  package init() {}

  /// Compares the looks only, because they determine the texels of a table.
  package static func == (a: ShadowTables, b: ShadowTables) -> Bool { a.looks == b.looks }

  /// Adds the table of a look.
  mutating func append(_ look: ShadowLook, _ table: [Float]) {
    looks.append(look)
    texels += table
  }
}
