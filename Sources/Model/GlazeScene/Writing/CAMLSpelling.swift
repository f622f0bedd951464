import Foundation
import GlazeGeometry
import GlazeLayers

/// Spells forms as CAML: short values become attributes, all others elements.
struct CAMLSpelling {
  let images: ImageFiles

  /// Returns an object that is not a layer as an element.
  ///
  /// - Parameter tag: the name of the element; the class becomes the attribute `type`, unless it is
  ///   the tag.
  func node(_ form: ObjectForm, tag: String) -> XMLNode {
    var node = XMLNode(tag)
    if tag != form.className { node.attributes.append(("type", form.className)) }
    if let id = form.id { node.attributes.append(("id", id)) }
    for member in form.members {
      add(Self.renamed(member, form.className), to: &node, of: form.className)
    }
    return node
  }

  /// Renames properties that are called `type`, since CAML uses `type` for the class of an element.
  private static func renamed(_ member: ObjectForm.Member, _ className: String) -> ObjectForm.Member
  {
    guard member.name == "type" else { return member }
    switch className {
    case "CAFilter": return ObjectForm.Member(name: "filter", value: member.value)
    case "CAEmitterBehavior": return ObjectForm.Member(name: "behavior", value: member.value)
    default: return member
    }
  }

  func add(_ member: ObjectForm.Member, to node: inout XMLNode, of className: String) {
    if case .retained(let part) = member.value {
      add(part, to: &node, besides: ["id", "object", "type"])
    } else if member.name != "type", !Self.isTyped(member.name), let text = attribute(member.value)
    {
      node.attributes.append((member.name, text))
    } else if let child = element(
      member.value, tag: member.name, isTyped: Self.isTyped(member.name))
    {
      node.children.append(child)
    }
  }

  /// Returns whether a value needs an explicit type, since nothing else identifies it.
  private static func isTyped(_ name: String) -> Bool {
    ["fromValue", "toValue", "byValue", "value"].contains(name)
  }

  /// Adds content from the document that Glaze does not know.
  ///
  /// - Parameter taken: names of attributes that have another meaning here.
  func add(_ part: Keepsake.Part, to node: inout XMLNode, besides taken: Set<String> = []) {
    switch part {
    case .known: break
    case .attribute(let name, let text): add(text, name, to: &node, besides: taken)
    case .element(_, let text) where XMLText.isContent(text):
      node.children.append(XMLNode(raw: text))
    case .element(let name, let text):
      node.children.append(
        Self.json(JSONText.object([("caml", .string(text))]).text, called: name))
    case .member(let name, let json):
      if let text = JSONText.plainString(json) {
        add(text, name, to: &node, besides: taken)
      } else {
        node.children.append(Self.json(json, called: name))
      }
    }
  }

  /// Adds a string as an attribute, or as JSON when it cannot be an attribute.
  private func add(
    _ text: String, _ name: String, to node: inout XMLNode, besides taken: Set<String>
  ) {
    if XMLText.isName(name), !taken.contains(name),
      !node.attributes.contains(where: { $0.name == name })
    {
      node.attributes.append((name, text))
    } else {
      node.children.append(Self.json(JSONText.string(text).text, called: name))
    }
  }

  /// Returns JSON in an element; a name that XML does not allow becomes an attribute's value.
  private static func json(_ json: String, called name: String) -> XMLNode {
    let isName = XMLText.isName(name)
    let names: [(name: String, value: String)] = isName ? [] : [("name", name)]
    return XMLNode(isName ? name : "member", names + [("type", "json"), ("value", json)])
  }

  // MARK: Values

  /// Returns a value as an attribute; nil for one that needs an element.
  func attribute(_ value: FormValue) -> String? {
    switch value {
    case .value(let value, let kind): Self.text(value, kind)
    case .pace(let pace): Self.pace(pace)
    default: nil
    }
  }

  private static func pace(_ pace: CAMediaTimingFunction) -> String {
    pace.name?.rawValue
      ?? (0..<4).map { NumberText.text(Double(pace.points[$0]), as: .float) }.joined(separator: " ")
  }

  static func text(_ value: PropertyValue, _ kind: PropertyKind) -> String? {
    switch value {
    case .bool(let value): value ? "1" : "0"
    case .number(let number): NumberText.text(number, as: kind)
    case .point(let p): NumberText.list([p.x.native, p.y.native])
    case .size(let s): NumberText.list([s.width.native, s.height.native])
    case .rect(let r):
      NumberText.list([
        r.origin.x.native, r.origin.y.native, r.size.width.native, r.size.height.native,
      ])
    case .transform(let t): TransformText.text(t)
    case .affine(let t):
      "matrix(\(NumberText.list([t.a, t.b, t.c, t.d, t.tx, t.ty].map(\.native))))"
    case .color(let color) where NumberText.components(of: color)[3] == "1":
      NumberText.components(of: color).prefix(3).joined(separator: " ")
    case .colorMatrix(let matrix):
      "matrix(\(matrix.rowMajor.map { NumberText.text(Double($0), as: .float) }.joined(separator: " ")))"
    case .path(let path): path.postfixText
    case .string(let text): text
    // These are the inputs of a behavior; lists of layers and animations are elements.
    case .array(let items):
      items.compactMap(\.double).map { NumberText.text($0) }.joined(separator: " ")
    case .none, .color, .image, .images: nil
    }
  }

