import CGlaze
import Foundation

/// A struct of glaze.h that may grow: callers may have been built with a shorter or a longer version.
protocol VersionedStruct {
  var struct_size: Int { get set }
  /// Makes a struct of zeros.
  init()
}

extension glaze_document_options: VersionedStruct {}
extension glaze_document_info: VersionedStruct {}
extension glaze_diagnostic: VersionedStruct {}
extension glaze_marker: VersionedStruct {}
extension glaze_device: VersionedStruct {}
extension glaze_renderer_options: VersionedStruct {}
extension glaze_render_options: VersionedStruct {}
extension glaze_limits: VersionedStruct {}
extension glaze_output: VersionedStruct {}
extension glaze_hdr_metadata: VersionedStruct {}
extension glaze_dma_buffer: VersionedStruct {}
extension glaze_source: VersionedStruct {}
extension glaze_target: VersionedStruct {}
extension glaze_frame: VersionedStruct {}
extension glaze_sequence: VersionedStruct {}

extension VersionedStruct {
  /// The largest size of a struct.
  private static var limit: Int { 4096 }

  /// Copies the caller's struct, with zeros for NULL and for fields that the caller does not have.
  ///
  /// - Throws: `Failure` if a field that this library does not know is not zero.
  init(_ pointer: UnsafePointer<Self>?) throws(Failure) {
    self.init()
    guard let pointer else { return }
    let size = try Self.size(pointer)
    let raw = UnsafeRawPointer(pointer)
    let known = min(size, MemoryLayout<Self>.size)
    withUnsafeMutableBytes(of: &self) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: known))
    }
    for offset in known..<size where raw.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw .argument("\(Self.self) sets a field that this libglaze does not know")
    }
  }

  /// Fills the fields that the caller's struct has.
  func write(to pointer: UnsafeMutablePointer<Self>?, _ name: StaticString) throws(Failure) {
    guard let pointer else { throw .argument("\(name) is NULL") }
    let size = try Self.size(pointer)
    var copy = self
    copy.struct_size = size
    let memory = UnsafeMutableRawBufferPointer(start: pointer, count: size)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    withUnsafeBytes(of: copy) { bytes in
      memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
    }
  }

  private static func size(_ pointer: UnsafePointer<Self>) throws(Failure) -> Int {
    let size = pointer.pointee.struct_size
    guard size >= MemoryLayout<Int>.size, size <= limit else {
      throw .argument("struct_size of a \(Self.self) is \(size); set it to sizeof the struct")
    }
    return size
  }
}
