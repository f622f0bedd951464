package import CGlazeKernels
import Foundation
package import GlazeGeometry
import Synchronization

/// The tables of a map of colors, in the form of the kernels.
package final class ColorTables: Sendable {
  private let decode: [Float]
  private let tone: [Float]
  private let encode: [Float]
  private let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)?
  private let limits: ClosedRange<Double>

  /// - Parameters:
  ///   - decode: The light of a number; nil where numbers are light.
  ///   - rows: The matrix between the primaries; nil where they are the same.
  ///   - tone: The light that becomes of an amount of light; nil where it stays.
  ///   - limits: The limits of light.
  ///   - encode: The number of an amount of light; nil where numbers are light.
  init(
    decode: ((Double) -> Double)?, rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)?,
    tone: ((Double) -> Double)?, limits: ClosedRange<Double>, encode: ((Double) -> Double)?
  ) {
    self.decode = Self.table(decode)
    self.tone = Self.table(tone)
    self.encode = Self.table(encode)
    self.rows = rows
    self.limits = limits
  }

  private static func table(_ curve: ((Double) -> Double)?) -> [Float] {
    guard let curve else { return [] }
    return (0..<Int(GlazeCurveCount)).map { index in
      let bits = UInt32(GlazeCurveFirst) << 23 + UInt32(index) << 15
      return Float(curve(Double(Float(bitPattern: bits))))
    }
  }

  /// Calls `body` with the map.
  package func withMap<Result>(_ body: (UnsafePointer<GlazeColorMap>) -> Result) -> Result {
    decode.withUnsafeBufferPointer { decode in
      tone.withUnsafeBufferPointer { tone in
        encode.withUnsafeBufferPointer { encode in
          var map = GlazeColorMap()
          map.decode = decode.isEmpty ? nil : decode.baseAddress
          map.tone = tone.isEmpty ? nil : tone.baseAddress
          map.encode = encode.isEmpty ? nil : encode.baseAddress
          (map.least, map.most) = (Float(limits.lowerBound), Float(limits.upperBound))
          if let (red, green, blue) = rows {
            map.changesPrimaries = true
            let m = [red, green, blue].flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
            map.matrix = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
          }
          return body(&map)
        }
      }
    }
  }

  /// Maps unpremultiplied colors in place.
  package func map(_ colors: inout [SIMD4<Float>]) {
    withMap { map in
      colors.withUnsafeMutableBytes { bytes in
        let numbers = bytes.bindMemory(to: Float.self)
        glaze_map_colors(map, numbers.baseAddress, numbers.count / 4)
      }
    }
  }

  // MARK: Kinds of maps

  /// The identity of tables.
  private enum Key: Hashable {
    case map(ColorMap)
    case toSRGB(OutputColor)
    case reencoding(OutputColor, OutputColor)
    case rendition(OutputColor, keepsPrimaries: Bool)
  }

  private static let known = Mutex<[Key: ColorTables]>([:])

  private static func tables(_ key: Key, _ make: () -> ColorTables) -> ColorTables {
    if let tables = known.withLock({ $0[key] }) { return tables }
    let tables = make()
    known.withLock { known in
      // Programs have a few outputs; a host that tries many must not fill the memory.
      if known.count >= 64 { known.removeAll() }
      known[key] = tables
    }
    return tables
  }

  /// The tables of a map from extended sRGB.
  package static func of(_ map: ColorMap) -> ColorTables {
    tables(.map(map)) {
      let output = map.output
      return ColorTables(
        decode: { OutputColor.light(ofSRGB: $0) },
        rows: output.primaries == .sRGB ? nil : output.rowsFromSRGB, tone: map.tone,
        limits: output.leastLight...map.limit, encode: output.encodingCurve)
    }
  }

  /// The tables of the map from an output to extended sRGB.
  package static func toSRGB(from output: OutputColor) -> ColorTables {
    tables(.toSRGB(output)) {
      return ColorTables(
        decode: output.decodingCurve, rows: output.primaries == .sRGB ? nil : output.rowsToSRGB,
        tone: nil, limits: -65504...65504, encode: { OutputColor.sRGB(ofLight: $0) })
    }
  }

  /// The tables of the map from an output to the curve of sRGB without light above white, which is
  /// compressed.
  ///
  /// - Parameter keepsPrimaries: Whether the primaries stay those of the output; otherwise they
  ///   become those of sRGB.
  package static func rendition(of output: OutputColor, keepsPrimaries: Bool) -> ColorTables {
    tables(.rendition(output, keepsPrimaries: keepsPrimaries)) {
      let curve = ToneCurve(peak: output.headroom, limit: 1, white: output.whiteLuminance)
      return ColorTables(
        decode: output.decodingCurve,
        rows: keepsPrimaries || output.primaries == .sRGB ? nil : output.rowsToSRGB,
        tone: output.headroom > 1 ? { curve.map($0) } : nil, limits: 0...1,
        encode: { OutputColor.sRGB(ofLight: $0) })
    }
  }

  /// The tables of the map between two outputs of the same primaries.
  package static func reencoding(from old: OutputColor, to new: OutputColor) -> ColorTables {
    tables(.reencoding(old, new)) {
      return ColorTables(
        decode: old.decodingCurve, rows: nil, tone: nil, limits: new.leastLight...new.headroom,
        encode: new.encodingCurve)
    }
  }
}

extension OutputColor {
  /// The least light that the curve and the depth have numbers for.
  ///
  /// Devices clip colors before they blend them into targets of 0...1.
  fileprivate var leastLight: Double {
    isFloat && transfer != .pq && transfer != .hlg ? -65504 : 0
  }

  /// The curve from light to numbers; nil where they are the same.
  fileprivate var encodingCurve: ((Double) -> Double)? {
    if transfer == .linear { return nil }
    return { encode($0) }
  }

  /// The curve from numbers to light; nil where they are the same.
  fileprivate var decodingCurve: ((Double) -> Double)? {
    if transfer == .linear { return nil }
    return { decode($0) }
  }
}
