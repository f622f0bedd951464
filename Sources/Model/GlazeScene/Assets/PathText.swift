/// Parts of a path's text; the equivalents in Foundation end the process for paths of one letter.
extension String {
  /// The text before the last slash; empty for a name without a folder.
  var folderPart: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }

  /// The text after the last slash that is not at the end.
  var lastPart: String {
    split(separator: "/").last.map(String.init) ?? self
  }

  /// The last part without its extension; a dot at its start does not begin an extension.
  var stemPart: String {
    let name = lastPart
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The extension of the last part, in lowercase.
  var endingPart: String { String(lastPart.dropFirst(stemPart.count + 1)).lowercased() }
}
