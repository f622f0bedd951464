import Foundation
import GlazeGeometry
import GlazeLayers

/// Spells forms as members of JSON scenes.
struct JSONSpelling {
  let images: ImageFiles

  /// Returns an object that is not a layer.
  func object(_ form: ObjectForm) -> JSONText {
    .object(members(of: form))
  }

  /// Returns the members of an object, with its class unless that is implied; without sublayers.
  func members(of form: ObjectForm) -> [(name: String, value: JSONText)] {
    var result: [(name: String, value: JSONText)] = []
    let isPlain = ["CALayer", "CAFilter", "CAEmitterCell", "CAEmitterBehavior"].contains(
      form.className)
    if !isPlain { result.append(("class", .string(form.className))) }
    if let id = form.id { result.append(("id", .string(id))) }
    // Each name has one member, as readers expect.
    var places = Dictionary(uniqueKeysWithValues: result.enumerated().map { ($1.name, $0) })
    for member in form.members {
      guard let text = text(member.value) else { continue }
      if let place = places[member.name] {
        result[place].value = Self.joined(result[place].value, text)
      } else {
        places[member.name] = result.count
        result.append((member.name, text))
      }
    }
    return result
  }

  /// Combines CAML elements with the same name in one member; of other values, the first counts.
  private static func joined(_ first: JSONText, _ next: JSONText) -> JSONText {
    guard case .members(let a) = first, case .members(let b) = next, a.first?.name == "caml",
      b.first?.name == "caml", case .string(let before)? = a.first?.value,
      case .string(let after)? = b.first?.value
    else { return first }
    return .object([("caml", .string(before + after))])
  }

  /// Returns nil for layers, and for images that cannot be written.
  func text(_ value: FormValue) -> JSONText? {
    switch value {
    case .nothing: .null
    case .value(let value, let kind): Self.text(value, kind)
    case .image(let image): imageText(image)
    case .pace(let pace):
      pace.name.map { .string($0.rawValue) }
        ?? .list((0..<4).map { .number(NumberText.text(Double(pace.points[$0]), as: .float)) })
    case .list(let items): .list(items.compactMap { text($0) })
    case .dictionary(let members):
      .object(members.compactMap { member in text(member.value).map { (member.name, $0) } })
    case .object(let form): object(form)
    case .objects(let forms): .list(forms.map { object($0) })
    case .rows(let rows): .list(rows.map { Self.numbers($0) })
    case .retained(let part): Self.retained(part)
    case .reference(let id): .string(id)
    case .sublayers, .mask: nil
    }
  }

  /// Returns content that JSON has no key for: CAML in an object, or JSON as it was.
  static func retained(_ part: Keepsake.Part) -> JSONText? {
    switch part {
    case .known: nil
    case .attribute(_, let text): .string(text)
    case .element(_, let xml): .object([("caml", .string(xml))])
    case .member(_, let json): JSONText.isJSON(json) ? .raw(json) : .string(json)
    }
  }

  private static func numbers(_ numbers: [Double]) -> JSONText {
    .list(numbers.map { .number(NumberText.text($0)) })
  }

  static func text(_ value: PropertyValue, _ kind: PropertyKind) -> JSONText? {
    switch value {
    case .none: .null
    case .bool(let value): .bool(value)
    case .number(let number): .number(NumberText.text(number, as: kind))
    case .point(let p): numbers([p.x.native, p.y.native])
    case .size(let s): numbers([s.width.native, s.height.native])
    case .rect(let r):
      numbers([r.origin.x.native, r.origin.y.native, r.size.width.native, r.size.height.native])
    case .transform(let t): matrix(t)
    case .affine(let t): numbers([t.a, t.b, t.c, t.d, t.tx, t.ty].map(\.native))
    case .color(let color): self.color(color)
    case .colorMatrix(let matrix):
      .list(matrix.rowMajor.map { .number(NumberText.text(Double($0), as: .float)) })
    case .path(let path): .string(path.svgPath)
    case .string(let text): .string(text)
    case .array(let items): .list(items.compactMap { text($0, .double) })
    case .image, .images: nil
    }
  }

  /// Returns six numbers for an affine matrix, otherwise all sixteen.
  private static func matrix(_ t: CATransform3D) -> JSONText {
    let six = [t.m11, t.m12, t.m21, t.m22, t.m41, t.m42].map(\.native)
    let isFlat = CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(t)) == t
    return numbers(isFlat ? six : t.numbers)
  }

  static func color(_ color: CGColor) -> JSONText {
    if color.isCheckerboard { return .string("checkerboard") }
    let c = NumberText.components(of: color)
    return .list((c[3] == "1" ? Array(c.prefix(3)) : c).map { .number($0) })
  }

  private func imageText(_ image: CGImage) -> JSONText? {
    guard let reference = images.reference(to: image) else { return nil }
    guard reference.meaning != .color || reference.tint != nil else {
      return .string(reference.path)
    }
    var members: [(name: String, value: JSONText)] = [("src", .string(reference.path))]
    switch reference.meaning {
    case .color: break
    case .luminanceIsAlpha: members.append(("A8asL8", .bool(true)))
    case .alphaOnly: members.append(("contentsSwizzle", .string("AAAA")))
    }
    if let tint = reference.tint {
      members.append(
        ("tint", .list((0..<4).map { .number(NumberText.text(Double(tint[$0]), as: .float)) })))
    }
    return .object(members)
  }
}
