import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// A pass's instances, sorted by the bands of rows that they touch, in drawing order in each.
final class Bins {
  /// How many instances are looked at by one thread at a time.
  private static let chunkSize = 4096

  /// A part of the instances of one draw.
  private struct Chunk {
    /// Which of the pass's draws.
    var draw: Int
    var instances: Range<Int>
    /// Where its instances are among those of the pass.
    var start: Int
  }

  private var chunks: [Chunk] = []
  private let touches = Store<GlazeTouch>()
  private let items = Store<GlazeItem>()
  /// For each chunk, where in each band its items are to go.
  private let places = Store<Int>()
  /// Where each band's items start, and where the last one's end.
  private var starts: [Int] = []
  private var bands = Bands(height: 0, workers: 1)
  private var isSmall = false

  /// Sorts the instances of a pass; those with something in them that is no finite number, and
  /// those that touch no row, are left out.
  ///
  /// - Parameters:
  ///   - draws: Of all passes.
  ///   - bands: Those of the pass.
  func fill(
    from plan: FramePlan, pass: FramePlan.Pass, draws: UnsafeBufferPointer<PaintedDraw>,
    bands: Bands, workers: Workers, kernels: GlazeKernels
  ) {
    self.bands = bands
    let bandCount = bands.count
    let count = split(plan, pass)
    touches.reserve(count)
    places.reserve(chunks.count * bandCount)
    starts = Array(repeating: 0, count: bandCount + 1)
    workers.run(parts: chunks.count) { chunk in
      touch(chunks[chunk], draws[pass.draws.lowerBound + chunks[chunk].draw], kernels)
      countItems(chunk, bandCount: bandCount)
    }
    findPlaces(bandCount: bandCount)
    items.reserve(starts[bandCount])
    workers.run(parts: chunks.count) { place($0, bandCount: bandCount) }
    isSmall = plan.isSmall(pass)
  }

  /// Splits the instances of a pass into chunks; returns how many there are.
  private func split(_ plan: FramePlan, _ pass: FramePlan.Pass) -> Int {
    chunks.removeAll(keepingCapacity: true)
    var start = 0
    for (index, draw) in plan.draws[pass.draws].enumerated() {
      let end = draw.instances.upperBound
      for first in stride(from: draw.instances.lowerBound, to: end, by: Self.chunkSize) {
        let end = min(first + Self.chunkSize, end)
        chunks.append(Chunk(draw: index, instances: first..<end, start: start))
        start += end - first
      }
    }
    return start
  }

  private func touch(_ chunk: Chunk, _ draw: PaintedDraw, _ kernels: GlazeKernels) {
    let first = GlazeItem(
      draw: Int32(chunk.draw), instance: Int32(chunk.instances.lowerBound))
    let touches = UnsafeMutableBufferPointer(
      start: touches.base + chunk.start, count: chunk.instances.count)
    draw.kind.touch(bands, first, touches, of: draw, kernels)
  }

  // MARK: Sorting

  private func touches(of chunk: Int) -> UnsafeBufferPointer<GlazeTouch> {
    let chunk = chunks[chunk]
    return UnsafeBufferPointer(start: touches.base + chunk.start, count: chunk.instances.count)
  }

  private func countItems(_ chunk: Int, bandCount: Int) {
    let counts = places.base + chunk * bandCount
    counts.initialize(repeating: 0, count: bandCount)
    for touch in touches(of: chunk) where touch.firstBand <= touch.lastBand {
      for band in Int(touch.firstBand)...Int(touch.lastBand) { counts[band] += 1 }
    }
  }

  private func findPlaces(bandCount: Int) {
    var place = 0
    for band in 0..<bandCount {
      starts[band] = place
      for chunk in chunks.indices {
        let count = places.base[chunk * bandCount + band]
        places.base[chunk * bandCount + band] = place
        place += count
      }
    }
    starts[bandCount] = place
  }

  private func place(_ chunk: Int, bandCount: Int) {
    let next = places.base + chunk * bandCount
    for touch in touches(of: chunk) where touch.firstBand <= touch.lastBand {
      for band in Int(touch.firstBand)...Int(touch.lastBand) {
        (items.base + next[band]).initialize(to: touch.item)
        next[band] += 1
      }
    }
  }

  // MARK: Drawing

  /// Calls `body` for each band with its rows and its items, on several threads at once.
  func run(
    on workers: Workers, body: (Pixels, UnsafeBufferPointer<GlazeItem>) -> Void
  ) {
    let workers = isSmall ? Workers(count: 1) : workers
    workers.run(parts: bands.count) { band in body(rows(of: band), items(of: band)) }
  }

  /// Calls `body` for each band that has some of the given rows, with those and with its items, on
  /// several threads at once.
  func run(
    on workers: Workers, rows wanted: Pixels,
    body: (Pixels, UnsafeBufferPointer<GlazeItem>) -> Void
  ) {
    let wanted = wanted.intersection(Pixels(0, bands.height))
    if wanted.isEmpty { return }
    let (first, last) = (bands.band(of: wanted.start), bands.band(of: wanted.end - 1))
    let workers = isSmall || first == last ? Workers(count: 1) : workers
    workers.run(parts: last - first + 1) { part in
      body(rows(of: first + part).intersection(wanted), items(of: first + part))
    }
  }

  /// Calls `body` for each band that has some of the given rows, with those and with its items.
  func draw(rows wanted: Pixels, body: (Pixels, UnsafeBufferPointer<GlazeItem>) -> Void) {
    if wanted.isEmpty { return }
    for band in bands.band(of: wanted.start)...bands.band(of: wanted.end - 1) {
      body(rows(of: band).intersection(wanted), items(of: band))
    }
  }

  private func rows(of band: Int) -> Pixels {
    let rows = bands.rows(of: band)
    return Pixels(rows.lowerBound, rows.upperBound)
  }

  private func items(of band: Int) -> UnsafeBufferPointer<GlazeItem> {
    UnsafeBufferPointer(
      start: items.base + starts[band], count: starts[band + 1] - starts[band])
  }
}

/// Memory that grows, is not initialized, and begins with a line of the cache.
final class Store<Element: BitwiseCopyable> {
  private(set) var base = Store.allocate(1)
  private var capacity = 1

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = count * MemoryLayout<Element>.stride
    return UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      .bindMemory(to: Element.self, capacity: count)
  }

  /// Makes room; what was there is lost.
  func reserve(_ count: Int) {
    if count <= capacity { return }
    base.deallocate()
    capacity = max(count, 2 * capacity)
    base = Self.allocate(capacity)
  }

  deinit { base.deallocate() }
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
