import GlazeGeometry
import GlazeLayers

/// The kinds of archived objects that CAML has elements for.
///
/// Only these classes, and those of `KeyedArchive.text(ofClass:_:)`, are read.
enum ArchivedForm {
  case layer, animation, filter, cell, behavior
  /// A state, a transition between states, or an element of either.
  case state
  case color, image, tintedImage
  case list, dictionary

  /// - Parameter classes: the names of a class and of its superclasses.
  init?(_ classes: [String]) {
    if classes.contains("CALayer") {
      self = .layer
    } else if classes.contains("CAAnimation") {
      self = .animation
    } else if classes.first?.hasPrefix("LKState") ?? false {
      self = .state
    } else if let form = classes.first.flatMap({ Self.forms[$0] }) {
      self = form
    } else {
      return nil
    }
  }

  /// Apple's frameworks wrap values that are not Objective-C objects in proxies.
  private static let forms: [String: ArchivedForm] = [
    "CAFilter": .filter, "CAEmitterCell": .cell, "CAEmitterBehavior": .behavior,
    ArchiveNames.color: .color, ArchiveNames.image: .image,
    ArchiveNames.tintedImage: .tintedImage,
    ArchiveNames.array: .list, "NSArray": .list, "NSMutableArray": .list,
    ArchiveNames.dictionary: .dictionary, "NSDictionary": .dictionary,
    "NSMutableDictionary": .dictionary,
  ]
}

extension KeyedArchive {
  /// The content of an item.
  enum Content {
    case null
    /// A value in CAML's spelling, and the name of an element for it.
    case text(String, tag: String)
    case object(ArchivedForm, [Field], classes: [String])
    /// An object of a class that is not read, or a value that cannot be used.
    case foreign(String)

    /// The name of the element for this form in a list.
    var tag: String {
      switch self {
      case .null: "null"
      case .text(_, let tag): tag
      case .object(.color, _, _): "CGColor"
      case .object(.image, _, _): "CGImage"
      case .object(.list, _, _): "NSArray"
      case .object(_, _, let classes): classes.first ?? "NSDictionary"
      case .foreign(let type): type
      }
    }
  }

  func content(of item: Item) throws(LayerCodingError) -> Content {
    switch try value(of: item) {
    case nil: return .null
    case .bool(let value): return .text(value ? "1" : "0", tag: "integer")
    case .number(let value): return .text(Self.text([value]), tag: "real")
    case .string(let text): return .text(text, tag: "string")
    case .dictionary: return try content(of: try fields(of: item))
    case .data, .list, .uid, .other: return .foreign("data")
    }
  }

  private func content(of fields: [Field]) throws(LayerCodingError) -> Content {
    let classes = try classes(of: fields)
    if let form = ArchivedForm(classes) { return .object(form, fields, classes: classes) }
    let name = classes.first ?? "no class"
    return try text(ofClass: name, fields).map { .text($0, tag: "string") } ?? .foreign(name)
  }

  /// Returns an object that CAML writes as text; nil for one of another class.
  private func text(ofClass name: String, _ fields: [Field]) throws(LayerCodingError) -> String? {
    switch name {
    case "NSString", "NSMutableString": try text("NS.string", in: fields)
    case ArchiveNames.value: try structure(fields)
    case ArchiveNames.path: try path(fields)
    case "CAMediaTimingFunction":
      try numbers(ArchiveNames.curve, in: fields).map(Self.text)
    case "CAValueFunction": try text("name", in: fields)
    default: nil
    }
  }

  /// Returns the members of a list, without names, or of a dictionary; none for anything else.
  func members(of content: Content) throws(LayerCodingError) -> [Field] {
    guard case .object(let form, var fields, _) = content else { return [] }
    func field(_ name: String) -> Item? { fields.first { $0.name == name }?.item }
    // A proxy holds the list or the dictionary.
    let held = form == .list ? ArchiveNames.list : ArchiveNames.members
    if let inner = field(held), field("NS.objects") == nil { fields = try self.fields(of: inner) }
    guard let objects = field("NS.objects") else { return [] }
    let items = try self.items(of: objects) ?? []
    if form == .list { return items.map { ("", $0) } }
    var result: [Field] = []
    for (key, item) in zip(try field("NS.keys").flatMap(self.items(of:)) ?? [], items) {
      if let name = try text(of: key) { result.append((name, item)) }
    }
    return result
  }

  /// Returns the range of an item's bytes, which stand alone or in an object.
  func data(of item: Item) throws(LayerCodingError) -> Range<Int>? {
    let inner = try fields(of: item).first { $0.name == "NS.data" }?.item ?? item
    guard case .data(let range)? = try value(of: inner) else { return nil }
    return range
  }

  // MARK: Values as text

  /// Returns numbers in CAML's spelling: integers have no fraction, so that they can also be
  /// Booleans.
  static func text(_ numbers: [Double]) -> String {
    numbers.map { abs($0) < 1e15 && $0 == $0.rounded() ? "\(Int(clamping: $0))" : "\($0)" }
      .joined(separator: " ")
  }

  /// Returns the numbers in some fields; nil when one is missing.
  func numbers(_ names: [String], in fields: [Field]) throws(LayerCodingError) -> [Double]? {
    var result: [Double] = []
    for name in names {
      guard let item = fields.first(where: { $0.name == name })?.item,
        case .number(let number)? = try value(of: item)
      else { return nil }
      result.append(number)
    }
    return result
  }

  private func text(_ name: String, in fields: [Field]) throws(LayerCodingError) -> String? {
    guard let item = fields.first(where: { $0.name == name })?.item else { return nil }
    return try text(of: item)
  }

  /// Returns a point, a size, a rectangle or a matrix as text; its fields identify which one it is.
  private func structure(_ fields: [Field]) throws(LayerCodingError) -> String? {
    let kinds = ArchiveNames.valueParts + [ArchiveNames.colorMatrixParts]
    for names in kinds.sorted(by: { $0.count > $1.count }) {
      if let numbers = try numbers(names, in: fields) { return Self.text(numbers) }
    }
    return nil
  }

  /// Returns a path in CAML's order: points before the operator.
  private func path(_ fields: [Field]) throws(LayerCodingError) -> String? {
    guard let segments = fields.first(where: { $0.name == ArchiveNames.segments })?.item
    else { return nil }
    let operators = ["m", "l", "q", "c", "h"]
    let points = [1, 1, 2, 3, 0]
    var words: [String] = []
    for (_, item) in try members(of: try content(of: segments)) {
      let segment = try self.fields(of: item)
      guard let type = try numbers([ArchiveNames.segmentType], in: segment)?.first,
        let kind = operators.indices.first(where: { Double($0) == type }),
        let numbers = try numbers(ArchiveNames.pointParts(points[kind]), in: segment)
      else { return nil }
      if !numbers.isEmpty { words.append(Self.text(numbers)) }
      words.append(operators[kind])
    }
    return words.joined(separator: " ")
  }
}
