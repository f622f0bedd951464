import CGlaze
import Foundation
import GlazeGeometry

/// Documents through the C library.
enum LibraryFuzzing {
  private nonisolated(unsafe) static let renderer = glaze_renderer_create("cpu", nil)

  private static func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }

  static func draw(_ bytes: [UInt8]) {
    guard let document = glaze_document_open_bytes(bytes, bytes.count, nil) else {
      if glaze_error_message().pointee == 0 { FuzzTarget.fail("an error without a message") }
      return
    }
    defer { glaze_document_release(document) }
    var info = glaze_document_info()
    info.struct_size = size(glaze_document_info.self)
    glaze_document_get_info(document, &info)
    for index in 0...glaze_document_diagnostic_count(document) {
      var diagnostic = glaze_diagnostic()
      diagnostic.struct_size = size(glaze_diagnostic.self)
      glaze_document_get_diagnostic(document, index, &diagnostic)
    }
    guard let root = glaze_document_root(document) else {
      FuzzTarget.fail("a document without a root")
    }
    defer { glaze_object_release(root) }
    draw(root, of: document)
  }

  private static func draw(_ root: OpaquePointer, of document: OpaquePointer) {
    var options = glaze_render_options()
    options.struct_size = size(glaze_render_options.self)
    glaze_document_get_render_options(document, &options)
    (options.width, options.height) = (48, 32)
    var limits = Self.limits
    withUnsafePointer(to: &limits) { limits in
      options.limits = limits
      guard let session = glaze_session_create(renderer, root, &options) else { return }
      defer { glaze_session_release(session) }
      for time in [0.0, 0.7, 0.2] {
        guard let image = glaze_session_render_image(session, time) else { continue }
        glaze_object_release(image)
      }
    }
  }

  private static let limits: glaze_limits = {
    let most = DocumentFuzzing.limits
    var limits = glaze_limits()
    limits.struct_size = size(glaze_limits.self)
    limits.layers = UInt64(most[.layers])
    limits.instances = UInt64(most[.instances])
    limits.pieces = UInt64(most[.pieces])
    limits.passes = UInt64(most[.passes])
    limits.memory = UInt64(most[.memory])
    limits.segments = UInt64(most[.segments])
    limits.stops = UInt64(most[.stops])
    limits.particles = UInt64(most[.particles])
    limits.pixels = UInt64(most[.pixels])
    limits.text = UInt64(most[.text])
    limits.nesting = UInt64(most[.nesting])
    return limits
  }()
}
