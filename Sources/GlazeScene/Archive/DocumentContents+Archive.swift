package import Foundation
package import GlazeLayers

extension DocumentContents {
  /// The document as a `.caar` archive, which `DocumentReader` reads.
  ///
  /// Its background and its loop have no place in archives.
  ///
  /// - Throws: `LayerCodingError.notArchivable`, for a value that archives have no form for.
  /// - Complexity: O(size of the archive); nesting costs memory, never stack.
  package func archived() throws(LayerCodingError) -> Data {
    try DocumentArchive.data(of: root, isGeometryFlipped: isGeometryFlipped, states: states)
  }
}
