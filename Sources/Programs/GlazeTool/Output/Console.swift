import Foundation
import Glaze
import GlazeScene

/// The messages on standard error, and a progress bar if it is a terminal.
struct Console {
  private var bar: ProgressBar?
  private var nextBar = ContinuousClock.now + Self.patience
  private let write: (String) -> Void

  /// Work that ends sooner shows no bar.
  private static let patience: Duration = .milliseconds(300)
  /// The interval between updates, so that the bar does not flicker.
  private static let interval: Duration = .milliseconds(50)

  /// - Parameters:
  ///   - write: Writes a text unchanged; to standard error by default.
  init(write: @escaping (String) -> Void = Console.writeToStandardError) {
    self.write = write
  }

  /// Writes one line, above the progress bar if there is one.
  mutating func report(_ line: String) {
    hideProgress()
    write(Self.shown(line) + "\n")
    redraw()
  }

  /// Writes the warnings of a document, one per line.
  mutating func report(_ warnings: [Document.Diagnostic]) {
    for line in Self.lines(for: warnings) { report(line) }
  }

  /// Returns the warnings of a document, those first that change the image.
  ///
  /// If there are several, a line before each group names its effect.
  static func lines(for warnings: [Document.Diagnostic]) -> [String] {
    let groups = Dictionary(grouping: warnings, by: \.effect).sorted { $0.key < $1.key }
    return groups.flatMap { effect, group in
      let title = "\(group[0].file): \(effect.title):"
      return (warnings.count > 1 ? [title] : [])
        + group.flatMap { [$0.description] + excerpt(of: $0) }
    }
  }

  /// The line of a document that a message is about, with a mark below the place, on a terminal.
  static func excerpt(of diagnostic: Document.Diagnostic) -> [String] {
    guard isTerminal, let line = diagnostic.line, let column = diagnostic.column else { return [] }
    return SourceExcerpt.lines(
      of: diagnostic.file, line: line, column: column, width: terminalColumns - 1)
  }

  /// Shows the progress of work that takes long and has more than one part, on a terminal.
  mutating func showProgress(done: Int, of total: Int, name: String) {
    guard total > 1, Self.isTerminal, ContinuousClock.now >= nextBar else { return }
    nextBar = .now + Self.interval
    bar = ProgressBar(done: done, total: total, name: name)
    redraw()
  }

  /// A Boolean value that indicates whether standard error is a terminal, which can show a progress bar.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Removes the progress bar.
  mutating func endProgress() {
    hideProgress()
    bar = nil
  }

  private func hideProgress() {
    if bar != nil { write("\r\u{1B}[K") }
  }

  private func redraw() {
    if let bar { write("\r" + bar.line(columns: Self.terminalColumns) + "\u{1B}[K") }
  }

  private static var terminalColumns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Returns a text without control characters, so that a terminal does not obey it; line breaks remain.
  static func harmless(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control ? $0 : "\u{FFFD}"
        }))
  }

  /// Writes lines about inputs, without control characters.
  static func tell(_ text: String) { writeToStandardError(shown(text)) }

  // MARK: Colors

  /// Whether messages have colors: on a terminal, unless NO_COLOR is set (no-color.org) or the terminal is dumb.
  private static let hasColors: Bool = {
    let variables = ProcessInfo.processInfo.environment
    return isTerminal && (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
  }()

  /// Returns a text without control characters, with colors if the terminal shows them.
  private static func shown(_ text: String) -> String {
    let text = harmless(text)
    return hasColors ? colored(text) : text
  }

  /// Returns a text with colors for the words that say how serious a line is, and for marks.
  static func colored(_ text: String) -> String {
    func paint(_ part: some StringProtocol, _ color: Int) -> String {
      "\u{1B}[\(color)m\(part)\u{1B}[0m"
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.last == "^", line.dropLast().allSatisfy({ $0 == " " }) { return paint(line, 32) }
      for (word, color) in [(": warning: ", 33), (": note: ", 36)] {
        guard let place = line.range(of: word) else { continue }
        let inner = word.dropFirst(2).dropLast()
        return line[..<place.lowerBound] + ": " + paint(inner, color) + " "
          + line[place.upperBound...]
      }
      return line.hasPrefix("Error: ") ? paint("Error:", 31) + line.dropFirst(6) : String(line)
    }.joined(separator: "\n")
  }

  /// Writes what a command wrote, on a terminal.
  static func tellWritten(_ facts: [String]) {
    if isTerminal { tell(facts.joined(separator: "  ") + "\n") }
  }

  /// Writes a text in one call, so that the lines of several processes do not mix.
  static func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// One line that shows the progress of work.
struct ProgressBar: Equatable {
  var done: Int
  var total: Int
  var name: String

  /// Returns the bar with fewer than the given columns, so that a terminal does not wrap it.
  func line(columns: Int) -> String {
    let cells = min(24, max(4, columns / 3))
    let filled = total > 0 ? cells * done / total : cells
    let bar =
      "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: cells - filled) + "] \(done)/\(total) "
    let room = max(0, columns - 1 - bar.count)
    let name = Console.harmless(name).replacing("\n", with: " ")
    return String((bar + name.prefix(room)).prefix(max(0, columns - 1)))
  }
}
