import Foundation

/// The body of an answer without an image.
struct FailureBody: Encodable {
  private struct Failure: Encodable {
    var code: String
    var message: String
    var diagnostics: [ServedDiagnostic]
  }

  private let error: Failure
  private let request: String

  /// The largest size of a header that all proxies accept.
  private static let longestHeader = 4096

  init(error: ServedFailure, diagnostics: [ServedDiagnostic], request: String) {
    self.error = Failure(code: error.code, message: error.message, diagnostics: diagnostics)
    self.request = request
  }

  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map(Array.init) ?? []) + [0x0A]
  }

  /// Returns diagnostics as the value of a header, in ASCII; nil if they are too long.
  static func header(_ diagnostics: [ServedDiagnostic]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(diagnostics), json.count <= longestHeader else {
      return nil
    }
    let text = String(decoding: json, as: UTF8.self).utf16.map { unit in
      if 0x20..<0x7F ~= unit { return String(UnicodeScalar(UInt8(unit))) }
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    return text.utf8.count <= longestHeader ? text : nil
  }
}
