import Foundation

/// How much memory the process may still take, where somebody said so (`ulimit -v`).
///
/// Swift ends the program when it gets no memory, so that what is large is asked for here before.
package enum AddressSpace {
  /// What is left for all that is small.
  private static let reserve = 64 << 20
  /// Less than this is not worth a look.
  private static let small = 1 << 20

  /// Whether somebody set a limit.
  package static var isLimited: Bool { limit != nil }

  private static var limit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(Int.max)
    else { return nil }
    return Int(limit.rlim_cur)
  }

  /// The bytes that may still be taken, without a reserve; nil where there is no limit.
  package static var room: Int? {
    guard let limit, let taken else { return nil }
    return max(0, limit - taken - reserve)
  }

  /// Whether so much memory may be there.
  package static func hasRoom(for bytes: Int) -> Bool {
    if bytes < small { return true }
    return room.map { bytes <= $0 } ?? true
  }

  /// The size of the process's address space.
  private static var taken: Int? {
    guard let text = FileManager.default.contents(atPath: "/proc/self/statm"),
      let pages = String(decoding: text, as: UTF8.self).split(separator: " ").first
        .flatMap({ Int($0) })
    else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
