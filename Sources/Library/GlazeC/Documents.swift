// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeGeometry

// Documents, their states and their diagnostics.

/// A document with the C strings that were made for it.
final class OpenDocument {
  let document: Document
  private let texts = OwnedTexts()
  private var known: [String: UnsafePointer<CChar>] = [:]

  init(_ document: Document) { self.document = document }

  /// Returns a C string that lives as long as the document.
  func text(_ text: String) -> UnsafePointer<CChar>? {
    if let pointer = known[text] { return pointer }
    let pointer = texts.add(text)
    known[text] = pointer
    return pointer
  }

  /// Returns a string of a list.
  ///
  /// - Parameter kind: The name of the list's items, for messages.
  func text(
    at index: Int, in list: [String], of kind: String
  ) throws(Failure) -> UnsafePointer<CChar>? {
    guard list.indices.contains(index) else {
      throw .argument("there is no \(kind) \(index); the document has \(list.count)")
    }
    return text(list[index])
  }
}

private func document(_ handle: OpaquePointer?) throws(Failure) -> OpenDocument {
  try HandleTable.shared.object(handle, .document, "document")
}

extension Document.Options {
  fileprivate init(_ options: glaze_document_options) throws(Failure) {
    self.init()
    assetRoot = try optionalText(options.asset_root, "asset_root").map {
      URL(fileURLWithPath: $0, isDirectory: true)
    }
    isStrict = options.is_strict
    part = try optionalText(options.part, "part")
    marker = try optionalText(options.marker, "marker")
    theme = try optionalText(options.theme, "theme")
    slots = try Self.slots(options.slots)
    images = try Self.images(options.images)
  }

  /// The most slots and images that a program can set, in case its list does not end.
  private static let slotLimit = 10_000

  /// Reads a list of images that ends with a NULL name.
  private static func images(
    _ list: UnsafePointer<glaze_named_image>?
  ) throws(Failure) -> [String: CGImage] {
    guard let list else { return [:] }
    var result: [String: CGImage] = [:]
    for index in 0..<slotLimit {
      guard let name = try optionalText(list[index].name, "images") else { break }
      result[name] = try HandleTable.shared.object(list[index].image, .image, "images")
    }
    return result
  }

  /// Reads a list of texts `NAME=VALUE` that ends with NULL.
  private static func slots(
    _ list: UnsafePointer<UnsafePointer<CChar>?>?
  ) throws(Failure) -> [String: String] {
    guard let list else { return [:] }
    var result: [String: String] = [:]
    for index in 0..<slotLimit {
      guard let entry = try optionalText(list[index], "slots") else { break }
      guard let sign = entry.firstIndex(of: "="), sign > entry.startIndex else {
        throw .argument("slots[\(index)] must be NAME=VALUE, got \"\(entry)\"")
      }
      result[String(entry[..<sign])] = String(entry[entry.index(after: sign)...])
    }
    return result
  }
}

@c @implementation
public func glaze_document_open(
  _ path: UnsafePointer<CChar>!, _ options: UnsafePointer<glaze_document_options>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let path = try text(path, "path")
    let document = try Document(path: path, options: .init(glaze_document_options(options)))
    return HandleTable.shared.handle(of: OpenDocument(document), .document)
  }
}

@c @implementation
public func glaze_document_open_bytes(
  _ bytes: UnsafeRawPointer!, _ length: Int, _ options: UnsafePointer<glaze_document_options>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let options = try glaze_document_options(options)
    let base = try optionalText(options.base_path, "base_path")
    let document = try Document(
      data: data(bytes, length), name: optionalText(options.name, "name") ?? "document",
      baseURL: base.map { URL(fileURLWithPath: $0, isDirectory: true) }, options: .init(options))
    return HandleTable.shared.handle(of: OpenDocument(document), .document)
  }
}

@c @implementation
public func glaze_document_retain(_ document: OpaquePointer!) -> OpaquePointer! {
  attempt(or: nil) {
    _ = try GlazeC.document(document)
    try HandleTable.shared.retain(document)
    return document
  }
}

@c @implementation
public func glaze_document_release(_ document: OpaquePointer!) {
  HandleTable.shared.release(document) { $0 == .document }
}

@c @implementation
public func glaze_document_root(_ document: OpaquePointer!) -> OpaquePointer! {
  attempt(or: nil) {
    HandleTable.shared.handle(of: try GlazeC.document(document).document.rootLayer, .layer)
  }
}

@c @implementation
public func glaze_document_get_info(
  _ document: OpaquePointer!, _ info: UnsafeMutablePointer<glaze_document_info>!
) -> glaze_code {
  attempt {
    let open = try GlazeC.document(document)
    let document = open.document
    var result = glaze_document_info()
    result.name = open.text(document.name)
    result.size = glaze_size(document.size)
    result.duration = document.duration
    result.loop_start = document.loop?.lowerBound ?? 0
    result.loop_end = document.loop?.upperBound ?? 0
    result.background = document.background.map { glaze_color($0) } ?? glaze_color()
    result.is_y_up = !document.isGeometryFlipped
    result.is_checkered = document.background?.isCheckerboard ?? false
    try result.write(to: info, "info")
  }
}

