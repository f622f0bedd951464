package import Foundation
package import GlazeLayers

extension DocumentContents {
  /// Returns the document as a `.caar` archive, which `DocumentReader` reads.
  ///
  /// Values that archives have no key for are stored under CAML's names, and under one of Glaze's
  /// own.
  ///
  /// - Throws: `LayerCodingError.notArchivable`, for a value that archives have no form for.
  /// - Complexity: O(size of the archive); nesting uses memory, never stack.
  package func archived() throws(LayerCodingError) -> Data {
    try DocumentArchive.data(
      of: root, isGeometryFlipped: isGeometryFlipped, states: states,
      facts: CAMLWriter.facts(self).filter { $0.name != ArchiveNames.Document.isFlipped },
      keepsake: keepsake)
  }
}
