import GlazeGeometry

/// Finds the content light level (`clli`) in the properties of a HEIF or AVIF file.
///
/// libheif reports it only for images that a program made itself.
///
/// Source: ISO/IEC 14496-12, boxes; ISO/IEC 23008-12, item properties; ISO/IEC 23000-22, `clli`.
enum HEIFLightLevels {
  /// The brightest component of a pixel in cd/m²; nil where the file does not name it.
  static func brightest(in file: UnsafeRawBufferPointer) -> Double? {
    guard let meta = box("meta", in: 0..<file.count, of: file),
      // A full box has a version and flags before its boxes.
      let properties = box("iprp", in: meta.dropFirst(4), of: file),
      let list = box("ipco", in: properties, of: file),
      let levels = box("clli", in: list, of: file), levels.count >= 4
    else { return nil }
    let brightest = Int(file[levels.lowerBound]) << 8 | Int(file[levels.lowerBound + 1])
    return brightest > 0 ? Double(brightest) : nil
  }

  /// The contents of the first box of a type in a range.
  private static func box(
    _ type: String, in range: Range<Int>, of file: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    func number(_ place: Int, _ count: Int) -> Int {
      file[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      var (start, size) = (place + 8, number(place, 4))
      if size == 0 { size = range.upperBound - place }
      if size == 1 {
        // The size follows as 64 bits, of which real files use less than 48.
        guard place + 16 <= range.upperBound, number(place + 8, 2) == 0 else { return nil }
        (start, size) = (place + 16, number(place + 10, 6))
      }
      guard size >= start - place, size <= range.upperBound - place else { return nil }
      if file[place + 4..<place + 8].elementsEqual(type.utf8) { return start..<place + size }
      place += size
    }
    return nil
  }
}
