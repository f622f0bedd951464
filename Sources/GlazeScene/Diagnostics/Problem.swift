package import GlazeDrawing
package import GlazeGeometry
package import GlazeLayers

/// What is wrong with an input: the identity of an error or of a warning.
package enum Problem: Hashable, Sendable {
  // Files.
  /// The file cannot be opened or read.
  case unreadable(reason: String)
  /// The file is larger than the reader takes.
  case fileTooLarge(limit: Int)
  /// A folder that would be replaced holds something else than a document.
  case notABundle
  /// The file is none of the formats that are read.
  case unknownFormat
  /// The file is of another known format.
  case otherFormat(String)
  /// An archive cannot be read.
  case badArchive(String)
  /// An archive or a folder holds more than the reader takes.
  case archiveTooLarge(String)
  /// An archive holds no documents; some of its files.
  case noDocuments(String)
  /// A library that reads it is not installed.
  case missingLibrary(MissingLibrary)
  /// A container has no such part; those that it has.
  case unknownPart(String, parts: [String])
  /// A container holds more documents than are shown together.
  case otherParts(shown: String, others: [String])
  /// The file is a binary property list of something else than layers.
  case notLayers(String)
  /// A path leads out of the folder that holds the document.
  case pathLeadsOut(String)
  /// A file that the document names is not there.
  case missingAsset(String, reason: String)
  /// A file that the document names is no picture that can be read.
  case badAsset(ImageError)

  // Syntax.
  /// The text is not UTF-8.
  case notUTF8
  /// The text ends too early.
  case truncated(expected: String)
  /// The text breaks the grammar of its format.
  case syntax(String)
  /// The XML is not well formed; what could be recovered was read.
  case recovered(String)
  /// Layers, or what else is named, are nested too deeply.
  case tooDeep(limit: Int, of: String = "layers")
  /// A JSON object has a key twice; the last value counts.
  case duplicateKey(String)
  /// The document type declares entities, which are never expanded.
  case entityDeclaration(String)

  // Meaning.
  /// `index.xml` is no property list, or names no document.
  case badIndex(String)
  /// The document has no root layer.
  case noRootLayer
  /// A document or its root has no size.
  case noSize(String)
  /// The root has no size, and gets that of its layers.
  case sizeOfContent
  /// A value is not of the kind that its property wants.
  case badValue(of: String, expected: String)
  /// A path's text cannot be read; an empty path stands for it.
  case unreadablePath(of: String, reason: String)
  /// A number is NaN, infinite, or beyond what its property can hold.
  case notFinite(of: String)
  /// A layer refers to itself, or to a layer that it is inside of.
  case cyclicReference(String)
  /// A property of an archive holds an object of a class that is not read.
  case foreignObject(String, of: String)
  /// An object refers to another one, which is not followed.
  case reference(String)
  /// The layer's class has no such property.
  case unknownProperty(String)
  /// There is no such class; a `CALayer` stands for it.
  case unknownClass(String)
  /// An enumeration has no such name.
  case unknownName(String, of: String)
  /// An element is no layer, where only layers are expected.
  case notALayer(String)
  /// An element is no animation, where only animations are expected.
  case notAnAnimation(String)
  /// There is no such class of animations.
  case unknownAnimation(String)
  /// An animation's key path leads to nothing that the layer has.
  case animatesNothing(String)
  /// A state speaks of a layer that is not there.
  case unknownTarget(String)
  /// An animation follows a layer that is not there.
  case unknownSource(String)
  /// A script belongs to the document.
  case scriptNotRun(String)
  /// A state has something that is not done.
  case ignoredInState(String)
  /// The reader understood it, but it is not drawn yet.
  case notDrawn(String)
  /// A layer asks for it, and it is left out of the picture.
  case leftOut(UndrawnFeature)
  /// There were too many different warnings to report them all.
  case moreWarnings(limit: Int)
}

extension Problem: CustomStringConvertible {
  /// What is wrong and, where it is not plain, what to do; without the place.
  package var description: String {
    (fileDescription ?? syntaxDescription ?? meaningDescription).description
  }

  private var fileDescription: MessageText? {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .fileTooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .unknownFormat:
      "neither a .ca folder, a .caml or .caar file, a .json scene nor an archive of these; a document starts with '<', '{', \"bplist\" or \"PK\""
    case .notABundle: "the folder holds something else than a document, and is not replaced"
    case .otherFormat(let what): "\(what), and no document of layers"
    case .badArchive(let reason): "the archive is damaged or not readable: \(reason)"
    case .archiveTooLarge(let reason):
      "\(reason), which is more than is read; take out what is not needed"
    case .noDocuments(let files):
      "an archive without a .ca bundle, a .caml, .caar or .json file; it holds \(files.isEmpty ? "no files" : files)"
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
    case .recovered(let detail): "not well-formed XML, reading on: \(detail)"
    case .tooDeep(let limit, let what): "\(what) are nested deeper than \(limit) levels"
    case .duplicateKey(let key): "the key \"\(key)\" is there twice; the last value counts"
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
      "the root has no bounds, and no index.xml gives a size; the picture shows what its layers cover"
    case .badValue(let property, let expected): "\(property) must be \(expected)"
    case .unreadablePath(let property, let reason):
      "\(property) is no path that can be read, and is left empty: \(reason)"
    case .notFinite(let property): "\(property) must be a finite number that is not too large"
    case .cyclicReference(let id): "the layer \"\(id)\" refers to a layer that it is inside of"
    case .foreignObject(let type, let property):
      "\(property) is an object of the class \"\(type)\", which is not read; it is ignored"
    case .reference(let id): "the reference to \"\(id)\" is not followed"
    case .unknownProperty(let name): "there is no property \"\(name)\" here; it is ignored"
    case .unknownClass(let name): "there is no layer class \"\(name)\"; a CALayer stands for it"
    case .unknownName(let name, let property): "\"\(name)\" is no value of \(property)"
    case .notALayer(let name): "\"\(name)\" is no layer; it is ignored"
    case .notDrawn(let what): "not drawn yet: \(what)"
    case .notAnAnimation, .unknownAnimation, .animatesNothing, .unknownTarget, .unknownSource,
      .ignoredInState,
      .scriptNotRun:
      motionDescription
    case .leftOut(let feature): "\(message: feature)"
    case .moreWarnings(let limit): "more than \(limit) kinds of warnings; the rest is not reported"
    default: ""
    }
  }

  private var motionDescription: MessageText {
    switch self {
    case .notAnAnimation(let name): "\"\(name)\" is no animation; it is ignored"
    case .unknownAnimation(let name): "there is no animation class \"\(name)\"; it is ignored"
    case .animatesNothing(let path): "an animation of \"\(path)\" moves nothing: no such property"
    case .unknownTarget(let id): "a state speaks of the layer \"\(id)\", which is not there"
    case .unknownSource(let id): "an animation follows the layer \"\(id)\", which is not there"
    case .scriptNotRun(let name): "the script \"\(name)\" is not run"
    case .ignoredInState(let name): "a state's \(name) cannot be followed; it is ignored"
    default: ""
    }
  }
}
