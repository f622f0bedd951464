import Foundation
import GlazeGeometry
import GlazeLayers

/// A syntax of documents: the way in which a text spells objects, their members and values.
///
/// The readers of layers, cells, filters, animations and states know no syntax, so that each kind of object is read by
/// one piece of code. JSON and XML are the syntaxes; an archive has the elements of CAML.
///
/// Objects and places are indices of nodes. JSON is strict, because people write it: its first error ends reading.
/// XML is not, because applications write it: a part that cannot be read is reported and left out.
protocol DocumentSyntax {
  /// A member of an object or an item of a list, as the text has it.
  associatedtype Given

  /// A Boolean value that indicates whether an incomplete object is an error.
  static var isStrict: Bool { get }
  /// A Boolean value that indicates whether states can refer to layers by their names.
  static var refersByName: Bool { get }
  /// Members that move layers and are not properties.
  static var motion: Set<String> { get }
  /// Members of filters that are not inputs.
  static var filterNames: Set<String> { get }
  /// Members of emitter behaviors that are not inputs.
  static var behaviorNames: Set<String> { get }

  var log: DiagnosticLog { get }
  var followed: FollowedLayers { get }

  // MARK: Places

  func location(of place: Int) -> Location
  func name(of given: Given) -> String
  /// The place of a member's name.
  func place(of given: Given) -> Int
  /// The place of a member's value.
  func valuePlace(of given: Given) -> Int

  // MARK: Objects

  /// Checks that a node is an object with a role.
  func check(_ object: Int, as role: ObjectRole) throws(DocumentError)
  func members(of object: Int) -> [Given]
  /// Returns whether a member is not a property: it belongs to the syntax, to an editor or to an application.
  func isSkipped(_ given: Given, of object: Int) -> Bool
  /// Returns whether properties of a name are not read.
  func isIgnorable(_ name: String) -> Bool
  /// Returns the unknown parts of an object; nil when there are none.
  ///
  /// - Parameters:
  ///   - id: The id of the object, if it uses one.
  ///   - isKnown: Returns whether the object holds the property with a name.
  func keepsake(
    of members: [Given], id: String?, className: String?, isKnown: (String) -> Bool
  ) -> Keepsake?
  /// Runs a reader of a part of an object, which may be left out where it cannot be read.
  func leavingOut(_ read: () throws(DocumentError) -> Void) throws(DocumentError)

  // MARK: Values

  func isNull(_ given: Given) -> Bool
  /// Returns a value of a kind; nil and `none` mean no value.
  func value(
    _ given: Given, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> ReadValue?
  /// Returns an image; nil for none.
  ///
  /// - Parameter owner: The object whose contents the image is; nil for other images.
  func image(_ given: Given, of owner: Int?) throws(DocumentError) -> CGImage?
  /// Returns a string, a number or a Boolean value; nil for a value with parts.
  func scalar(_ given: Given) -> Any?
  /// Returns a text; empty for none.
  func word(_ given: Given) throws(DocumentError) -> String
  /// Returns the text of a member of an object; nil for none.
  func text(_ name: String, of object: Int) throws(DocumentError) -> String?
  /// Returns the items of a list; nil for null.
  ///
  /// - Parameter expected: A description of the list, for errors.
  func items(of given: Given, expected: String) throws(DocumentError) -> [Given]?
  /// Returns the object that a member or an item is.
  func object(_ given: Given) -> Int
  func timingFunction(_ given: Given) throws(DocumentError) -> CAMediaTimingFunction
  /// Returns the id of the layer that a member refers to, and the place of the reference; nil for null.
  func reference(_ given: Given) throws(DocumentError) -> (id: String, place: Int)?

  // MARK: Layers

  func layerID(of object: Int) throws(DocumentError) -> String?
  /// Returns the name of a layer's class, and its place; nil is `CALayer`.
  func layerClass(of object: Int) throws(DocumentError) -> (name: String, place: Int)?
  /// Returns the layer that a member is; nil for null.
  func layer(in given: Given) throws(DocumentError) -> Int?
  /// Returns the layers that a member holds, and members of the superlayer that are in the list by mistake.
  func sublayers(in given: Given) throws(DocumentError) -> (layers: [Int], strays: [Given])

  // MARK: Parts of layers

  /// Returns the type and the name of a filter.
  ///
  /// - Parameter property: The property that holds it, for errors.
  func filterType(
    of given: Given, in property: String
  ) throws(DocumentError) -> (type: String, name: String?)
  /// Returns an input of a filter.
  func filterInput(
    _ given: Given, _ kind: PropertyKind, of name: String
  ) throws(DocumentError)
    -> Any?
  func behaviorType(of given: Given) throws(DocumentError) -> String
  func behaviorInput(_ given: Given) -> CAEmitterBehavior.Input?
  /// Returns the name of an animation's class; nil for an object that is none, which was reported.
  func animationClass(of object: Int) throws(DocumentError) -> String?
  /// Returns the key of an animation on its layer; nil for none.
  func animationKey(of object: Int) throws(DocumentError) -> String?

  // MARK: States

  /// Returns the elements of a state or a transition, with the names of their lists.
  func stateElements(of object: Int) throws(DocumentError) -> [(object: Int, list: String)]
  func stateElementClass(of object: Int, otherwise: String) throws(DocumentError) -> String
  /// Returns the id of an element's target; nil for an element that only the other syntax can read.
  func targetID(of object: Int) throws(DocumentError) -> String?
  func member(_ name: String, of object: Int) -> Given?
  /// Returns the layer that a member of an element refers to; nil when there is none.
  func layerReference(_ name: String, of object: Int) throws(DocumentError) -> LayerReference?
  /// Returns the members of a state that are not read.
  func retained(of object: Int, except known: Set<String>) -> [Keepsake.Part]
  /// Returns an element of a state as it is written.
  func retained(element object: Int) -> Keepsake.Part
  func keepsake(ofState object: Int, _ parts: [Keepsake.Part]) -> Keepsake?
}

/// The roles of objects in documents; the raw value names one in messages.
enum ObjectRole: String {
  case layer = "a layer"
  case cell = "an emitter cell"
  case animation = "an animation"
}

/// A reference of a state to a layer.
enum LayerReference {
  /// A layer that the state itself describes, at its node.
  case described(Int)
  case id(String, place: Int)
}

extension DocumentSyntax {
  func error(_ problem: Problem, at place: Int) -> DocumentError {
    DocumentError(problem, at: location(of: place))
  }

  func expected(_ what: String, of name: String, at place: Int) -> DocumentError {
    error(.badValue(of: name, expected: what), at: place)
  }

  func warn(_ problem: Problem, at place: Int) {
    log.warn(problem, at: location(of: place))
  }

  /// Returns a value for key-value coding; nil is nothing.
  func boxed(_ given: Given, _ kind: PropertyKind, of name: String) throws(DocumentError) -> Any? {
    if isNull(given) { return nil }
    if kind == .image { return try image(given, of: nil) }
    return try value(given, kind, of: name)?.boxed(as: kind)
  }

  /// Sets a property of an object, or reports that there is none with such values.
  func set(
    _ property: LayerProperty, to value: ReadValue?, of owner: NSObject, at given: Given
  ) {
    let isTaken =
      switch value {
      case nil, .value(.none): property.writeObject(nil, to: owner)
      case .value(let value) where property.isValue: property.write(value, to: owner)
      case .value(let value): property.writeObject(value, to: owner)
      case .object(let object): property.writeObject(object, to: owner)
      }
    if !isTaken {
      warn(.unknownProperty(name(of: given)), at: place(of: given))
    }
  }
}
