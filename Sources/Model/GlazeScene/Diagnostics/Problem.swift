package import GlazeDrawing
package import GlazeGeometry
package import GlazeLayers

/// A problem with an input, which identifies an error or a warning.
package enum Problem: Hashable, Sendable {
  // Files.
  /// The file cannot be opened or read.
  case unreadable(reason: String)
  /// The file is larger than the limit of the reader.
  case fileTooLarge(limit: Int)
  /// A folder that would be replaced holds something other than a document.
  case notABundle
  /// The file has none of the supported formats.
  case unknownFormat
  /// The file has another known format.
  case otherFormat(String)
  /// An archive cannot be read.
  case badArchive(String)
  /// An archive or a folder exceeds the limits of the reader.
  case archiveTooLarge(String)
  /// An archive holds no documents; the value names some of its files.
  case noDocuments(String)
  /// The library that reads the file is not installed.
  case missingLibrary(MissingLibrary)
  /// A container has no part with this name; `parts` are the ones that it has.
  case unknownPart(String, parts: [String])
  /// A container holds more documents than are shown together.
  case otherParts(shown: String, others: [String])
  /// The file is a binary property list whose content is not layers.
  case notLayers(String)
  /// A path leads out of the folder that holds the document.
  case pathLeadsOut(String)
  /// A file that the document names is missing or unreadable.
  case missingAsset(String, reason: String)
  /// A file that the document names is not a readable image.
  case badAsset(ImageError)

  // Syntax.
  /// The text is not UTF-8.
  case notUTF8
  /// The text ends too early.
  case truncated(expected: String)
  /// The text violates the grammar of its format.
  case syntax(String)
  /// The XML is malformed; the recoverable part was read.
  case recovered(String)
  /// Layers, or the objects that are named, are nested too deeply.
  case tooDeep(limit: Int, of: String = "layers")
  /// A JSON object has a key twice; the last value is used.
  case duplicateKey(String)
  /// The document type declares entities, which are never expanded.
  case entityDeclaration(String)

  // Meaning.
  /// `index.xml` is not a property list, or does not name a document.
  case badIndex(String)
  /// The document has no root layer.
  case noRootLayer
  /// A document or its root has no size.
  case noSize(String)
  /// The root has no size, and is given that of its layers.
  case sizeOfContent
  /// A value is not of the kind that its property requires.
  case badValue(of: String, expected: String)
  /// The text of a path cannot be read; the path stays empty.
  case unreadablePath(of: String, reason: String)
  /// A number is NaN, infinite, or outside the range of its property.
  case notFinite(of: String)
  /// A layer refers to itself, or to a layer that it is inside of.
  case cyclicReference(String)
  /// A property of an archive holds an object of a class that is not read.
  case foreignObject(String, of: String)
  /// An object refers to another object, and the reference is not followed.
  case reference(String)
  /// The layer's class has no such property.
  case unknownProperty(String)
  /// There is no such class; a `CALayer` replaces it.
  case unknownClass(String)
  /// An enumeration has no case with this name.
  case unknownName(String, of: String)
  /// An element is not a layer where only layers are expected.
  case notALayer(String)
  /// An element is not an animation where only animations are expected.
  case notAnAnimation(String)
  /// There is no such animation class.
  case unknownAnimation(String)
  /// The key path of an animation leads to nothing that the layer has.
  case animatesNothing(String)
  /// A state refers to a layer that does not exist.
  case unknownTarget(String)
  /// An animation follows a layer that does not exist.
  case unknownSource(String)
  /// The document has a script, which is not run.
  case scriptNotRun(String)
  /// A state has an element that is not supported.
  case ignoredInState(String)
  /// The reader understood the value, but Glaze does not draw it yet.
  case notDrawn(String)
  /// A layer requests a feature that is missing from the image.
  case leftOut(UndrawnFeature)
  /// A layer of a Lottie document requests a feature that is missing from the image.
  case lottieFeature(LottieFeature, layer: String)
  /// A document has no marker, theme or slot with this name.
  case unknownChoice(String, String, known: [String])
  /// There were too many different warnings to report them all.
  case moreWarnings(limit: Int)
}

extension Problem: CustomStringConvertible {
  /// The message: what is wrong and, when it is not obvious, what to do; without the location.
  package var description: String {
    (fileDescription ?? syntaxDescription ?? meaningDescription).description
  }

