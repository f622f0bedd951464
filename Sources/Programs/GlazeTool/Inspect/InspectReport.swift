import GlazeCore
import GlazePlan

/// The data of the page of `glaze inspect`, which it reads as JSON.
///
/// Coordinates are pixels of the image, or of a target where noted; the origin is at the top left.
struct InspectReport: Encodable {
  var title: String
  var time: Double
  var width: Int
  var height: Int
  var image: Image
  var layers: [Layer]
  var targets: [Target]
  var passes: [Pass]
  var steps: [Step]
  /// Sentences about content that is shown only in part.
  var notes: [String]
  /// The time to plan and draw the whole image on the CPU, in milliseconds; the fastest of some runs.
  var milliseconds: Double
  var costMap: CostMap
  var animations: [Animation]
  /// The duration of the curves, in seconds.
  var seconds: Double
  /// Small images at equal intervals of that time; empty if nothing is animated.
  var frames: [Frame] = []

  struct Frame: Encodable {
    var time: Double
    /// A JPEG or PNG file as a data URL.
    var image: String
  }

  /// A layer: a node of the tree, in preorder.
  struct Layer: Encodable {
    var node: Int
    var parent: Int
    var depth: Int
    var name: String
    var className: String
    var role: String?
    /// The outline of the bounds; empty if it lies behind the eye.
    var quad: [[Double]]
    /// The reason why the layer and its sublayers are not shown; nil if they are.
    var absence: String?
    var properties: [Property]
    /// The reasons why the layer needs passes of its own.
    var reasons: [Reason]
    var cost: Cost?
    /// The image of the layer alone.
    var plate: Patch?
  }

  struct Property: Encodable {
    var name: String
    var value: String
    /// The default; nil if the value is the default.
    var standard: String?
  }

  struct Reason: Encodable {
    var cause: String
    var advice: String
    /// The time that the image saves without the cause, and the range around it; nil if it was not measured.
    var milliseconds: Double?
    var uncertainty: Double?
  }

  /// The times of parts of the image, each drawn alone: adjacent rectangles, row by row.
  struct CostMap: Encodable {
    var columns: Int
    var rows: Int
    /// The time for each million pixels.
    var milliseconds: [Double]
  }

  /// The cost that the image saves without a layer and its sublayers.
  struct Cost: Encodable {
    var milliseconds: Double
    /// The range around the time; a smaller time means nothing.
    var uncertainty: Double
    var passes: Int
    var instances: Int
    var pixels: Int
  }

  struct Target: Encodable {
    var width: Int
    var height: Int
    var format: String
    /// The number of instances that touch each pixel, as colors;
    /// nil if no pass into the target is shown.
    var heat: Image?
    var most: Int
    var mean: Double
  }

  struct Pass: Encodable {
    /// The index in the plan.
    var number: Int
    var target: Int
    var node: Int
    var title: String
    var cause: String
    var origin: [Int]
    var instances: Int
    var firstStep: Int
  }

  /// The change of a target by a part of a pass.
  struct Step: Encodable {
    var pass: Int
    var title: String
    var details: [String]
    /// The changed pixels; nil if nothing changes.
    var patch: Patch?
  }

  /// A rectangle of pixels that replaces the content of the target.
  struct Patch: Encodable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var image: Image
  }

  struct Animation: Encodable {
    var node: Int
    var keyPath: String
    /// The begin and the end, in seconds of the document; the end is nil if there is none.
    var begin: Double
    var end: Double?
    var description: String
    var curves: [Curve]
  }

  struct Curve: Encodable {
    var name: String
    var least: Double
    var most: Double
    /// Values at equal intervals from 0 to `seconds`; 0 is the smallest value, 1 the largest.
    var points: [Double]
  }

  typealias Image = ReportImage
}

extension PixelBuffer {
  static func clear(width: Int, height: Int) -> PixelBuffer {
    PixelBuffer(
      width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 4))
  }

  /// Returns the smallest rectangle outside which two images of one size are equal; nil if they are equal.
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
  /// Returns the part of an image that differs from another; nil if they are equal.
  init?(_ image: PixelBuffer, over before: PixelBuffer) throws {
    guard let (x, y) = image.difference(from: before) else { return nil }
    self.init(
      x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count,
      image: try .init(image.cropped(x: x, y: y)))
  }
}
