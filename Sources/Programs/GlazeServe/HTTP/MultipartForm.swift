import CGlazeServe
import Foundation
import NIOCore

/// A body of the type multipart/form-data.
///
/// Source: RFC 7578 and RFC 2046.
struct MultipartForm {
  private(set) var files: [RenderRequest.File] = []
  /// The file of the part named `document`.
  private(set) var document: String?

  private var names: Set<String> = []
  /// The folders that files are in.
  private var folders: Set<String> = []

  private static let fileLimit = 4096
  private static let headerLimit = 4096
  private static let nameLimit = 1024

  /// Returns the boundary of a content type; nil if it is not a form.
  static func boundary(_ type: String?) -> String? {
    guard let type, type.lowercased().hasPrefix("multipart/form-data") else { return nil }
    return attribute("boundary", of: type)
  }

  init(_ body: ByteBuffer, boundary: String) throws(ServedFailure) {
    // With a line break before the first boundary, all boundaries are the same.
    let mark = Array("\r\n--\(boundary)".utf8)
    var rest = body
    guard 1...70 ~= boundary.utf8.count, rest.readableBytesView.starts(with: mark.dropFirst(2))
    else { throw Self.malformed("it does not start with its boundary") }
    rest.moveReaderIndex(forwardBy: mark.count - 2)
    while true {
      let end = rest.readBytes(length: 2)
      if end == Array("--".utf8) { break }
      guard end == Array("\r\n".utf8) else { throw Self.malformed("text follows a boundary") }
      guard let length = Self.distance(to: mark, in: rest),
        let part = rest.readSlice(length: length)
      else { throw Self.malformed("it ends before its last boundary") }
      rest.moveReaderIndex(forwardBy: mark.count)
      try add(part)
    }
    guard !files.isEmpty else { throw Self.malformed("it has no files") }
  }

  private mutating func add(_ part: ByteBuffer) throws(ServedFailure) {
    var part = part
    let blank = Array("\r\n\r\n".utf8)
    // A part without headers starts with the empty line.
    guard let length = Self.distance(to: blank, in: part), length <= Self.headerLimit,
      let headers = part.readString(length: length)
    else { throw Self.malformed("a part has no headers, or too many") }
    part.moveReaderIndex(forwardBy: blank.count)
    let disposition = headers.components(separatedBy: "\r\n")
      .first { $0.lowercased().hasPrefix("content-disposition:") }
    guard let disposition, let field = Self.attribute("name", of: disposition) else {
      throw Self.malformed("a part has no name")
    }
    let name = Self.attribute("filename", of: disposition) ?? field
    try Self.check(name)
    guard files.count < Self.fileLimit else {
      throw ServedFailure(413, "tooManyFiles", "more than \(Self.fileLimit) files")
    }
    guard names.insert(name).inserted else {
      throw Self.malformed("two files are named \(name)")
    }
    let above = Self.folders(of: name)
    guard !folders.contains(name), names.isDisjoint(with: above) else {
      throw Self.malformed("\(name) is in a file, or has files in it")
    }
    folders.formUnion(above)
    // Making and removing a folder costs more than many files.
    guard folders.count <= Self.fileLimit else {
      throw ServedFailure(413, "tooManyFiles", "more than \(Self.fileLimit) folders")
    }
    if field == "document" { document = name }
    files.append(RenderRequest.File(name: name, bytes: part))
  }

  /// Checks that a name is a path inside the folder of the request.
  private static func check(_ name: String) throws(ServedFailure) {
    // The file system splits at bytes; a slash with a combining mark is another character.
    let steps = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPath = steps.allSatisfy {
      1...255 ~= $0.count && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
    guard isPath, name.utf8.count <= nameLimit, !name.utf8.contains(0), steps.count <= 16 else {
      throw ServedFailure(
        400, "pathLeadsOut",
        "the name of a file must be a relative path without \"..\" and empty components")
    }
  }

  /// Returns the folders that contain a file.
  private static func folders(of name: String) -> [String] {
    name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.map {
      String(decoding: name.utf8[..<$0], as: UTF8.self)
    }
  }

  private static func distance(to mark: [UInt8], in buffer: ByteBuffer) -> Int? {
    let place = buffer.withUnsafeReadableBytes {
      glaze_find($0.baseAddress, $0.count, mark, mark.count)
    }
    return place < 0 ? nil : place
  }

  /// Returns the value of `name=` in a header, with or without quotation marks.
  private static func attribute(_ name: String, of header: String) -> String? {
    var rest = Substring(header)
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
      guard rest.lowercased().hasPrefix(name + "=") else { continue }
      rest = rest.dropFirst(name.count + 1)
      guard rest.first == "\"" else { return String(rest.prefix { $0 != ";" && $0 != " " }) }
      return quoted(rest.dropFirst())
    }
    return nil
  }

  private static func quoted(_ text: Substring) -> String? {
    var value = ""
    var isEscaped = false
    for character in text {
      if isEscaped || (character != "\"" && character != "\\") {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        // Browsers encode quotation marks like this.
        return value.replacing("%22", with: "\"")
      }
    }
    return nil
  }

  private static func malformed(_ reason: String) -> ServedFailure {
    ServedFailure(400, "malformedForm", "the form cannot be read: \(reason)")
  }
}
