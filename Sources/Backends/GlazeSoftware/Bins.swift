import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// The instances of a pass, sorted by the bands of rows that they touch, in drawing order in each.
final class Bins {
  /// The number of instances that one thread examines at a time.
  private static let chunkSize = 4096
  /// The number of instances that are examined while another thread is woken.
  private static let fewInstances = 1024

  /// A part of the instances of one draw.
  private struct Chunk {
    /// The index of the draw in the pass.
    var draw: Int
    var instances: Range<Int>
    /// The position of its instances among those of the pass.
    var start: Int
  }

  private var chunks: [Chunk] = []
  private let touches = Store<GlazeTouch>()
  private let items = Store<GlazeItem>()
  /// The position in each band to which the chunk's items go, for each chunk.
  private let places = Store<Int>()
  /// The start of each band's items, and the end of the last one's.
  private var starts: [Int] = []
  private var bands = Bands(width: 0, height: 0, workers: 1)
  private var isSmall = false

  /// Sorts the instances of a pass; instances with values that are not finite, and those that do
  /// not touch a row, are skipped.
  ///
  /// - Parameters:
  ///   - draws: The draws of all passes.
  ///   - bands: The bands of the pass.
  func fill(
    from plan: FramePlan, pass: FramePlan.Pass, draws: UnsafeBufferPointer<PaintedDraw>,
    bands: Bands, workers: Workers, kernels: UnsafePointer<GlazeKernels>
  ) {
    self.bands = bands
    let bandCount = bands.count
    let count = split(plan, pass)
    touches.reserve(count)
    places.reserve(chunks.count * bandCount)
    starts = Array(repeating: 0, count: bandCount + 1)
    let workers = count < Self.fewInstances ? Workers(count: 1) : workers
    workers.run(parts: chunks.count) { chunk in
      touch(chunks[chunk], draws[pass.draws.lowerBound + chunks[chunk].draw], kernels)
      countItems(chunk, bandCount: bandCount)
    }
    findPlaces(bandCount: bandCount)
    items.reserve(starts[bandCount])
    workers.run(parts: chunks.count) { place($0, bandCount: bandCount) }
    isSmall = plan.isSmall(pass)
  }

  /// Splits the instances of a pass into chunks; returns the number of chunks.
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

  private func touch(_ chunk: Chunk, _ draw: PaintedDraw, _ kernels: UnsafePointer<GlazeKernels>) {
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

  /// Calls `body` for each band with its rows and its items, on several threads concurrently.
  func run(
    on workers: Workers, body: (Pixels, UnsafeBufferPointer<GlazeItem>) -> Void
  ) {
    let workers = isSmall ? Workers(count: 1) : workers
    workers.run(parts: bands.count) { band in body(rows(of: band), items(of: band)) }
  }

  /// Calls `body` for each band that contains some of the given rows, with those rows and the
  /// band's items, on several threads concurrently.
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

  /// Calls `body` for each band that contains some of the given rows, with those rows and the
  /// band's items.
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

/// Uninitialized memory that grows, and that is aligned to a cache line.
final class Store<Element: BitwiseCopyable> {
  private(set) var base = Store.allocate(1)
  private var capacity = 1

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = count * MemoryLayout<Element>.stride
    return UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      .bindMemory(to: Element.self, capacity: count)
  }

  /// Reserves capacity; the content is lost.
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
