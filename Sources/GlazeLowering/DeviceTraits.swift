/// What the lowering of a plan needs to know of the device that will execute it.
package struct DeviceTraits: Sendable, Equatable {
  /// Pixels a side of the largest surface or image.
  package var largestSurface: Int
  /// Texels of the largest buffer that is read as a texture.
  package var mostTexels: Int
  /// Pixels a side of the largest square that is drawn as a point.
  package var largestPoint: Int

  package init(largestSurface: Int, mostTexels: Int, largestPoint: Int) {
    self.largestSurface = largestSurface
    self.mostTexels = mostTexels
    self.largestPoint = largestPoint
  }

  /// Mesa's rasterizer in software, which every machine has.
  package static let llvmpipe = DeviceTraits(
    largestSurface: 16_384, mostTexels: 1 << 27, largestPoint: 255)
}

/// Numbers that were measured with one driver, Mesa 22.3's llvmpipe.
///
/// They decide about speed alone. A GPU was not found to want others.
enum Tuning {
  // MARK: Points

  /// Fewer rectangles are not worth a program that draws points.
  static let leastPoints = 256
  /// Pixels a side of the largest rectangle that is drawn as a point.
  static let largestRectangleOfPoint: Float = 64
  /// So many long rectangles in a row are worth a program of their own.
  static let mostLongRectangles = 16

  // MARK: Runs

  /// How many runs wait to be joined; looking further back would cost more than it saves.
  static let waitingRuns = 24
  /// How many bounds of a run are compared before an instance joins it.
  static let comparedBounds = 64
  /// Of more instances the bounds are not looked at: they lie everywhere.
  static let boundedInstances = 256

  // MARK: Target atlas

  /// The width of the atlas for small targets: no power of two, which would have all lines meet in the same
  /// places of caches.
  static let atlasWidth = 2000
  /// The height that no target in the atlas exceeds.
  static let atlasHeight = 512

  // MARK: Programs

  /// A frame with so many pixels of boxes gets a program for each of their shapes at once: making one takes
  /// 4 to 8 ms, and saves 0.6 to 1.5 ns of 3.3 a pixel.
  static let pixelsOfOwnPrograms: Float = 2_000_000

  // MARK: Flushes

  /// What the driver writes down for a change of state, in bytes.
  static let bytesOfRun = 40 << 10
  /// What it writes down for an instance.
  static let bytesOfInstance = 400
  /// The driver is told to begin when it has written down so much.
  ///
  /// It forgets what it has drawn, and is told faster than it draws: 100,000 squares would wait in 33 MB.
  static let bytesOfFlush = 12 << 20
  /// The most instances of one call, so that a flush comes in time.
  static let instancesOfCall = 1 << 13
}
