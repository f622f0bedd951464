import Foundation

/// Reports changes of a document's file and of the files next to it.
///
/// It watches a folder with its subfolders, or the folder of a file; at most 256 folders, those
/// nearest to the top.
package final class FileWatcher {
  private let queue: Int32
  private static let limit = 256
  /// The events: finished writing, and added or removed names, because programs save by renaming.
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB)

  /// - Parameter path: The path of a file or a folder. If it does not exist, or the system has no inotify, it never
  ///   changes.
  package init(_ path: String) {
    queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let top =
      isFolder.boolValue
      ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path
    for folder in Self.folders(from: top) { inotify_add_watch(queue, folder, Self.mask) }
  }

  deinit { if queue >= 0 { close(queue) } }

  /// Returns a folder and its subfolders, level by level; links are not followed.
  private static func folders(from top: String) -> [String] {
    var found = [top]
    var next = 0
    while next < found.count, found.count < limit {
      let folder = found[next]
      next += 1
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() where found.count < limit && !name.hasPrefix(".") {
        let path = folder + "/" + name
        let kind =
          try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        if kind == .typeDirectory { found.append(path) }
      }
    }
    return found
  }

  /// Returns whether anything changed since the last call.
  package func hasChanged() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var isChanged = false
    while queue >= 0, read(queue, &buffer, buffer.count) > 0 { isChanged = true }
    return isChanged
  }
}
