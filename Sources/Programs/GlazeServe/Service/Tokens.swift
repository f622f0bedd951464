import Foundation

/// The access tokens of a file.
struct Tokens: Sendable {
  private let tokens: [[UInt8]]
  var count: Int { tokens.count }

  /// The shortest length; shorter tokens can be guessed.
  private static let leastLength = 16

  /// Reads a file with one token per line; empty lines and those that start with # are ignored.
  ///
  /// - Throws: `ServeError` if it cannot be read, or if others than the owner and the group may read it.
  init(file path: String) throws(ServeError) {
    var facts = stat()
    guard stat(path, &facts) == 0, let data = FileManager.default.contents(atPath: path) else {
      throw ServeError("cannot read the token file \(path): \(String(cString: strerror(errno)))")
    }
    guard facts.st_mode & 0o007 == 0 else {
      throw ServeError("the token file \(path) is readable by all users; run chmod 600 \(path)")
    }
    tokens = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Array($0.utf8) }
    guard !tokens.isEmpty, tokens.allSatisfy({ $0.count >= Self.leastLength }) else {
      throw ServeError(
        "the tokens in \(path) must have \(Self.leastLength) or more characters")
    }
  }

  /// Returns whether the value of `Authorization` contains one of the tokens.
  ///
  /// All bytes are compared, so that the time does not reveal how many are right.
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
