import ArgumentParser

/// Adjacent inputs on the command line, as one word.
///
/// The time of ArgumentParser is quadratic in the number of words: 2 s for 10,000, on one core, a third of the time
/// to draw as many small images. So long lists of inputs pass it as one word.
struct InputWords: ExpressibleByArgument {
  let inputs: [String]

  init(argument: String) {
    inputs = argument.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// A character that no argument contains.
  private static let separator: Character = "\0"
  /// The smallest number of inputs that are joined.
  private static let shortest = 32
  /// The commands whose arguments have this type.
  ///
  /// Others take one or two inputs.
  private static let commands = [
    RenderCommand.configuration, BenchCommand.configuration, CheckCommand.configuration,
  ].compactMap(\.commandName)

  /// Returns the words of a command line, with each long list of inputs as one word.
  static func join(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, commands.contains(command) else { return arguments }
    var words: [String] = []
    var start = 0
    while start < arguments.count {
      let end = arguments[start...].firstIndex { $0.hasPrefix("-") } ?? arguments.count
      // The first word after an option may be its value, and the very first word is the command.
      let first = min(start + 1, end)
      words += arguments[start..<first]
      if end - first < shortest {
        words += arguments[first..<end]
      } else {
        words.append(arguments[first..<end].joined(separator: String(separator)))
      }
      if end < arguments.count { words.append(arguments[end]) }
      start = end + 1
    }
    return words
  }
}
