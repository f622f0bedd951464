// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CGlaze
import Foundation
import Glaze
import Synchronization

/// The kind of object that a handle identifies.
enum HandleKind: UInt64 {
  case layer = 1
  case animation, image, externalImage, filter, emitterCell, document, renderer, session, surface

  /// The name with an article, for messages.
  var name: String {
    switch self {
    case .layer: "a layer"
    case .animation: "an animation"
    case .image: "an image"
    case .externalImage: "an external image"
    case .filter: "a filter"
    case .emitterCell: "an emitter cell"
    case .document: "a document"
    case .renderer: "a renderer"
    case .session: "a session"
    case .surface: "a surface"
    }
  }

  /// A Boolean value that indicates whether it is a `glaze_object` in C.
  var isObject: Bool { rawValue <= Self.emitterCell.rawValue }
}

/// The objects that C programs hold, by their handles.
///
/// A handle is not an address. From the highest bit on it has 8 bits for the kind, 24 for the generation of its
/// slot, 31 for the slot, and a 1, which the address of an object never has. A slot that has used all its
/// generations is never used again, so that no handle identifies two objects.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  private struct Slot {
    var object: AnyObject?
    var kind = HandleKind.layer
    var references: UInt = 0
    var generation: UInt64 = 1
  }

  private struct State: ~Copyable, @unchecked Sendable {
    // The table passes objects to the calling thread; the caller follows the rules of threads.
    var slots: [Slot] = []
    var free: [Int] = []
    /// The slots of the objects of the model, one for each object.
    var known: [ObjectIdentifier: Int] = [:]
  }

  /// An object that is passed out of the lock.
  private struct Found: @unchecked Sendable {
    let object: AnyObject?
    let kind: HandleKind
  }

  private static let lastGeneration: UInt64 = (1 << 24) - 1
  private let state = Mutex(State())
  /// A Boolean value that indicates whether misuse ends the program.
  let abortsOnMisuse = Atomic<Bool>(HandleTable.isDebugBuild)

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  private static func bits(_ kind: HandleKind, _ generation: UInt64, _ index: Int) -> UInt64 {
    kind.rawValue << 56 | generation << 32 | UInt64(index) << 1 | 1
  }

  // MARK: Making handles

  /// Returns a handle of an object, with one more reference.
  func handle(of object: AnyObject, _ kind: HandleKind) -> OpaquePointer? {
    nonisolated(unsafe) let object = object
    let bits = state.withLock { state in
      if kind.isObject, let index = state.known[ObjectIdentifier(object)] {
        state.slots[index].references += 1
        return Self.bits(kind, state.slots[index].generation, index)
      }
      let index = Self.freeSlot(&state)
      state.slots[index].object = object
      state.slots[index].kind = kind
      state.slots[index].references = 1
      if kind.isObject { state.known[ObjectIdentifier(object)] = index }
      return Self.bits(kind, state.slots[index].generation, index)
    }
    return OpaquePointer(bitPattern: UInt(bits))
  }

  private static func freeSlot(_ state: inout State) -> Int {
    if let index = state.free.popLast() { return index }
    state.slots.append(Slot())
    return state.slots.count - 1
  }

  // MARK: Looking up

  /// Returns the slot of a handle; nil for other pointers.
  @inline(__always)
  private static func slot(of handle: OpaquePointer, in state: borrowing State) -> Int? {
    let bits = UInt64(UInt(bitPattern: handle))
    let index = Int(bits >> 1 & 0x7FFF_FFFF)
    guard bits & 1 == 1, index < state.slots.count, state.slots[index].object != nil,
      Self.bits(state.slots[index].kind, state.slots[index].generation, index) == bits
    else { return nil }
    return index
  }

  private func find(_ handle: OpaquePointer) -> Found? {
    state.withLock { state in
      guard let index = Self.slot(of: handle, in: state) else { return nil }
      return Found(object: state.slots[index].object, kind: state.slots[index].kind)
    }
  }

  /// Returns the object of a handle of any kind.
  func object(
    _ handle: OpaquePointer?, _ name: StaticString
  ) throws(Failure) -> (object: AnyObject, kind: HandleKind) {
    guard let handle else { throw Failure(GLAZE_ERROR_INVALID_HANDLE, "\(name) is NULL") }
    guard let found = find(handle), let object = found.object else {
      throw misuse("\(name) is not a handle, or was released")
    }
    return (object, found.kind)
  }

  /// Returns the object of a handle of one kind, whose objects have one class.
  func object<Object: AnyObject>(
    _ handle: OpaquePointer?, _ kind: HandleKind, _ name: StaticString
  ) throws(Failure) -> Object {
    let (object, actual) = try object(handle, name)
    guard actual == kind else { throw misuse("\(name) is \(actual.name), not \(kind.name)") }
    return unsafeDowncast(object, to: Object.self)
  }

  // MARK: References

  /// Adds a reference.
  func retain(_ handle: OpaquePointer) throws(Failure) {
    let isKnown = state.withLock { state in
      guard let index = Self.slot(of: handle, in: state) else { return false }
      state.slots[index].references += 1
      return true
    }
    if !isKnown { throw misuse("cannot retain: the pointer is not a handle, or was released") }
  }

  /// Releases a reference of a handle of one kind; NULL is ignored.
  func release(_ handle: OpaquePointer?, _ isKind: (HandleKind) -> Bool) {
    guard let handle else { return }
    let found = state.withLock { state -> Found? in
      guard let index = Self.slot(of: handle, in: state), isKind(state.slots[index].kind) else {
        return nil
      }
      let found = Found(object: state.slots[index].object, kind: state.slots[index].kind)
      state.slots[index].references -= 1
      if state.slots[index].references == 0 { Self.end(index, &state) }
      return found
    }
    // The object is destroyed here at the earliest, outside the lock, because it may call back.
    if found == nil {
      ThreadError.current.set(
        misuse("cannot release: not a handle, of another kind, or released already"))
    }
  }

  private static func end(_ index: Int, _ state: inout State) {
    if let object = state.slots[index].object {
      state.known[ObjectIdentifier(object)] = nil
    }
    state.slots[index].object = nil
    state.slots[index].generation += 1
    if state.slots[index].generation <= lastGeneration { state.free.append(index) }
  }

  /// Returns the error of a wrong handle, or ends the program.
  func misuse(_ message: String) -> Failure {
    if abortsOnMisuse.load(ordering: .relaxed) {
      let line = "glaze: \(message)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
      abort()
    }
    return Failure(GLAZE_ERROR_INVALID_HANDLE, message)
  }
}

