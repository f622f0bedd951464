import Foundation
import GlazeGeometry

/// Writes events as JSON to standard error, one per line.
struct ServeLog: Sendable {
  /// A value of an event.
  enum Value: Encodable {
    case text(String)
    case number(Int)
    /// Seconds, which are written in milliseconds with three decimals.
    case seconds(Double)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .seconds(let seconds):
        try container.encode(Double(Int(clamping: (seconds * 1e6).rounded())) / 1000)
      }
    }
  }

  func write(_ event: String, _ facts: KeyValuePairs<String, Value?>) {
    var line = "{" + Self.field("time", .text(Self.now)) + "," + Self.field("event", .text(event))
    for (name, value) in facts {
      if let value { line += "," + Self.field(name, value) }
    }
    let bytes = Array((line + "}\n").utf8)
    // In one call, so that lines do not mix.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func field(_ name: String, _ value: Value) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    return "\"\(name)\":\(json ?? "null")"
  }

  /// The time in UTC, with milliseconds.
  private static var now: String {
    Date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
