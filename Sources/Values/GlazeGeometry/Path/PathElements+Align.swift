import Foundation

extension PathElements {
  /// The same outlines with equal elements, where lines become curves to match curves; nil when
  /// other elements differ.
  package static func aligned(_ paths: [PathElements]) -> [PathElements]? {
    guard let first = paths.first else { return [] }
    if paths.allSatisfy({ $0.verbs == first.verbs }) { return paths }
    guard paths.allSatisfy({ $0.verbs.count == first.verbs.count }) else { return nil }
    var isCurved = [Bool](repeating: false, count: first.verbs.count)
    for path in paths.dropFirst() {
      for (i, (a, b)) in zip(first.verbs, path.verbs).enumerated() where a != b {
        guard Verb.isSegment(a), Verb.isSegment(b) else { return nil }
        isCurved[i] = true
      }
    }
    return paths.map { $0.curved(where: isCurved) }
  }

  /// The same outline with some segments replaced by cubic curves.
  private func curved(where isCurved: [Bool]) -> PathElements {
    var result = PathElements()
    var index = 0
    forEach { element in
      result.append(isCurved[index] ? element.asCubic : element)
      index += 1
    }
    return result
  }

  private mutating func append(_ element: Element) {
    switch element {
    case .move(let p): move(to: p)
    case .line(_, let p): line(to: p)
    case .quad(_, let c, let p): quad(to: p, control: c)
    case .cubic(_, let c1, let c2, let p): cubic(to: p, control1: c1, control2: c2)
    case .close: close()
    }
  }
}

extension PathElements.Verb {
  fileprivate static func isSegment(_ verb: UInt8) -> Bool {
    verb == line || verb == quad || verb == cubic
  }
}

extension PathElements.Element {
  /// The same segment as a cubic curve with the same parameterization.
  fileprivate var asCubic: PathElements.Element {
    func mix(_ a: CGPoint, _ b: CGPoint, _ t: CGFloat) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    switch self {
    case .line(let a, let b):
      return .cubic(from: a, control1: mix(a, b, 1 / 3), control2: mix(a, b, 2 / 3), to: b)
    case .quad(let a, let c, let b):
      return .cubic(from: a, control1: mix(a, c, 2 / 3), control2: mix(b, c, 2 / 3), to: b)
    default: return self
    }
  }
}
