package import Foundation

/// A behavior that affects the particles of a `CAEmitterLayer`.
///
/// Observed: Apple's own files contain it; it is in no public header.
package final class CAEmitterBehavior: NSObject, NSSecureCoding {
  /// The value of an input, as in files.
  package enum Input: Equatable {
    /// A number, or several that make a vector.
    case numbers([Double])
    /// An array of numbers, vectors or colors.
    case list([[Double]])
    case text(String)
  }

  /// The type, such as `wave`.
  package let type: String
  package var name: String?
  package var isEnabled = true
  package var inputs: [String: Input] = [:]

  package init(type: String) {
    self.type = type
  }

  package init?(coder: NSCoder) {
    guard let type = coder.archivedValue(forKey: "type") as? String else {
      coder.refuse("type", expected: "the type of a behavior")
      return nil
    }
    self.type = type
    super.init()
    name = coder.archivedValue(forKey: "name") as? String
    isEnabled = (coder.archivedValue(forKey: "enabled") as? NSNumber)?.boolValue ?? true
    for key in coder.archivedKeys where !["type", "name", "enabled"].contains(key) {
      inputs[key] = Input(archived: coder.archivedValue(forKey: key))
    }
  }

  package static var supportsSecureCoding: Bool { true }

  package func encode(with coder: NSCoder) {
    var values: [(String, Any?)] = [("type", type)]
    if name != nil { values.append(("name", name)) }
    if !isEnabled { values.append(("enabled", false)) }
    values += inputs.sorted { $0.key < $1.key }.map { ($0.key, $0.value.archived) }
    for (key, value) in values { coder.encodeArchived(value, forKey: key, of: self) }
    coder.encode(
      NSArray(array: values.map { $0.0 as NSString }), forKey: ArchiveNames.contents)
  }

  package override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  func number(_ key: String, or other: Double = 0) -> Double {
    guard let value = vector(key).first, value.isFinite else { return other }
    return value
  }

  /// Returns a vector from any of its forms.
  func vector(_ key: String) -> [Double] {
    switch inputs[key] {
    case .numbers(let numbers): numbers
    case .list(let list): list.flatMap { $0 }
    case .text, nil: []
    }
  }

  /// Returns an array from any of its forms.
  func list(_ key: String) -> [[Double]] {
    switch inputs[key] {
    case .numbers(let numbers): numbers.map { [$0] }
    case .list(let list): list
    case .text, nil: []
    }
  }

  func text(_ key: String) -> String? {
    if case .text(let text) = inputs[key] { text } else { nil }
  }
}

// Vectors are strings, as in CAML.
extension CAEmitterBehavior.Input {
  fileprivate var archived: Any {
    switch self {
    case .numbers(let numbers): Self.archived(numbers)
    case .list(let rows): rows.map { Self.archived($0) }
    case .text(let text): text
    }
  }

  private static func archived(_ numbers: [Double]) -> Any {
    numbers.count == 1 ? numbers[0] : numbers.map { "\($0)" }.joined(separator: " ")
  }

  fileprivate init?(archived: Any?) {
    if let list = archived as? [Any] {
      self = .list(list.map { Self.numbers($0) ?? [] })
    } else if let numbers = Self.numbers(archived) {
      self = .numbers(numbers)
    } else if let text = archived as? String {
      self = .text(text)
    } else {
      return nil
    }
  }

  private static func numbers(_ archived: Any?) -> [Double]? {
    if let number = archived as? NSNumber { return [number.doubleValue] }
    let words = (archived as? String)?.split(separator: " ") ?? []
    let numbers = words.compactMap { Double($0) }
    return numbers.count == words.count && !numbers.isEmpty ? numbers : nil
  }
}
