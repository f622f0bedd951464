import Foundation

/// An interpretation of random bytes; `GLAZE_FUZZ_TARGET` selects it.
///
/// A target may reject bytes, and must not stop the program. It reports errors that it finds itself
/// by `fail(_:)`.
enum FuzzTarget: String {
  /// A document of any kind, drawn at several times.
  case documents
  /// A document that is written in all formats, which must be readable.
  case formats
  /// A Lottie document, drawn at several times, and written as a bundle.
  case lottie
  /// The same as `documents` through the C library.
  case library
  /// An image file.
  case imageFiles
  /// The coverage of an SVG path, and of one in postfix notation.
  case outlines
  /// Layers with animations of all classes, drawn at several times.
  case animations
  /// A plan with arbitrary numbers: both backends must draw a valid plan.
  case plans
  /// A reply of a worker of the service.
  case replies
  /// A request to the service: a line of parameters, and a form.
  case requests
  /// A document that is written as an archive into the folder `GLAZE_FUZZ_SEEDS`, as a seed for
  /// others.
  case seeds

  static let current: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["GLAZE_FUZZ_TARGET"] ?? "documents"
    guard let target = FuzzTarget(rawValue: name) else { fatalError("unknown target \(name)") }
    return target
  }()

  func run(_ bytes: [UInt8]) {
    switch self {
    case .documents: DocumentFuzzing.draw(bytes)
    case .formats: DocumentFuzzing.rewrite(bytes)
    case .lottie: DocumentFuzzing.lottie(bytes)
    case .library: LibraryFuzzing.draw(bytes)
    case .imageFiles: ImageFuzzing.decode(bytes)
    case .outlines: ImageFuzzing.cover(bytes)
    case .animations: AnimationFuzzing.sample(bytes)
    case .plans: PlanFuzzing.draw(bytes)
    case .replies: ServiceFuzzing.reply(bytes)
    case .requests: ServiceFuzzing.request(bytes)
    case .seeds: DocumentFuzzing.archive(bytes)
    }
  }

  /// Ends the program, so that libFuzzer saves the bytes.
  static func fail(_ what: String) -> Never { fatalError(what) }
}

/// The entry point that libFuzzer calls repeatedly.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.current.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
