import CGlazeShaders

/// The tables that the shadows of a plan read, numbered in their order: a row of texels lies across the
/// corner's curve, a column along it.
package struct ShadowTables: Sendable, Equatable {
  package static let side = Int(SHADOW_TABLE_SIDE)
  static let texelsOfTable = side * side
  /// The most tables: OpenGL has textures of so many layers at least.
  static let most = 2048

  package private(set) var looks: [ShadowLook] = []
  /// `side` rows of `side` texels for each look.
  package private(set) var texels: [Float] = []

  package init() {}

  /// A table's texels follow from its look.
  package static func == (a: ShadowTables, b: ShadowTables) -> Bool { a.looks == b.looks }

  /// Adds the table of a look.
  fileprivate mutating func append(_ look: ShadowLook, _ table: [Float]) {
    looks.append(look)
    texels += table
  }
}

/// Tables that are kept from frame to frame; they change nothing but how long a plan takes.
struct ShadowTableCache: Sendable {
  /// So many are kept that the last plan did not need: eight megabytes.
  private static let spare = 512

  private var tables: [ShadowLook: [Float]] = [:]
  /// Those of the plan before, which the next one often shares.
  private var last = ShadowTables()

  /// Gives a plan the tables that its shadows read, and tells these which.
  mutating func finish(_ plan: inout FramePlan) {
    if plan.shadows.isEmpty { return }
    // A plan of more than two thousand looks takes those for one that differ by less than it takes.
    var digits = 10
    var looks = plan.numberLooks(digits: digits)
    while looks.count > ShadowTables.most {
      digits -= 1
      looks = plan.numberLooks(digits: digits)
    }
    if looks != last.looks { last = gather(looks) }
    plan.shadowTables = last
  }

  private mutating func gather(_ looks: [ShadowLook]) -> ShadowTables {
    var result = ShadowTables()
    var found: [ShadowLook: [Float]] = [:]
    for look in looks {
      let table = tables[look] ?? look.makeTable()
      found[look] = table
      result.append(look, table)
    }
    if tables.count > Self.spare { tables = found } else { tables.merge(found) { $1 } }
    return result
  }
}

extension FramePlan {
  /// Makes the tables of a plan that no planner made.
  package mutating func makeShadowTables() {
    var cache = ShadowTableCache()
    cache.finish(&self)
  }

  /// Numbers the looks of all shadows, and returns them in this order.
  fileprivate mutating func numberLooks(digits: Int) -> [ShadowLook] {
    var looks: [ShadowLook] = []
    var numbers: [ShadowLook: Float] = [:]
    func number(_ shadow: ShadowInstance, _ corner: Int) -> Float {
      let look = ShadowLook(shadow, corner: corner, digits: digits)
      if let number = numbers[look] { return number }
      let number = Float(looks.count)
      numbers[look] = number
      looks.append(look)
      return number
    }
    for index in shadows.indices {
      let shadow = shadows[index]
      let first = number(shadow, 0)
      shadows[index].tables = SIMD4(repeating: first)
      let cells = shadow.shape.corners
      if cells == SIMD4(repeating: cells.x) { continue }
      for corner in 1..<4 { shadows[index].tables[corner] = number(shadow, corner) }
    }
    return looks
  }
}
