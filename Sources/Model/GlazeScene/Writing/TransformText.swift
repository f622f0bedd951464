import Foundation
import GlazeGeometry

/// Matrices in CAML's spelling: one or two functions if they express it exactly, otherwise all
/// numbers.
enum TransformText {
  static func text(_ transform: CATransform3D) -> String {
    if CATransform3DIsIdentity(transform) { return "" }
    for text in candidates(transform) {
      if let read = try? TransformFunctions.parse(text), read == transform { return text }
    }
    return "matrix(\(NumberText.list(transform.numbers)))"
  }

  private static func candidates(_ t: CATransform3D) -> [String] {
    let move = [t.m41, t.m42, t.m43].map(\.native)
    let scale = [t.m11, t.m22, t.m33].map(\.native)
    var result: [String] = []
    let moves = move == [0, 0, 0] ? "" : "translate(\(list(move))) "
    if !moves.isEmpty { result.append(String(moves.dropLast())) }
    result.append(moves + "scale(\(list(scale)))")
    // Angles that people write have few digits.
    let angle = atan2(t.m12.native, t.m11.native) * 180 / .pi
    for digits in [1.0, 1e4, 1e10] {
      result.append(moves + "rotate(\(NumberText.text((angle * digits).rounded() / digits))deg)")
    }
    if t.m34 != 0 {
      result.append("perspective(\(NumberText.text((-1 / t.m34.native * 1e6).rounded() / 1e6)))")
    }
    return result
  }

  private static func list(_ numbers: [Double]) -> String {
    numbers.map { NumberText.text($0) }.joined(separator: ", ")
  }
}

extension CGPath {
  /// The path in CAML's spelling: numbers before operators.
  var postfixText: String {
    var words: [String] = []
    var next = 0
    for verb in elements.verbs {
      let count = PathElements.Verb.pointCount(verb)
      for point in elements.points[next..<(next + count)] {
        for number in [point.x.native, point.y.native] {
          words.append(NumberText.text(number.isFinite ? number : 0))
        }
      }
      next += count
      words.append(["m", "l", "q", "c", "h"][Int(verb)])
    }
    return words.joined(separator: " ")
  }
}
