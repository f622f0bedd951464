/// Parts of a path's text; Foundation's end the process for paths of one letter.
extension String {
  /// What stands before the last slash; empty for a name alone.
  var folderPart: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }

  /// What stands behind the last slash that is not at the end.
  var lastPart: String {
    split(separator: "/").last.map(String.init) ?? self
  }

  /// The last part without what is behind its last dot, unless that is its first letter.
  var stemPart: String {
    let name = lastPart
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What is behind the last dot of the last part, in small letters.
  var endingPart: String { String(lastPart.dropFirst(stemPart.count + 1)).lowercased() }
}
