package import Foundation
package import GlazeLayers

extension DocumentContents {
  /// The document as a `.caar` archive, which `DocumentReader` reads.
  ///
  /// What archives have no words for stands in them under CAML's names, and under one of Glaze's own.
  ///
  /// - Throws: `LayerCodingError.notArchivable`, for a value that archives have no form for.
  /// - Complexity: O(size of the archive); nesting costs memory, never stack.
  package func archived() throws(LayerCodingError) -> Data {
    try DocumentArchive.data(
      of: root, isGeometryFlipped: isGeometryFlipped, states: states,
      facts: CAMLWriter.facts(self).filter { $0.name != ArchiveNames.Document.isFlipped },
      keepsake: keepsake)
  }
}