@c @implementation
public func glaze_document_moment(_ document: OpaquePointer!, _ time: Double) -> Double {
  attempt(or: .nan) { try GlazeC.document(document).document.moment(at: time) }
}

// MARK: Parts

@c @implementation
public func glaze_document_part_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.parts.count }
}

@c @implementation
public func glaze_document_part_at(
  _ document: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let open = try GlazeC.document(document)
    return try open.text(at: index, in: open.document.parts, of: "part")
  }
}

// MARK: Lottie

@c @implementation
public func glaze_document_marker_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.lottie?.markers.count ?? 0 }
}

@c @implementation
public func glaze_document_get_marker(
  _ document: OpaquePointer!, _ index: Int, _ marker: UnsafeMutablePointer<glaze_marker>!
) -> glaze_code {
  attempt {
    let open = try GlazeC.document(document)
    let markers = open.document.lottie?.markers ?? []
    guard markers.indices.contains(index) else {
      throw Failure.argument("there is no marker \(index); the document has \(markers.count)")
    }
    var result = glaze_marker()
    result.name = open.text(markers[index].name)
    (result.start, result.duration) = (markers[index].start, markers[index].duration)
    try result.write(to: marker, "marker")
  }
}

@c @implementation
public func glaze_document_slot_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.lottie?.slots.count ?? 0 }
}

@c @implementation
public func glaze_document_slot_at(
  _ document: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let open = try GlazeC.document(document)
    return try open.text(at: index, in: open.document.lottie?.slots ?? [], of: "slot")
  }
}

@c @implementation
public func glaze_document_image_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.lottie?.images.count ?? 0 }
}

@c @implementation
public func glaze_document_image_at(
  _ document: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let open = try GlazeC.document(document)
    return try open.text(at: index, in: open.document.lottie?.images ?? [], of: "image")
  }
}

@c @implementation
public func glaze_document_theme_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.lottie?.themes.count ?? 0 }
}

@c @implementation
public func glaze_document_theme_at(
  _ document: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let open = try GlazeC.document(document)
    return try open.text(at: index, in: open.document.lottie?.themes ?? [], of: "theme")
  }
}

// MARK: States

@c @implementation
public func glaze_document_state_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.states.count }
}

@c @implementation
public func glaze_document_state_at(
  _ document: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let open = try GlazeC.document(document)
    return try open.text(at: index, in: open.document.states, of: "state")
  }
}

@c @implementation
public func glaze_document_state(_ document: OpaquePointer!) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let open = try GlazeC.document(document)
    return open.document.state.flatMap { open.text($0) }
  }
}

@c @implementation
public func glaze_document_set_state(
  _ document: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ is_animated: Bool
) -> glaze_code {
  attempt {
    try GlazeC.document(document).document.setState(
      optionalText(name, "name"), animated: is_animated)
  }
}

// MARK: Diagnostics

@c @implementation
public func glaze_document_diagnostic_count(_ document: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.document(document).document.diagnostics.count }
}

@c @implementation
public func glaze_document_get_diagnostic(
  _ document: OpaquePointer!, _ index: Int, _ diagnostic: UnsafeMutablePointer<glaze_diagnostic>!
) -> glaze_code {
  attempt {
    let open = try GlazeC.document(document)
    let diagnostics = open.document.diagnostics
    guard diagnostics.indices.contains(index) else {
      throw Failure.argument("there is no warning \(index); the document has \(diagnostics.count)")
    }
    let found = diagnostics[index]
    var result = glaze_diagnostic()
    result.description = open.text(found.description)
    result.message = open.text(found.message)
    result.file = open.text(found.file)
    result.line = UInt32(clamping: found.line ?? 0)
    result.column = UInt32(clamping: found.column ?? 0)
    result.layer = found.layer.flatMap { open.text($0) }
    try result.write(to: diagnostic, "diagnostic")
  }
}

@c @implementation
public func glaze_document_get_render_options(
  _ document: OpaquePointer!, _ options: UnsafeMutablePointer<glaze_render_options>!
) -> glaze_code {
  attempt {
    let wanted = try GlazeC.document(document).document.renderOptions
    var result = glaze_render_options()
    result.extent = wanted.extent.map { glaze_size($0) } ?? glaze_size()
    result.background = wanted.background.map { glaze_color($0) } ?? glaze_color()
    result.is_y_up = !wanted.isGeometryFlipped
    result.is_checkered = wanted.background?.isCheckerboard ?? false
    try result.write(to: options, "options")
  }
}
