import Foundation

/// The folder of a service, which contains those of its workers.
///
/// The service holds a lock on it. A killed service leaves its folder without a lock; the next service removes it.
final class ServiceFolder {
  private static let prefix = "glaze-serve-"

  let path: String
  private var lock: Int32

  /// Returns an unused path.
  static func newPath() -> String { NSTemporaryDirectory() + prefix + UUID().uuidString }

  init(_ path: String) throws(ServeError) {
    Self.removeOrphans(in: (path as NSString).deletingLastPathComponent)
    self.path = path
    lock = try Self.make(path)
  }

  deinit { close(lock) }

  /// Makes the folder again if a program that cleans up temporary files removed it.
  func restore() {
    guard !Self.isThere(path, lock), let again = try? Self.make(path) else { return }
    close(lock)
    lock = again
  }

  func remove() { Leftovers.remove(path) }

  private static func make(_ path: String) throws(ServeError) -> Int32 {
    // Another service may regard it as an orphan until it is locked.
    for _ in 0..<8 {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { break }
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder >= 0, flock(folder, LOCK_EX) == 0, isThere(path, folder) { return folder }
      if folder >= 0 { close(folder) }
    }
    throw ServeError("cannot make \(path): \(String(cString: strerror(errno)))")
  }

  /// Returns whether the opened folder still has its name.
  private static func isThere(_ path: String, _ folder: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return stat(path, &named) == 0 && fstat(folder, &opened) == 0
      && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  private static func removeOrphans(in place: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = place + "/" + name
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      var facts = stat()
      if fstat(folder, &facts) == 0, facts.st_uid == geteuid(),
        flock(folder, LOCK_EX | LOCK_NB) == 0
      {
        Leftovers.remove(path)
      }
      close(folder)
    }
  }
}
