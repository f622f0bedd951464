import Foundation

/// The memory that the process may still allocate, when a limit is set (`ulimit -v`).
///
/// Swift ends the process when an allocation fails, so Glaze checks large allocations here first.
package enum AddressSpace {
  /// The reserve for all small allocations.
  private static let reserve = 64 << 20
  /// The smallest allocation that is checked.
  private static let small = 1 << 20

  /// A Boolean value that indicates whether a limit is set.
  package static var isLimited: Bool { limit != nil }

  private static var limit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(Int.max)
    else { return nil }
    return Int(limit.rlim_cur)
  }

  /// The bytes that may still be allocated, without the reserve; nil when there is no limit.
  package static var room: Int? {
    guard let limit, let taken else { return nil }
    return max(0, limit - taken - reserve)
  }

  /// Returns whether an allocation of this size is likely to succeed.
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