  private var fileDescription: MessageText? {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .fileTooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .unknownFormat:
      "neither a .ca folder, a .caml or .caar file, a .json scene nor an archive of these; a document starts with '<', '{', \"bplist\" or \"PK\""
    case .notABundle: "the folder holds something other than a document, and is not replaced"
    case .otherFormat(let what): "\(what), not a document of layers"
    case .badArchive(let reason): "the archive is damaged or not readable: \(reason)"
    case .archiveTooLarge(let reason):
      "\(reason), which is over the limit; remove the files that are not needed"
    case .noDocuments(let files):
      "the archive has no .ca bundle and no .caml, .caar or .json file; it holds \(files.isEmpty ? "no files" : files)"
    case .missingLibrary(let library): "\(message: library)"
    case .unknownPart(let name, let parts):
      parts.isEmpty
        ? "there is no part \"\(name)\": the document has no parts"
        : "there is no part \"\(name)\"; there are \(parts.joined(separator: ", "))"
    case .otherParts(let shown, let others):
      "\"\(shown)\" is shown, one of \(others.count + 1) parts; the others are \(others.joined(separator: ", "))"
    case .notLayers(let what): "a binary property list of \(what), not of layers"
    case .pathLeadsOut(let path):
      "\"\(path)\" leads out of the folder that the document may read; put the file inside"
    case .missingAsset(let path, let reason): "\"\(path)\" cannot be read: \(reason)"
    case .badAsset(let error): "\(message: error)"
    default: nil
    }
  }

  private var syntaxDescription: MessageText? {
    switch self {
    case .notUTF8: "the text is not UTF-8; convert it"
    case .truncated(let expected): "the file ends too early; expected \(expected)"
    case .syntax(let detail): "\(detail)"
    case .recovered(let detail): "malformed XML, reading continues: \(detail)"
    case .tooDeep(let limit, let what): "\(what) are nested deeper than \(limit) levels"
    case .duplicateKey(let key): "the key \"\(key)\" occurs twice; the last value is used"
    case .entityDeclaration(let name):
      "the entity \"\(name)\" is not expanded; write its text where it is used"
    default: nil
    }
  }

  private var meaningDescription: MessageText {
    switch self {
    case .badIndex(let detail): "\(detail)"
    case .noRootLayer: "there is no root layer"
    case .noSize(let detail): "\(detail)"
    case .sizeOfContent:
      "the root has no bounds, and no index.xml gives a size; the image shows the area that its layers cover"
    case .badValue(let property, let expected): "\(property) must be \(expected)"
    case .unreadablePath(let property, let reason):
      "\(property) is not a readable path, and stays empty: \(reason)"
    case .notFinite(let property): "\(property) must be a finite number that is not too large"
    case .cyclicReference(let id): "the layer \"\(id)\" refers to a layer that it is inside of"
    case .foreignObject(let type, let property):
      "\(property) is an object of the class \"\(type)\", which is not read; it is ignored"
    case .reference(let id): "the reference to \"\(id)\" is not followed"
    case .unknownProperty(let name):
      "there is no property \"\(name)\" here; it is ignored\(message: Suggestion.property(name))"
    case .unknownClass(let name):
      "there is no layer class \"\(name)\"; a CALayer replaces it\(message: Suggestion.className(name))"
    case .unknownName(let name, let property): "\"\(name)\" is not a value of \(property)"
    case .notALayer(let name): "\"\(name)\" is not a layer; it is ignored"
    case .notDrawn(let what): "not drawn yet: \(what)"
    case .notAnAnimation, .unknownAnimation, .animatesNothing, .unknownTarget, .unknownSource,
      .ignoredInState,
      .scriptNotRun:
      motionDescription
    case .leftOut(let feature): "\(message: feature)"
    case .lottieFeature(let feature, let layer):
      layer.isEmpty ? "\(feature.message)" : "\(feature.message), in the layer \"\(layer)\""
    case .unknownChoice(let kind, let name, let known):
      "there is no \(kind) \"\(name)\"; there \(known.isEmpty ? "are none" : "are \(known.joined(separator: ", "))")"
    case .moreWarnings(let limit): "more than \(limit) kinds of warnings; the rest is not reported"
    default: ""
    }
  }

  private var motionDescription: MessageText {
    switch self {
    case .notAnAnimation(let name): "\"\(name)\" is not an animation; it is ignored"
    case .unknownAnimation(let name):
      "there is no animation class \"\(name)\"; it is ignored\(message: Suggestion.className(name))"
    case .animatesNothing(let path):
      "an animation of \"\(path)\" has no effect: no such property\(message: Suggestion.property(path))"
    case .unknownTarget(let id): "a state refers to the layer \"\(id)\", which does not exist"
    case .unknownSource(let id): "an animation follows the layer \"\(id)\", which does not exist"
    case .scriptNotRun(let name): "the script \"\(name)\" is not run"
    case .ignoredInState(let name): "a state's \(name) is not supported; it is ignored"
    default: ""
    }
  }
}
