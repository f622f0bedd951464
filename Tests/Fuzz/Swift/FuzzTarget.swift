import Foundation

/// What bytes that nobody meant are taken for; `GLAZE_FUZZ_TARGET` names it.
///
/// A target may refuse bytes, and must not stop the program: what it finds wrong itself, it says by
/// `fail(_:)`.
enum FuzzTarget: String {
  /// A document of any kind, to pictures at several times.
  case documents
  /// A document that is written in all formats, which can be read again.
  case formats
  /// The same through the library for C.
  case library
  /// A file with a picture.
  case pictures
  /// A path of SVG, and one with its operators last, to what it covers.
  case outlines
  /// Layers with animations of all classes, to pictures at several times.
  case animations
  /// A plan with any numbers: what is legal is drawn by both backends.
  case plans
  /// A document that is written as an archive into the folder `GLAZE_FUZZ_SEEDS`, to begin with.
  case seeds

  static let current: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["GLAZE_FUZZ_TARGET"] ?? "documents"
    guard let target = FuzzTarget(rawValue: name) else { fatalError("there is no target \(name)") }
    return target
  }()

  func run(_ bytes: [UInt8]) {
    switch self {
    case .documents: DocumentFuzzing.draw(bytes)
    case .formats: DocumentFuzzing.rewrite(bytes)
    case .library: LibraryFuzzing.draw(bytes)
    case .pictures: PictureFuzzing.decode(bytes)
    case .outlines: PictureFuzzing.cover(bytes)
    case .animations: AnimationFuzzing.sample(bytes)
    case .plans: PlanFuzzing.draw(bytes)
    case .seeds: DocumentFuzzing.archive(bytes)
    }
  }

  /// Ends the program, so that libFuzzer keeps the bytes.
  static func fail(_ what: String) -> Never { fatalError(what) }
}

/// What libFuzzer calls, again and again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.current.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
