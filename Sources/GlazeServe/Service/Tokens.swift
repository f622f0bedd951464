import Foundation

/// Who may ask: those who know a token of a file.
struct Tokens: Sendable {
  private let tokens: [[UInt8]]

  /// Shorter ones can be guessed.
  private static let leastLength = 16

  /// Reads a file with a token a line; empty lines, and those that begin with #, are left out.
  ///
  /// - Throws: `ServeError`, also where others than the owner and the group may read it.
  init(file path: String) throws(ServeError) {
    var facts = stat()
    guard stat(path, &facts) == 0, let data = FileManager.default.contents(atPath: path) else {
      throw ServeError("the token file \(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard facts.st_mode & 0o007 == 0 else {
      throw ServeError("the token file \(path) is open to everybody; chmod 600 \(path)")
    }
    tokens = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Array($0.utf8) }
    guard !tokens.isEmpty, tokens.allSatisfy({ $0.count >= Self.leastLength }) else {
      throw ServeError(
        "the token file \(path) must have tokens of \(Self.leastLength) characters or more")
    }
  }

  /// Whether the value of `Authorization` has one of the tokens.
  ///
  /// All bytes are compared, so that the time tells nothing about how many are right.
  func allow(_ authorization: String?) -> Bool {
    let scheme = "Bearer "
    guard let authorization, authorization.hasPrefix(scheme) else { return false }
    let given = Array(authorization.dropFirst(scheme.count).utf8)
    return tokens.reduce(false) { isKnown, token in
      var difference = token.count ^ given.count
      for index in token.indices {
        difference |= Int(token[index] ^ (index < given.count ? given[index] : 0))
      }
      return difference == 0 || isKnown
    }
  }
}
