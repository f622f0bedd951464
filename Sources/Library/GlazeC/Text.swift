import Foundation
import Synchronization

/// Strings that live for ever.
///
/// There are few of them, and each is stored once.
enum ConstantText {
  private struct Address: @unchecked Sendable {
    // Never written and never freed.
    let text: UnsafePointer<CChar>
  }

  private static let texts = Mutex<[String: Address]>([:])

  static var empty: UnsafePointer<CChar> { pointer(to: "") }

  static func pointer(to text: String) -> UnsafePointer<CChar> {
    texts.withLock { texts in
      if let known = texts[text] { return known }
      let address = Address(text: copy(of: text))
      texts[text] = address
      return address
    }.text
  }

  private static func copy(of text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
    return UnsafePointer(copy)
  }
}

/// Strings that live as long as their owner.
final class OwnedTexts {
  private var texts: [UnsafeMutablePointer<CChar>] = []

  deinit { removeAll() }

  func add(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    texts.append(copy)
    return UnsafePointer(copy)
  }

  func removeAll() {
    for text in texts { free(text) }
    texts = []
  }
}

/// Returns the string of a parameter.
///
/// - Throws: `Failure` if it is NULL or not UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(Failure) -> String {
  guard let pointer else { throw .argument("\(name) is NULL") }
  guard let text = String(validatingCString: pointer) else {
    throw .argument("\(name) is not UTF-8")
  }
  return text
}

/// Returns the string of a parameter that may be NULL.
func optionalText(
  _ pointer: UnsafePointer<CChar>?, _ name: StaticString
) throws(Failure) -> String? {
  pointer == nil ? nil : try text(pointer, name)
}
