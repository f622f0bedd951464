package import Foundation

/// Something that acts on the particles of a `CAEmitterLayer`.
///
/// Observed: Apple's own files have it; it is in no public header.
package final class CAEmitterBehavior: NSObject {
  /// What an input is, as files have it.
  package enum Input: Equatable {
    /// A number, or several that make a vector.
    case numbers([Double])
    /// A list of numbers, vectors or colours.
    case list([[Double]])
    case text(String)
  }

  /// Such as `wave`.
  package let type: String
  package var name: String?
  package var isEnabled = true
  package var inputs: [String: Input] = [:]

  package init(type: String) {
    self.type = type
  }

  func number(_ key: String, or other: Double = 0) -> Double {
    guard let value = vector(key).first, value.isFinite else { return other }
    return value
  }

  /// A vector, however it is written.
  func vector(_ key: String) -> [Double] {
    switch inputs[key] {
    case .numbers(let numbers): numbers
    case .list(let list): list.flatMap { $0 }
    case .text, nil: []
    }
  }

  /// A list, however it is written.
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
