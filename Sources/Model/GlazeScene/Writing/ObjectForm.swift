import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeText

/// An object that is written to a file of any format: its class, and its members in order.
struct ObjectForm {
  struct Member {
    var name: String
    var value: FormValue
  }

  var className: String
  /// The id that states use for the object.
  var id: String?
  var members: [Member]
}

/// The value of a member.
indirect enum FormValue {
  case nothing
  case value(PropertyValue, PropertyKind)
  case image(CGImage)
  case pace(CAMediaTimingFunction)
  case list([FormValue])
  case dictionary([ObjectForm.Member])
  case object(ObjectForm)
  case objects([ObjectForm])
  /// The inputs of emitter behaviors: vectors or colors.
  case rows([[Double]])
  case retained(Keepsake.Part)
  /// A layer that is elsewhere in the tree, by its id.
  case reference(String)
  /// The sublayers of a layer, which nest without limit and are therefore written without
  /// recursion.
  case sublayers([CALayer])
  case mask(CALayer)

  /// Makes a value of an object of unknown kind.
  ///
  /// - Parameter kind: the kind of the property or input, as far as it is known.
  /// - Returns: nil for a value that no file holds.
  init?(_ any: Any?, as kind: PropertyKind = .object) {
    guard let any, !(any is NSNull) else {
      self = .nothing
      return
    }
    switch (kind, any) {
    case (.image, _):
      guard let image = CGImage.shown(any) else { return nil }
      self = .image(image)
    case (.font, _):
      guard let name = (any as? String) ?? FormValue.fontName(any) else { return nil }
      self = .value(.string(name), .string)
    case (_, let image as CGImage): self = .image(image)
    case (_, let pace as CAMediaTimingFunction): self = .pace(pace)
    case (_, let function as CAValueFunction):
      self = .value(.string(function.name.rawValue), .string)
    case (.array(let inner), let list as [Any]):
      self = .list(list.compactMap { FormValue($0, as: inner) })
    case (.object, _): self.init(unknown: any)
    default:
      guard let value = PropertyValue(any, as: kind) else { return nil }
      self = .value(value, kind)
    }
  }

  private init?(unknown any: Any) {
    switch any {
    case let color as CGColor: self = .value(.color(color), .color)
    case let matrix as CAColorMatrix: self = .value(.colorMatrix(matrix), .colorMatrix)
    case let path as CGPath: self = .value(.path(path), .path)
    case let filter as CAFilter: self = .object(ObjectForm(filter))
    case let text as String: self = .value(.string(text), .string)
    case let point as CGPoint: self = .value(.point(point), .point)
    case let size as CGSize: self = .value(.size(size), .size)
    case let rect as CGRect: self = .value(.rect(rect), .rect)
    case let matrix as CATransform3D: self = .value(.transform(matrix), .transform)
    case let matrix as CGAffineTransform: self = .value(.affine(matrix), .affine)
    case let number as NSNumber: self = .value(.number(number.doubleValue), .double)
    case let list as [Any]: self = .list(list.compactMap { FormValue($0) })
    case let dictionary as [String: Any]:
      self = .dictionary(
        dictionary.sorted { $0.key < $1.key }.compactMap { key, value in
          FormValue(value).map { ObjectForm.Member(name: key, value: $0) }
        })
    default: return nil
    }
  }

  private static func fontName(_ font: Any) -> String? {
    switch font {
    case let font as CTFont: font.name
    case let font as CGFont: font.name
    default: nil
    }
  }
}

extension ObjectForm {
  /// Makes the form of a filter, with all its inputs.
  init(_ filter: CAFilter) {
    self.init(className: "CAFilter", id: nil, members: [])
    func add(_ name: String, _ value: PropertyValue, _ kind: PropertyKind) {
      members.append(Member(name: name, value: .value(value, kind)))
    }
    add("type", .string(filter.type), .string)
    if let name = filter.name, name != filter.type { add("name", .string(name), .string) }
    if !filter.isEnabled { add("enabled", .bool(false), .bool) }
    for key in filter.inputKeys {
      if let value = FormValue(filter.value(forKey: key), as: CAFilter.kind(ofInput: key)) {
        members.append(Member(name: key, value: value))
      }
    }
  }

  /// Makes the form of an emitter behavior.
  init(_ behavior: CAEmitterBehavior) {
    self.init(className: "CAEmitterBehavior", id: nil, members: [])
    func add(_ name: String, _ value: FormValue) {
      members.append(Member(name: name, value: value))
    }
    add("type", .value(.string(behavior.type), .string))
    if let name = behavior.name { add("name", .value(.string(name), .string)) }
    if !behavior.isEnabled { add("enabled", .value(.bool(false), .bool)) }
    for (key, input) in behavior.inputs.sorted(by: { $0.key < $1.key }) {
      switch input {
      case .numbers(let numbers):
        add(
          key,
          numbers.count == 1
            ? .value(.number(numbers[0]), .double)
            : .value(.array(numbers.map { .number($0) }), .array(.double)))
      case .list(let rows): add(key, .rows(rows))
      case .text(let text): add(key, .value(.string(text), .string))
      }
    }
  }
}
