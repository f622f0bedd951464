import Foundation
import GlazeGeometry

/// Writes JSON.
enum JSONText {
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { string($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a number with `digits` decimals; 0 for values that JSON cannot represent.
  static func number(_ value: Double, digits: Int = 3) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    let scale = pow(10.0, Double(digits))
    let whole = Int64(clamping: (abs(value) * scale).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let (integer, rest) = whole.quotientAndRemainder(dividingBy: Int64(clamping: scale))
    let fraction = "\(rest)"
    return "\(sign)\(integer)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
