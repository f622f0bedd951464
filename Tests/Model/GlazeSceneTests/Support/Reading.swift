import Foundation
import Testing

@testable import GlazeScene

/// Reads a JSON scene from text.
func scene(
  _ text: String, folder: String = "/nowhere", _ options: DocumentReader.Options = .init()
) throws -> DocumentContents {
  try DocumentReader(options: options).read(Data(text.utf8), name: "scene.json", folder: folder)
}

/// Reads a scene whose root has these members in addition to its bounds.
func root(_ members: String, _ options: DocumentReader.Options = .init()) throws -> DocumentContents
{
  try scene(#"{"root": {"bounds": [0, 0, 100, 50], \#(members)}}"#, options)
}

/// Reads CAML from text.
func caml(
  _ text: String, folder: String = "/nowhere", _ options: DocumentReader.Options = .init()
) throws -> DocumentContents {
  try DocumentReader(options: options).read(Data(text.utf8), name: "main.caml", folder: folder)
}

/// Reads CAML whose root has these attributes and children in addition to its bounds.
func camlRoot(
  _ attributes: String, _ children: String = "", folder: String = "/nowhere"
) throws -> DocumentContents {
  try caml(
    "<caml><CALayer bounds=\"0 0 100 50\" \(attributes)>\(children)</CALayer></caml>",
    folder: folder)
}

/// Returns the error of reading; nil when it succeeds.
func failure(_ read: () throws -> DocumentContents) -> DocumentError? {
  do {
    _ = try read()
    return nil
  } catch {
    return error as? DocumentError
  }
}

/// Returns the problem of that error.
func problem(_ read: () throws -> DocumentContents) -> Problem? { failure(read)?.problem }

/// Returns the path of a resource file of these tests.
func resource(_ path: String) -> String {
  Bundle.module.bundlePath + "/Resources/" + path
}

/// A folder that is removed when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "glaze-scene-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and creates its folders.
  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }
}
