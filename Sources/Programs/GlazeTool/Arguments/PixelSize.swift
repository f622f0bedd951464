import ArgumentParser

/// A size in pixels on the command line: `400x300`.
///
/// The renderer, which knows the limits, rejects sizes that are too large.
struct PixelSize: Equatable, ExpressibleByArgument {
  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Self.parse(parts[0]), let height = Self.parse(parts[1])
    else { return nil }
    self.init(width: width, height: height)
  }

  private static func parse(_ text: Substring) -> Int? {
    // Int() also reads signs.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0
    else { return nil }
    return number
  }
}
