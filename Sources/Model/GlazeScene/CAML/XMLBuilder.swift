internal import CGlazeLazy
import CXML2
import Foundation
import GlazeGeometry

/// Parses XML into elements with libxml2, and continues after errors.
///
/// The push parser with custom handlers builds no tree and does not recurse, so that nesting uses
/// memory and never stack. Only the text itself is read: no network, no external subset, and no
/// entities except the five of XML, since the handlers never store one.
final class XMLBuilder {
  private let source: SourceText
  private var elements: [XMLDocument.Element] = []
  private var texts: [Int: String] = [:]
  private var open: [Int] = []
  private var damage: XMLDocument.Damage?
  private var declaredEntity: String?
  private var isAtEnd = false
  /// A Boolean value that indicates whether libxml2 ran out of memory and so skips the rest.
  private var lacksMemory = false
  private var context: xmlParserCtxtPtr?

  private init(source: SourceText) {
    self.source = source
  }

  /// Parses text as far as possible.
  ///
  /// - Throws: `missingLibrary` without libxml2, and `unreadable` when it runs out of memory.
  static func parse(_ source: SourceText) throws(DocumentError) -> XMLDocument {
    if let library = MissingLibrary(GLAZE_LAZY_XML, for: "XML") {
      throw DocumentError(.missingLibrary(library), at: Location(file: source.name))
    }
    let builder = XMLBuilder(source: source)
    guard builder.run() else {
      throw DocumentError(
        .unreadable(reason: "not enough memory"), at: Location(file: source.name))
    }
    return XMLDocument(
      source: source, elements: builder.elements, texts: builder.texts, damage: builder.damage,
      declaredEntity: builder.declaredEntity)
  }

  private func run() -> Bool {
    var handlers = Self.handlers
    let user = Unmanaged.passUnretained(self).toOpaque()
    return withExtendedLifetime(self) {
      guard let context = xmlCreatePushParserCtxt(&handlers, user, nil, 0, nil) else {
        return false
      }
      self.context = context
      defer {
        xmlFreeParserCtxt(context)
        self.context = nil
      }
      let options = XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue
      xmlCtxtUseOptions(context, Int32(options))
      feed(context)
      while let index = open.popLast() { elements[index].end = elements.count }
      return !lacksMemory
    }
  }

  private func feed(_ context: xmlParserCtxtPtr) {
    source.bytes.withUnsafeBytes { raw in
      let bytes = raw.bindMemory(to: CChar.self)
      let chunk = 1 << 16
      for start in stride(from: 0, to: bytes.count, by: chunk) {
        let count = min(chunk, bytes.count - start)
        feed(context, bytes.baseAddress?.advanced(by: start), Int32(count))
      }
    }
    isAtEnd = true
    feed(context, nil, 0)
  }

  private func feed(_ context: xmlParserCtxtPtr, _ bytes: UnsafePointer<CChar>?, _ count: Int32) {
    let status = xmlParseChunk(context, bytes, count, isAtEnd ? 1 : 0)
    // libxml2 reports a fatal error before it stops, but does not report a failure of its buffers.
    if status == Int32(XML_ERR_NO_MEMORY.rawValue) || (status < 0 && damage == nil) {
      lacksMemory = true
    }
  }

  // MARK: Handlers

  private static var handlers: xmlSAXHandler {
    var sax = xmlSAXHandler()
    sax.initialized = UInt32(XML_SAX2_MAGIC)
    sax.startElementNs = { user, name, _, _, _, _, count, _, attributes in
      XMLBuilder.builder(user)?.start(name, attributes, Int(count))
    }
    sax.endElementNs = { user, _, _, _ in XMLBuilder.builder(user)?.endElement() }
    sax.characters = { user, text, count in XMLBuilder.builder(user)?.append(text, Int(count)) }
    sax.entityDecl = { user, name, _, _, _, _ in XMLBuilder.builder(user)?.noteEntity(name) }
    sax.serror = { user, error in
      guard let error = error?.pointee, error.level.rawValue >= XML_ERR_ERROR.rawValue else {
        return
      }
      let message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
      XMLBuilder.builder(user)?.note(message, line: Int(error.line), column: Int(error.int2))
    }
    return sax
  }

  private static func builder(_ user: UnsafeMutableRawPointer?) -> XMLBuilder? {
    user.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(
    _ name: UnsafePointer<xmlChar>?, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ count: Int
  ) {
    guard let name, let context else { return }
    let position = xmlByteConsumed(context)
    let line = context.pointee.input.map { Int($0.pointee.line) } ?? 1
    elements.append(
      XMLDocument.Element(
        name: String(cString: name), attributes: attributes(list, count),
        place: startTag(before: Int(position), name: name).map { .byte($0) } ?? .line(line), end: 0,
        depth: open.count))
    open.append(elements.count - 1)
  }

  /// Reads attributes, which are five pointers each: name, prefix, namespace, and the ends of the
  /// value.
  private func attributes(
    _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) -> [XMLDocument.Attribute] {
    guard let list else { return [] }
    var result: [XMLDocument.Attribute] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      guard let name = list[index * 5], let start = list[index * 5 + 3],
        let end = list[index * 5 + 4]
      else { continue }
      let bytes = UnsafeBufferPointer(start: start, count: end - start)
      var value = String(decoding: bytes, as: UTF8.self)
      // When entities are not expanded, libxml2 replaces an ampersand by a reference to it.
      if bytes.contains(UInt8(ascii: "&")) { value = value.replacing("&#38;", with: "&") }
      result.append(XMLDocument.Attribute(name: String(cString: name), value: value))
    }
    return result
  }

  /// Searches backward from the end of a start tag for its "<", which attributes cannot contain.
  private func startTag(before position: Int, name: UnsafePointer<xmlChar>) -> Int? {
    guard position > 0, position <= source.bytes.count,
      let start = source.bytes[..<position].lastIndex(of: UInt8(ascii: "<"))
    else { return nil }
    let tag = source.bytes[(start + 1)..<position]
    let expected = UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name)))
    let afterPrefix = tag.firstIndex(of: UInt8(ascii: ":")).map { tag[($0 + 1)...] }
    let matches =
      tag.starts(with: expected) || (afterPrefix.map { $0.starts(with: expected) } ?? false)
    return matches ? start : nil
  }

  private func endElement() {
    guard let index = open.popLast() else { return }
    elements[index].end = elements.count
  }

  private func append(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard let index = open.last, let text else { return }
    let bytes = UnsafeBufferPointer(start: text, count: count)
    guard texts[index] != nil || bytes.contains(where: { $0 > 0x20 }) else { return }
    texts[index, default: ""] += String(decoding: bytes, as: UTF8.self)
  }

  private func noteEntity(_ name: UnsafePointer<xmlChar>?) {
    guard declaredEntity == nil, let name else { return }
    declaredEntity = String(cString: name)
  }

  private func note(_ message: String, line: Int, column: Int) {
    guard damage == nil else { return }
    let text = message.trimmingCharacters(in: .whitespacesAndNewlines)
    damage = XMLDocument.Damage(
      message: text, line: line, column: column, isTruncation: isAtEnd)
  }
}
