import CGlazeShaders

/// Tables of shadows that are textures on the device, one for each ratio of corner to blur.
struct TableResidency: Sendable {
  /// Tables that are kept: each is a quarter of a megabyte.
  private static let most = 32

  private struct Table: Sendable {
    var corner: Float
    /// When it was asked for last.
    var time: Int
  }

  private var tables: [Table] = []
  private var time = 0

  /// Whether the next table that is not known takes the place of another.
  var isFull: Bool { tables.count >= Self.most }

  static func corner(of shadow: ShadowInstance) -> Float {
    shadow.shape.corners.x / shadow.params.x
  }

  /// The slot of a shadow's table; nil when there is none.
  mutating func known(for shadow: ShadowInstance) -> Int? {
    let corner = Self.corner(of: shadow)
    guard let slot = tables.firstIndex(where: { $0.corner == corner }) else { return nil }
    time += 1
    tables[slot].time = time
    return slot
  }

  /// Finds a slot for a shadow's table, perhaps that of another one.
  mutating func add(for shadow: ShadowInstance) -> Int {
    var slot = tables.count
    time += 1
    let table = Table(corner: Self.corner(of: shadow), time: time)
    if isFull, let oldest = tables.indices.min(by: { tables[$0].time < tables[$1].time }) {
      slot = oldest
      tables[slot] = table
    } else {
      tables.append(table)
    }
    return slot
  }
}
