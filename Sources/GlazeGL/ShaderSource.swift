import CGlazeShaders

/// The embedded shader files.
package enum ShaderSource {
  /// Paths relative to the folder of the shaders, with their texts.
  package static let files: [String: String] = {
    var count = 0
    var result: [String: String] = [:]
    guard let first = glaze_shader_files(&count) else { return result }
    for file in UnsafeBufferPointer(start: first, count: count) {
      let text = UnsafeBufferPointer(start: file.text, count: file.length)
      result[String(cString: file.path)] = String(decoding: text, as: UTF8.self)
    }
    return result
  }()

  /// A file as the compiler gets it: the version, the definitions, and the includes in place.
  package static func text(of path: String, defines: String) -> String {
    "#version 430 core\n" + defines + expanded(path)
  }

  private static func expanded(_ path: String) -> String {
    var result = ""
    for line in (files[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#include \"") {
        result += expanded(String(line.dropFirst(10).prefix { $0 != "\"" }))
      } else {
        result += line + "\n"
      }
    }
    return result
  }
}
