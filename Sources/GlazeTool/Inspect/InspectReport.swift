import Foundation
import GlazeDrawing
import GlazePlan

/// What the page of `glaze inspect` shows, as the JSON that it is given.
///
/// Coordinates are pixels of the picture, or of a target where that is said; origin top left.
struct InspectReport: Encodable {
  var title: String
  var time: Double
  var width: Int
  var height: Int
  var picture: Picture
  var layers: [Layer]
  var targets: [Target]
  var passes: [Pass]
  var steps: [Step]
  /// What was shown in part only, in sentences.
  var notes: [String]
  /// Milliseconds of the whole picture on the CPU: planned and drawn; the quickest of some runs.
  var milliseconds: Double
  var costMap: CostMap
  var animations: [Animation]
  /// The seconds that curves show.
  var seconds: Double

  /// A layer: a node of the tree, in preorder.
  struct Layer: Encodable {
    var node: Int
    var parent: Int
    var depth: Int
    var name: String
    var className: String
    var role: String?
    /// The outline of the bounds; empty where it is behind the eye.
    var quad: [[Double]]
    /// What hides it with its sublayers; nil when nothing does.
    var absence: String?
    var properties: [Property]
    /// Why it takes passes of its own.
    var reasons: [Reason]
    var cost: Cost?
    /// What it draws alone.
    var plate: Patch?
  }

  struct Property: Encodable {
    var name: String
    var value: String
    /// The default; nil where the value is that.
    var standard: String?
  }

  struct Reason: Encodable {
    var cause: String
    var advice: String
    /// What the picture takes less without the cause; nil where that was not measured.
    var milliseconds: Double?
  }

  /// What parts of the picture take, each drawn alone: rectangles side by side, row by row.
  struct CostMap: Encodable {
    var columns: Int
    var rows: Int
    /// For each million pixels.
    var milliseconds: [Double]
  }

  /// What the picture takes less without a layer and its sublayers.
  struct Cost: Encodable {
    var milliseconds: Double
    var passes: Int
    var instances: Int
    var pixels: Int
  }

  struct Target: Encodable {
    var width: Int
    var height: Int
    var format: String
    /// How many instances touch each pixel, as colours;
    /// nil where no pass into it is shown.
    var heat: Picture?
    var most: Int
    var mean: Double
  }

  struct Pass: Encodable {
    /// In the plan.
    var number: Int
    var target: Int
    var node: Int
    var title: String
    var cause: String
    var origin: [Int]
    var instances: Int
    var firstStep: Int
  }

  /// What a part of a pass changes in its target.
  struct Step: Encodable {
    var pass: Int
    var title: String
    var details: [String]
    /// nil where nothing changes.
    var patch: Patch?
  }

  /// A rectangle of pixels, which replaces what lies there.
  struct Patch: Encodable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var picture: Picture
  }

  struct Animation: Encodable {
    var node: Int
    var keyPath: String
    /// From when to when, in seconds of the picture; the end is nil where there is none.
    var begin: Double
    var end: Double?
    var description: String
    var curves: [Curve]
  }

  struct Curve: Encodable {
    var name: String
    var least: Double
    var most: Double
    /// At even distances of time, from 0 to `seconds`; 0 is the least value, 1 the most.
    var points: [Double]
  }

  /// A PNG in an address of its own.
  struct Picture: Encodable {
    var address: String

    init(_ pixels: PixelBuffer) throws {
      let png = try pixels.bytes.withUnsafeBytes { bytes in
        try PNG.encode(premultipliedRGBA: bytes, width: pixels.width, height: pixels.height)
      }
      address = "data:image/png;base64,\(Data(png).base64EncodedString())"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(address)
    }
  }

  /// As JSON that may stand inside of a script element.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only strings hold the sign.
    return String(decoding: try encoder.encode(self), as: UTF8.self)
      .replacing("<", with: "\\u003c")
  }
}

extension PixelBuffer {
  static func clear(width: Int, height: Int) -> PixelBuffer {
    PixelBuffer(
      width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 4))
  }

  /// The smallest rectangle outside of which two pictures of one size are equal; nil when they are equal.
  func difference(from other: PixelBuffer) -> (x: Range<Int>, y: Range<Int>)? {
    bytes.withUnsafeBytes { mine in
      other.bytes.withUnsafeBytes { theirs in
        let (a, b) = (mine.bindMemory(to: UInt32.self), theirs.bindMemory(to: UInt32.self))
        var (left, right, top, bottom) = (width, 0, height, 0)
        for row in 0..<height {
          let start = row * width
          guard let first = (0..<width).first(where: { a[start + $0] != b[start + $0] }),
            let last = (0..<width).last(where: { a[start + $0] != b[start + $0] })
          else { continue }
          (left, right) = (min(left, first), max(right, last + 1))
          (top, bottom) = (min(top, row), row + 1)
        }
        return left < right ? (left..<right, top..<bottom) : nil
      }
    }
  }

  func cropped(x: Range<Int>, y: Range<Int>) -> PixelBuffer {
    var result = Self.clear(width: 0, height: 0)
    (result.width, result.height) = (x.count, y.count)
    result.bytes.reserveCapacity(x.count * y.count * 4)
    for row in y {
      let start = (row * width + x.lowerBound) * 4
      result.bytes += bytes[start..<start + x.count * 4]
    }
    return result
  }
}

extension InspectReport.Patch {
  /// What of a picture differs from another; nil when nothing does.
  init?(_ picture: PixelBuffer, over before: PixelBuffer) throws {
    guard let (x, y) = picture.difference(from: before) else { return nil }
    self.init(
      x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count,
      picture: try .init(picture.cropped(x: x, y: y)))
  }
}
