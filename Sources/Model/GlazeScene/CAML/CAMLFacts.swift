import GlazeGeometry
import GlazeLayers

/// The properties of a document as a whole that a single CAML file stores in attributes of `caml`
/// that are Glaze's own; bundles store them in `index.xml`.
struct CAMLFacts {
  static let names: Set<String> = ["geometryFlipped", "loopStart", "loopEnd", "background"]

  var isGeometryFlipped = false
  var loop: Range<Double>?
  var background: CGColor?

  init(_ syntax: CAMLSyntax) throws(DocumentError) {
    guard let top = syntax.document.elements.first, top.name == "caml" else { return }
    isGeometryFlipped = try syntax.checked("geometryFlipped", at: 0) { () throws(ValueFailure) in
      try CAMLText.bool(top["geometryFlipped"] ?? "0")
    }
    if let start = top["loopStart"], let end = top["loopEnd"] {
      let (first, last) = try syntax.checked("loopStart", at: 0) { () throws(ValueFailure) in
        (try CAMLText.number(start[...]), try CAMLText.number(end[...]))
      }
      if first < last { loop = first..<last }
    }
    guard let text = top["background"] else { return }
    background =
      text == "checkerboard"
      ? .checkerboard
      : try syntax.checked("background", at: 0) { () throws(ValueFailure) in
        try CAMLText.color(text, opacity: nil)
      }
  }
}
