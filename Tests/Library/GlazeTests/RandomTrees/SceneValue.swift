/// A value of a scene file, for scenes that tests make, cut down, and print.
indirect enum SceneValue {
  case number(Double)
  case text(String)
  case truth(Bool)
  case list([SceneValue])
  case object([Member])

  struct Member {
    var name: String
    var value: SceneValue

    init(_ name: String, _ value: SceneValue) {
      self.name = name
      self.value = value
    }
  }

  static func numbers(_ numbers: Double...) -> Self { .list(numbers.map(Self.number)) }

  /// The text in a scene file.
  var json: String {
    switch self {
    case .number(let number): number == number.rounded() ? "\(Int64(number))" : "\(number)"
    case .text(let text): "\"\(text)\""
    case .truth(let truth): "\(truth)"
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }

  /// Values with one part less, or with a simpler one: larger cuts first.
  var smaller: [SceneValue] {
    switch self {
    case .number(let number) where number != number.rounded(): [.number(number.rounded())]
    case .number, .text, .truth: []
    case .list(let values):
      // The numbers of a matrix or a colour are needed, all of them.
      (values.contains(where: \.isPart) ? Self.without(values, Self.list) : [])
        + Self.replacing(values, \.smaller, Self.list)
    case .object(let members):
      members.inner
        + Self.without(members, Self.object)
        + Self.replacing(
          members, { member in member.value.smaller.map { Member(member.name, $0) } }, Self.object)
    }
  }

  private var isPart: Bool {
    if case .object = self { true } else { false }
  }

  private static func without<Part>(
    _ parts: [Part], _ make: ([Part]) -> SceneValue
  ) -> [SceneValue] {
    parts.indices.map { index in
      var rest = parts
      rest.remove(at: index)
      return make(rest)
    }
  }

  private static func replacing<Part>(
    _ parts: [Part], _ smaller: (Part) -> [Part], _ make: ([Part]) -> SceneValue
  ) -> [SceneValue] {
    parts.indices.flatMap { index in
      smaller(parts[index]).map { part in
        var changed = parts
        changed[index] = part
        return make(changed)
      }
    }
  }

  /// The smallest value that still fails, as far as some tries lead.
  func cutDown(tries: Int, fails: (SceneValue) -> Bool) -> SceneValue {
    var best = self
    var left = tries
    search: while left > 0 {
      for candidate in best.smaller {
        guard left > 0 else { break }
        left -= 1
        if fails(candidate) {
          best = candidate
          continue search
        }
      }
      break
    }
    return best
  }
}

extension [SceneValue.Member] {
  /// The sublayers of a layer in its place.
  fileprivate var inner: [SceneValue] {
    flatMap { member -> [SceneValue] in
      guard member.name == "sublayers", case .list(let layers) = member.value else { return [] }
      return layers
    }
  }
}