  /// Returns a value as a separate element.
  ///
  /// - Parameter isTyped: whether the element states the type of its value.
  func element(_ value: FormValue, tag: String, isTyped: Bool = false) -> XMLNode? {
    switch value {
    case .nothing: return XMLNode(tag, [("type", "null")])
    case .value(.color(let color), _):
      let c = NumberText.components(of: color)
      let opacity: [(name: String, value: String)] = c[3] == "1" ? [] : [("opacity", c[3])]
      return XMLNode(
        tag,
        (isTyped ? [("type", "CGColor")] : []) + opacity
          + [("value", c.prefix(3).joined(separator: " "))])
    case .value(let value, let kind):
      guard let text = Self.text(value, kind) else { return nil }
      let type: [(name: String, value: String)] =
        isTyped ? [("type", Self.type(of: value, kind))] : []
      return XMLNode(tag, type + [("value", text)])
    case .image(let image): return imageElement(image, tag: tag)
    case .pace(let pace): return XMLNode(tag, [("value", Self.pace(pace))])
    case .list(let items):
      let children = items.compactMap { item(of: $0) }
      return XMLNode(tag, children.isEmpty || isTyped ? [("type", "NSArray")] : [], children)
    case .dictionary(let members):
      var node = XMLNode(tag)
      for member in members { add(member, to: &node, of: "NSDictionary") }
      return node
    case .object(let form): return self.node(form, tag: tag)
    case .objects(let forms):
      return XMLNode(tag, [], forms.map { node($0, tag: Self.tag(of: $0)) })
    case .rows(let rows):
      return XMLNode(tag, [], rows.map { XMLNode("real", [("value", NumberText.list($0))]) })
    case .reference(let id): return XMLNode(tag, [("object", id)])
    case .retained, .sublayers, .mask: return nil
    }
  }

  /// Returns the tag of an object; animations of all classes have the same one, as in Apple's
  /// files.
  private static func tag(of form: ObjectForm) -> String {
    CAAnimation.isKnown(form.className) ? "animation" : form.className
  }

  /// Returns a member of a list, named by its form.
  private func item(of value: FormValue) -> XMLNode? {
    switch value {
    case .nothing: XMLNode("null", [("type", "null")])
    case .value(let inner, let kind): element(value, tag: Self.type(of: inner, kind))
    case .pace(let pace): XMLNode("timingFunction", [("value", Self.pace(pace))])
    case .image: element(value, tag: "contents")
    case .list: element(value, tag: "NSArray", isTyped: true)
    case .dictionary: element(value, tag: "NSDictionary")
    case .object(let form): node(form, tag: form.className)
    case .objects, .rows, .retained, .reference, .sublayers, .mask: nil
    }
  }

  private static func type(of value: PropertyValue, _ kind: PropertyKind) -> String {
    switch value {
    case .bool: "integer"
    case .number: kind == .int || kind == .bits ? "integer" : "real"
    case .point: "CGPoint"
    case .size: "CGSize"
    case .rect: "CGRect"
    case .transform: "CATransform3D"
    case .affine: "CGAffineTransform"
    case .color: "CGColor"
    case .colorMatrix: "CAColorMatrix"
    case .path: "CGPath"
    case .string: "string"
    case .image, .images: "CGImage"
    case .array: "NSArray"
    case .none: "null"
    }
  }

  private func imageElement(_ image: CGImage, tag: String) -> XMLNode? {
    guard let reference = images.reference(to: image) else { return nil }
    let isMask = reference.meaning == .luminanceIsAlpha
    let file: [(name: String, value: String)] =
      (isMask ? [("A8asL8", "1")] : []) + [("src", reference.address)]
    guard let tint = reference.tint else { return XMLNode(tag, [("type", "CGImage")] + file) }
    let parts = (0..<4).map { NumberText.text(Double(tint[$0]), as: .float) }
    var color = XMLNode(
      "tint", [("type", "CGColor"), ("value", parts.prefix(3).joined(separator: " "))])
    if parts[3] != "1" { color.attributes.append(("opacity", parts[3])) }
    return XMLNode(
      tag, [("type", "CATintedImage")], [XMLNode("image", [("type", "CGImage")] + file), color])
  }
}
