import CGlazeShaders

/// The embedded shader files.
package enum ShaderSource {
  /// The texts of the files, by their paths relative to the folder of the shaders.
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

  /// Returns the source for the compiler: the first lines, and the file with its includes resolved.
  package static func text(of path: String, after prologue: String) -> String {
    var result = prologue
    result.reserveCapacity(1 << 15)
    append(path, to: &result)
    return result
  }

  /// This function works on UTF-8, since characters take longer than compilation where the driver
  /// has a cache.
  private static func append(_ path: String, to result: inout String) {
    let include = "#include \"".utf8
    let lines = (files[path] ?? "").utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines {
      if line.starts(with: include) {
        let name = line.dropFirst(include.count).prefix { $0 != UInt8(ascii: "\"") }
        append(String(Substring(name)), to: &result)
      } else {
        result += Substring(line)
        result += "\n"
      }
    }
  }
}
