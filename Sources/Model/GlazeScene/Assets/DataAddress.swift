import Foundation

/// A file that is embedded in its own address: `data:image/png;base64,...` (RFC 2397).
struct DataAddress {
  /// The media type, such as `image/png`; empty when the address has none.
  let mediaType: Substring
  private let isBase64: Bool
  private let payload: Substring

  /// Returns nil for text that is not such an address.
  init?(_ text: String) {
    guard text.prefix(5).lowercased() == "data:", let comma = text.firstIndex(of: ",") else {
      return nil
    }
    let head = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(
      separator: ";", omittingEmptySubsequences: false)
    mediaType = head.first ?? ""
    isBase64 = head.last?.lowercased() == "base64"
    payload = text[text.index(after: comma)...]
  }

  /// The file; nil when the text cannot be decoded.
  ///
  /// - Complexity: O(length).
  var bytes: [UInt8]? {
    if isBase64 {
      let plain = payload.removingPercentEncoding ?? String(payload)
      return Data(base64Encoded: plain, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }
    var bytes: [UInt8] = []
    var rest = payload.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
