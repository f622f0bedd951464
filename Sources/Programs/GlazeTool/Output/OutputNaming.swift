import Foundation
import GlazeGeometry

/// The destinations of a command's images, which follow from `-o` and the number of inputs.
enum OutputNaming: Equatable {
  /// `NAME.png` in a folder, which is made if it is missing; empty for the current folder.
  case folder(String)
  /// One file.
  case file(String)
  /// `%s` is the input's name, `%d` its number from 1, `%03d` the same with three digits or more.
  case pattern(OutputPattern)
  /// Standard output.
  case standardOutput

  /// Reads `-o`.
  ///
  /// - Parameters:
  ///   - option: The value of `-o`; nil is the current folder.
  ///   - isFolder: Returns whether a path is an existing folder.
  ///   - isTerminal: Whether standard output is a terminal.
  /// - Throws: `OutputNamingError` if several inputs have one destination.
  init(
    option: String?, inputCount: Int, isFolder: (String) -> Bool = Self.isExistingFolder,
    isTerminal: Bool = isatty(STDOUT_FILENO) == 1
  ) throws(OutputNamingError) {
    guard let option else {
      self = .folder("")
      return
    }
    if option == "-" {
      guard inputCount == 1 else { throw .severalToStandardOutput }
      guard !isTerminal else { throw .terminal }
      self = .standardOutput
    } else if option.hasSuffix("/") || isFolder(option) {
      self = .folder(option)
    } else if option.contains("%") {
      let pattern = try OutputPattern(option)
      guard pattern.tellsInputsApart || inputCount == 1 else { throw .severalToOneFile(option) }
      self = .pattern(pattern)
    } else {
      guard !option.isEmpty else { throw .emptyName }
      guard inputCount == 1 else { throw .severalToOneFile(option) }
      self = .file(option)
    }
  }

  /// Returns the output of each input.
  ///
  /// - Throws: `OutputNamingError` if two inputs have the same output, or an output is an input.
  func outputs(for inputs: [Input]) throws(OutputNamingError) -> [Output] {
    var owners: [Output: Input] = [:]
    var outputs: [Output] = []
    for (index, input) in inputs.enumerated() {
      let output = self.output(for: input, number: index + 1)
      if let other = owners.updateValue(input, forKey: output) {
        throw .collision(first: other, second: input, output: output)
      }
      if case .file(let source) = input, case .file(let target) = output,
        Self.isSame(source, target)
      {
        throw .overwritesInput(source)
      }
      _ = try StillFormat.of(output)
      outputs.append(output)
    }
    return outputs
  }

  private func output(for input: Input, number: Int) -> Output {
    switch self {
    case .standardOutput: return .standardOutput
    case .file(let path): return .file(path)
    case .pattern(let pattern): return .file(pattern.path(name: input.baseName, number: number))
    case .folder(let folder):
      let separator = folder.isEmpty || folder.hasSuffix("/") ? "" : "/"
      return .file(folder + separator + input.baseName + ".png")
    }
  }

  static func isExistingFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Returns whether two paths lead to the same file, which need not exist.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    switch (stat(a, &first), stat(b, &second)) {
    case (0, 0): return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    case (0, _), (_, 0): return false
    default:
      let paths = [a, b].map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      return paths[0] == paths[1]
    }
  }
}

/// A file name with placeholders for an input's name and number.
struct OutputPattern: Equatable {
  private enum Piece: Equatable {
    case text(String)
    case name
    case number(minimumDigits: Int)
  }

  private var pieces: [Piece] = []

  init(_ pattern: String) throws(OutputNamingError) {
    var text = ""
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      switch rest.popFirst() {
      case "%" where digits.isEmpty: text.append("%")
      case "s" where digits.isEmpty: add(.name, after: &text)
      case "d" where digits.count <= 2:
        add(.number(minimumDigits: Int(digits) ?? 0), after: &text)
      default: throw .unknownPlace(pattern)
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  private mutating func add(_ piece: Piece, after text: inout String) {
    if !text.isEmpty { pieces.append(.text(text)) }
    text = ""
    pieces.append(piece)
  }

  /// A Boolean value that indicates whether different inputs get different names.
  var tellsInputsApart: Bool {
    pieces.contains {
      if case .text = $0 { false } else { true }
    }
  }

  func path(name: String, number: Int) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .name: return name
      case .number(let minimumDigits):
        let digits = String(number)
        return String(repeating: "0", count: max(0, minimumDigits - digits.count)) + digits
      }
    }.joined()
  }
}

/// An `-o` that cannot be used with the inputs; all of these are usage errors.
enum OutputNamingError: Error, Equatable, CustomStringConvertible {
  case emptyName
  case terminal
  case severalToStandardOutput
  case severalToOneFile(String)
  case unknownPlace(String)
  case collision(first: Input, second: Input, output: Output)
  case overwritesInput(String)
  case unknownFormat(String, [String])
  case misspelledEnding(String, String)
  case unknownEncoding(String, OutputColor)

  var description: String {
    switch self {
    case .emptyName: "-o is empty; name a file, a folder or a pattern"
    case .terminal: "-o - would print an image to the terminal; redirect it to a file or a pipe"
    case .severalToStandardOutput: "-o - takes one input, and there are several"
    case .severalToOneFile(let path):
      "-o \(path) is one file, and there are several inputs; name a folder (\(path)/) "
        + "or a pattern (%s is an input's name, %d its number)"
    case .unknownPlace(let pattern):
      "-o \(pattern): unknown %; use %s (name), %d or %03d (number), or %% for a percent sign"
    case .collision(let first, let second, let output):
      "\(first) and \(second) would both be written to \(output); use -o with %d"
    case .overwritesInput(let path): "-o would overwrite its own input \(path)"
    case .unknownFormat(let path, let endings):
      "-o \(path): this format is not written; use one of .\(endings.joined(separator: ", ."))"
    case .misspelledEnding(let path, let near):
      "-o \(path): no format has this ending; did you mean .\(near)?"
    case .unknownEncoding(let path, let output):
      "-o \(path): this format does not hold \(output); "
        + "a .png, .avif or .jxl holds every --output-space with a --depth of 8, 10 or 16, "
        + "an .exr holds linear light in half floats, a .jxl half floats in every space"
    }
  }
}
