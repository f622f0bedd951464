import Foundation

/// The removal of a worker's folder, which may hold anything that the file system can.
enum Leftovers {
  /// Removes a folder with all that is in it.
  ///
  /// Paths may be longer than the kernel accepts, and deeper than a stack. Each folder is therefore emptied into
  /// the outermost one: what lies in it is removed, or moved up if it is a folder.
  ///
  /// **Complexity**: O(files) in time, O(1) in memory and open files.
  static func remove(_ path: String) {
    guard let root = open(AT_FDCWD, path) else { return _ = unlink(path) }
    while empty(root, into: root) {}
    close(root)
    rmdir(path)
  }

  /// Opens a folder, whatever its rights are; nil if it is none.
  private static func open(_ folder: Int32, _ name: UnsafePointer<CChar>) -> Int32? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var opened = openat(folder, name, flags)
    if opened < 0, errno == EACCES {
      fchmodat(folder, name, 0o700, 0)
      opened = openat(folder, name, flags)
    }
    return opened >= 0 ? opened : nil
  }

  /// Removes files of a folder, and moves its folders; those of the root are emptied and removed.
  ///
  /// - Returns: Whether anything was removed or moved.
  private static func empty(_ folder: Int32, into root: Int32) -> Bool {
    // The stream has a position of its own, and closes what it is given.
    guard let again = open(folder, "."), let stream = fdopendir(again) else { return false }
    defer { closedir(stream) }
    fchmod(folder, 0o700)
    var hasChanged = false
    while let entry = readdir(stream) {
      let isDone = withUnsafePointer(to: &entry.pointee.d_name) { place in
        place.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return false }
          if unlinkat(folder, name, 0) == 0 { return true }
          return folder == root ? removeFolder(name, in: root) : lift(name, from: folder, to: root)
        }
      }
      if isDone { hasChanged = true }
    }
    return hasChanged
  }

  private static func removeFolder(_ name: UnsafePointer<CChar>, in root: Int32) -> Bool {
    if let folder = open(root, name) {
      while empty(folder, into: root) {}
      close(folder)
    }
    return unlinkat(root, name, AT_REMOVEDIR) == 0
  }

  private static func lift(
    _ name: UnsafePointer<CChar>, from folder: Int32, to root: Int32
  ) -> Bool {
    // Moving a folder changes it.
    fchmodat(folder, name, 0o700, 0)
    return renameat(folder, name, root, UUID().uuidString) == 0
  }
}
