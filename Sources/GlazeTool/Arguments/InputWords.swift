import ArgumentParser

/// Inputs that stand side by side on the command line, as one word.
///
/// ArgumentParser takes time by the square of the number of words: 2 s for 10,000, a third of what drawing so
/// many small pictures takes, and on one core. So long lists of inputs pass it as one word.
struct InputWords: ExpressibleByArgument {
  let inputs: [String]

  init(argument: String) {
    inputs = argument.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// No argument of a program has it.
  private static let separator: Character = "\0"
  /// Shorter lists stay as they are.
  private static let shortest = 32
  /// The commands whose arguments are of this type: others take one input or two.
  private static let commands = [
    RenderCommand.configuration, BenchCommand.configuration, CheckCommand.configuration,
  ].compactMap(\.commandName)

  /// The words of a command line, with long lists of inputs in one word each.
  static func join(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, commands.contains(command) else { return arguments }
    var words: [String] = []
    var start = 0
    while start < arguments.count {
      let end = arguments[start...].firstIndex { $0.hasPrefix("-") } ?? arguments.count
      // The first word after an option may be its value, and the first of all is a command.
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
