/// Finds slots by the hashes of their keys: a table with open addressing, in one array.
///
/// A dictionary would store the keys a second time, and hash them again when it grows.
struct SlotIndex: Sendable {
  private struct Place: Sendable {
    var hash: UInt32
    /// The slot; negative for an empty place.
    var slot: Int32

    static let empty = Place(hash: 0, slot: -1)
  }

  /// The places: a power of two, of which at most three quarters are taken.
  private var places: [Place] = []
  private(set) var count = 0

  private var mask: Int { places.count - 1 }

  /// Returns the slot that has a hash and satisfies the predicate.
  @inline(__always)
  func find(_ hash: Int, where isIt: (Int) -> Bool) -> Int? {
    if places.isEmpty { return nil }
    let hash = UInt32(truncatingIfNeeded: hash)
    var index = Int(hash) & mask
    while places[index].slot >= 0 {
      if places[index].hash == hash, isIt(Int(places[index].slot)) {
        return Int(places[index].slot)
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a slot that is not in the table yet.
  mutating func insert(_ slot: Int, hash: Int) {
    if 4 * (count + 1) > 3 * places.count { grow() }
    put(Place(hash: UInt32(truncatingIfNeeded: hash), slot: Int32(slot)))
    count += 1
  }

  /// Removes a slot that is in the table.
  mutating func remove(_ slot: Int, hash: Int) {
    var hole = Int(UInt32(truncatingIfNeeded: hash)) & mask
    while places[hole].slot != Int32(slot) { hole = (hole + 1) & mask }
    // Entries that collided move up into the hole, so that all remain reachable.
    var index = hole
    while true {
      index = (index + 1) & mask
      let place = places[index]
      if place.slot < 0 { break }
      let home = Int(place.hash) & mask
      if (index - home) & mask >= (index - hole) & mask {
        places[hole] = place
        hole = index
      }
    }
    places[hole] = .empty
    count -= 1
  }

  /// Removes everything, and retains the capacity.
  mutating func removeAll() {
    for index in places.indices { places[index] = .empty }
    count = 0
  }

  private mutating func put(_ place: Place) {
    var index = Int(place.hash) & mask
    while places[index].slot >= 0 { index = (index + 1) & mask }
    places[index] = place
  }

  private mutating func grow() {
    let old = places
    places = [Place](repeating: .empty, count: max(16, 2 * old.count))
    for place in old where place.slot >= 0 { put(place) }
  }
}
