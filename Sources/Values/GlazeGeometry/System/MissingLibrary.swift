package import CGlazeLazy

/// A system library that is missing or too old, and the task that needs it.
///
/// Code that begins to use a library checks for it once, where it creates its first object: a
/// bitmap, a text layout, a reader. The caller may then use all functions of the library.
package struct MissingLibrary: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file that the dynamic linker searches for, such as "libcairo.so.2".
  package let file: String
  /// The Debian package that contains the library.
  package let debianPackage: String
  /// The task that needs the library, as the subject of a sentence: "Drawing text".
  package let task: String

  /// Checks for a library, and loads it; nil when it is there.
  package init?(_ library: glaze_lazy_library, for task: String) {
    if glaze_lazy_is_there(library) { return nil }
    file = String(cString: glaze_lazy_file(library))
    debianPackage = String(cString: glaze_lazy_package(library))
    self.task = task
  }

  /// The task, the library and the package to install, in one line.
  package var description: String {
    "\(task) needs \(file), which is not installed or cannot be loaded; on Debian, install \(debianPackage)"
  }
}
