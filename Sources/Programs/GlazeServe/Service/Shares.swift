/// A resource that all clients share: connections, bodies in memory, or answers that are not sent yet.
///
/// Where a service knows several clients, none gets more than half, so that one client locks out no other.
struct Shares {
  let limit: Int
  private let ownLimit: Int
  private(set) var total = 0
  private var own: [String?: Int] = [:]

  /// - Parameter hasClients: Whether clients can be told apart.
  init(limit: Int, hasClients: Bool) {
    self.limit = limit
    ownLimit = hasClients ? limit / 2 : limit
  }

  /// Takes an amount for a client; returns false if the client or all together have too much.
  mutating func take(_ amount: Int, for client: String?) -> Bool {
    let held = own[client, default: 0]
    guard amount <= limit - total, amount <= ownLimit - held else { return false }
    total += amount
    own[client] = held + amount
    return true
  }

  mutating func giveBack(_ amount: Int, of client: String?) {
    total -= amount
    let held = own[client, default: 0] - amount
    own[client] = held > 0 ? held : nil
  }
}
