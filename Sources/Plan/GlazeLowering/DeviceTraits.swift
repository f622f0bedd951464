/// The properties of a device that affect the lowering of a plan.
package struct DeviceTraits: Sendable, Equatable {
  /// The side of the largest surface or image, in pixels.
  package var largestSurface: Int
  /// The size of the largest buffer that is read as a texture, in texels.
  package var mostTexels: Int
  /// The side of the largest square that is drawn as a point, in pixels.
  package var largestPoint: Int
  /// Whether the CPU draws, in OpenGL's software rasterizer.
  package var isRasteriser: Bool

  package init(
    largestSurface: Int, mostTexels: Int, largestPoint: Int, isRasteriser: Bool = true
  ) {
    self.largestSurface = largestSurface
    self.mostTexels = mostTexels
    self.largestPoint = largestPoint
    self.isRasteriser = isRasteriser
  }

  /// Mesa's software rasterizer, which every machine has.
  package static let llvmpipe = DeviceTraits(
    largestSurface: 16_384, mostTexels: 1 << 27, largestPoint: 255)
}

/// Numbers that were measured with one driver, Mesa 22.3's llvmpipe.
///
/// They only affect speed. Measurements on a GPU did not suggest other values, but GPUs do without
/// the flushes: their drivers send commands themselves.
enum Tuning {
  // MARK: Points

  /// The fewest rectangles that justify a shader program that draws points.
  static let leastPoints = 256
  /// The side of the largest rectangle that is drawn as a point, in pixels.
  static let largestRectangleOfPoint: Float = 64
  /// The number of successive long rectangles that justify a shader program of their own.
  static let mostLongRectangles = 16

  // MARK: Runs

  /// The number of runs that may wait to be joined; searching further back would cost more than it
  /// saves.
  static let waitingRuns = 24
  /// The number of bounds of a run that are compared before an instance joins it.
  static let comparedBounds = 64
  /// The most instances whose bounds are examined; more are assumed to lie everywhere.
  static let boundedInstances = 256

  // MARK: Target atlas

  /// The width of the atlas for small targets.
  ///
  /// It is not a power of two, which would map all rows to the same cache sets.
  static let atlasWidth = 2000
  /// The greatest height of a target in the atlas.
  static let atlasHeight = 512

  // MARK: Programs

  /// A frame with at least this number of pixels in boxes gets a shader program for each of their
  /// shapes immediately.
  ///
  /// Making one takes 4 to 8 ms, and saves 0.6 to 1.5 ns of 3.3 for each pixel.
  static let pixelsOfOwnPrograms: Float = 2_000_000

  // MARK: Flushes of software rasterizers

  /// The bytes that the driver records for a change of state.
  static let bytesOfRun = 40 << 10
  /// The bytes that the driver records for an instance.
  static let bytesOfInstance = 400
  /// The number of recorded bytes at which the driver is flushed.
  ///
  /// The driver frees what it has drawn, but it records faster than it draws: 100,000 squares would
  /// wait in 33 MB.
  static let bytesOfFlush = 12 << 20
  /// The most instances of one call, so that a flush is not too late.
  static let instancesOfCall = 1 << 13
}
