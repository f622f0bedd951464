import Foundation
import Glaze
import GlazeGeometry

/// A line that says what to write instead, for mistakes whose messages do not.
enum UsageHint {
  /// Returns the line for a message about a command line; nil if the message says enough.
  static func text(for message: String, _ arguments: [String]) -> String? {
    if let option = part(of: message, "Missing value for '", " ") {
      return missingValue(option, arguments)
    }
    if let word = part(of: message, "Unexpected argument '", "'") {
      return FileManager.default.fileExists(atPath: word)
        ? "\(arguments.first ?? "the command") takes one input fewer; run it once for each" : nil
    }
    guard let value = part(of: message, "The value '", "' is invalid for '"),
      let option = part(of: message, "' is invalid for '", " ")
    else { return nil }
    return invalidValue(value, option)
  }

  /// Values that begin with a minus look like options.
  private static func missingValue(_ option: String, _ arguments: [String]) -> String? {
    guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count,
      Double(arguments[place + 1]) != nil
    else { return nil }
    return "a negative number needs a sign of equality: \(option)=\(arguments[place + 1])"
  }

  private static func invalidValue(_ value: String, _ option: String) -> String? {
    switch option {
    case "--size": "write the width and the height in pixels: --size 640x480"
    case "--scale", "--fps": "write a number above 0"
    case "--time", "--to", "--from": "write seconds: \(option) 1.5"
    case "--listen" where value.hasPrefix(":") && Int(value.dropFirst()) != nil:
      "write the port alone, or an address before it: --listen \(value.dropFirst())"
    case "--limit":
      limit(String(value.prefix { $0 != "=" }))
    default: nil
    }
  }

  private static func limit(_ name: String) -> String {
    let names = RenderLimits.Name.allCases.map(\.rawValue)
    if names.contains(name) { return "write a number of 0 or more: --limit \(name)=1000" }
    let all = "the limits are " + names.joined(separator: ", ")
    return NearestName.of(name, among: names).map { "did you mean \($0)? " + all } ?? all
  }

  /// The text between two marks of a message; nil if it has not both.
  private static func part(of message: String, _ start: String, _ end: String) -> String? {
    guard let from = message.range(of: start),
      let to = message.range(of: end, range: from.upperBound..<message.endIndex)
    else { return nil }
    return String(message[from.upperBound..<to.lowerBound])
  }
}
