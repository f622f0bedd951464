import CGlazeShaders
import GlazePlan

/// An instance in a pass.
struct Item {
  /// Which of the pass's draws.
  var draw: Int32
  /// In the array of the draw's kind.
  var instance: Int32
}

/// A pass's instances, sorted by the bands of rows that they touch, in drawing order in each.
struct Bins {
  private struct Touched {
    var item: Item
    var first: Int32
    var last: Int32
  }

  /// Rows in a band: 1920 pixels of so many rows are 240 kB.
  private static let tallestBand = 32

  private var touched: [Touched] = []
  private var items: [Item] = []
  /// Where each band's items start, and where the last one's end.
  private var starts: [Int] = []
  private var bandHeight = 1
  private var bandCount = 0
  private var height = 0
  private var isSmall = false

  /// Sorts the instances of a pass; those with something in them that is no finite number, and
  /// those that touch no row, are left out.
  mutating func fill(from plan: FramePlan, pass: FramePlan.Pass, canvas: Canvas, workers: Int) {
    height = canvas.height
    bandHeight = max(4, min(Self.tallestBand, (height + 4 * workers - 1) / (4 * workers)))
    bandCount = (height + bandHeight - 1) / bandHeight
    touched.removeAll(keepingCapacity: true)
    for (index, draw) in plan.draws[pass.draws].enumerated() {
      switch draw.kind {
      case .box: touch(plan.boxes, draw: index, draw.instances)
      case .image, .picture: touch(plan.images, draw: index, draw.instances)
      case .composite: touch(plan.composites, draw: index, draw.instances)
      case .colorMatrix: touch(plan.colorMatrices, draw: index, draw.instances)
      case .blur: touch(plan.blurs, draw: index, draw.instances)
      case .shadow: touch(plan.shadows, draw: index, draw.instances)
      case .gradient: touch(plan.gradients, draw: index, draw.instances)
      case .coverage: touch(plan.coverages, draw: index, draw.instances)
      }
    }
    sort()
    // Waking other threads costs more than drawing a few thousand pixels.
    isSmall = canvas.width * canvas.height < 16_384 && touched.count < 64
  }

  private mutating func touch(_ instances: [some Quad], draw: Int, _ range: Range<Int>) {
    instances.withUnsafeBufferPointer { instances in
      for index in range where isFinite(instances.baseAddress.unsafelyUnwrapped + index) {
        let rows = Polygon.rows(instances[index].quad01, instances[index].quad23, height: height)
        if rows.isEmpty { continue }
        touched.append(
          Touched(
            item: Item(draw: Int32(draw), instance: Int32(index)),
            first: Int32(rows.start / bandHeight), last: Int32((rows.end - 1) / bandHeight)))
      }
    }
  }

  private mutating func sort() {
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: bandCount + 1))
    for entry in touched {
      for band in entry.first...entry.last { starts[Int(band) + 1] += 1 }
    }
    for band in 0..<bandCount { starts[band + 1] += starts[band] }
    let total = starts[bandCount]
    let padding = Item(draw: 0, instance: 0)
    items.removeAll(keepingCapacity: true)
    items.append(contentsOf: repeatElement(padding, count: total))
    var next = starts
    for entry in touched {
      for band in entry.first...entry.last {
        items[next[Int(band)]] = entry.item
        next[Int(band)] += 1
      }
    }
  }

  func withBands(_ body: (Bands) -> Void) {
    items.withUnsafeBufferPointer { items in
      starts.withUnsafeBufferPointer { starts in
        body(
          Bands(
            items: items, starts: starts, bandHeight: bandHeight, height: height, isSmall: isSmall))
      }
    }
  }

  /// The sorted items, for the threads.
  struct Bands {
    fileprivate let items: UnsafeBufferPointer<Item>
    fileprivate let starts: UnsafeBufferPointer<Int>
    fileprivate let bandHeight: Int
    fileprivate let height: Int
    fileprivate let isSmall: Bool

    /// Calls `body` for each band with its rows and its items, on several threads at once.
    func run(on workers: Workers, body: (Pixels, UnsafeBufferPointer<Item>) -> Void) {
      let workers = isSmall ? Workers(count: 1) : workers
      workers.run(parts: starts.count - 1) { band in
        let rows = Pixels(band * bandHeight, min((band + 1) * bandHeight, height))
        body(rows, UnsafeBufferPointer(rebasing: items[starts[band]..<starts[band + 1]]))
      }
    }
  }
}

/// Whether every number of an instance, or of a clip, is finite.
func isFinite<T>(_ value: UnsafePointer<T>) -> Bool {
  let words = UnsafeRawBufferPointer(start: value, count: MemoryLayout<T>.size)
  var sum = SIMD4<Float>.zero
  for offset in stride(from: 0, to: words.count, by: 16) {
    sum += words.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self) * 0
  }
  return sum == .zero
}

/// An instance of any kind: it covers a convex quadrilateral.
protocol Quad {
  var quad01: SIMD4<Float> { get }
  var quad23: SIMD4<Float> { get }
}

extension BoxInstance: Quad {}
extension ImageInstance: Quad {}
extension CompositeInstance: Quad {}
extension ColorMatrixInstance: Quad {}
extension BlurInstance: Quad {}
extension ShadowInstance: Quad {}
extension GradientInstance: Quad {}
extension CoverageInstance: Quad {}