@c @implementation
public func glaze_set_aborts_on_misuse(_ aborts: Bool) {
  HandleTable.shared.abortsOnMisuse.store(aborts, ordering: .relaxed)
}

// MARK: Objects of the model

extension HandleTable {
  /// Returns a handle of an object of the model with one more reference; nil for other objects.
  func handle(ofObject object: AnyObject) -> OpaquePointer? {
    let kind: HandleKind? =
      switch object {
      case is CALayer: .layer
      case is CAAnimation: .animation
      case is CGImage: .image
      case is ExternalImage: .externalImage
      case is CAFilter: .filter
      case is CAEmitterCell: .emitterCell
      default: nil
      }
    return kind.flatMap { handle(of: object, $0) }
  }
}

func layer(_ handle: OpaquePointer?, _ name: StaticString = "layer") throws(Failure) -> CALayer {
  try HandleTable.shared.object(handle, .layer, name)
}

@c @implementation
public func glaze_object_retain(_ object: OpaquePointer!) -> OpaquePointer! {
  attempt(or: nil) {
    let kind = try HandleTable.shared.object(object, "object").kind
    guard kind.isObject else {
      throw HandleTable.shared.misuse("object is \(kind.name), not an object of the model")
    }
    try HandleTable.shared.retain(object)
    return object
  }
}

@c @implementation
public func glaze_object_release(_ object: OpaquePointer!) {
  HandleTable.shared.release(object) { $0.isObject }
}
