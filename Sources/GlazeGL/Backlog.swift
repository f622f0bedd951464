import CGlazeShaders
import COpenGL
import GlazePlan

/// Keeps short what the driver has been told and has not drawn.
///
/// A rasteriser in software writes down all that it is told, forgets it when it has drawn it, and is
/// told faster than it draws: 100,000 squares wait in 33 MB. It has all of that in few enough pieces that
/// one is drawn while the next is written down, and no more. A GPU is only told to begin.
struct Backlog {
  /// What llvmpipe writes down for a change of state, and for an instance.
  static let bytesOfRun = 40 << 10
  static let bytesOfInstance = 400
  // Each takes a millisecond more, to bring the whole frame through the caches again.
  /// A piece.
  static let mostBytes = 12 << 20
  /// A piece of rectangles that follow one another in one part of the frame.
  static let mostNearBytes = 3 << 20

  /// Whether all rectangles of the frame so far lie near those before them.
  var isNear = true
  private let waits: Bool
  /// What was written down since it was last told to draw, about.
  private var bytes = 0
  /// Of the piece that is being drawn.
  private var fence: GLsync?

  /// - Parameter waits: nil asks the driver.
  init(waits: Bool? = nil) {
    self.waits = waits ?? Readback.isSoftwareRasteriser
  }

  /// Begins a frame; nothing of the last one is waited for.
  mutating func begin() {
    bytes = 0
    isNear = true
    delete()
  }

  mutating func delete() {
    if let fence { glDeleteSync(fence) }
    fence = nil
  }

  /// Has the driver begin to draw when it has been told much, after it drew the piece before.
  ///
  /// - Parameter hasRectangles: Whether it was told of rectangles.
  mutating func add(_ count: Int, hasRectangles: Bool = false) {
    bytes += count
    guard bytes >= (hasRectangles && isNear ? Self.mostNearBytes : Self.mostBytes) else { return }
    bytes = 0
    guard waits else { return glFlush() }
    let next = glFenceSync(glEnum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    if let fence {
      // A second is more than a piece takes; should it not be enough, more memory is taken, no harm done.
      _ = glClientWaitSync(fence, 0, 1_000_000_000)
      glDeleteSync(fence)
    }
    fence = next
  }
}

extension FramePlan {
  /// Whether rectangles mostly lie near those before them, as what is cut tile by tile does.
  ///
  /// - Complexity: O(1); some of them are looked at.
  func areNear(_ rectangles: Range<Int>) -> Bool {
    var (near, count) = (0, 0)
    let step = max(1, rectangles.count / 64)
    for index in stride(from: rectangles.lowerBound, to: rectangles.upperBound - 1, by: step) {
      let way = self.rectangles[index + 1].edges - self.rectangles[index].edges
      if abs(way.x) <= 64, abs(way.y) <= 64 { near += 1 }
      count += 1
    }
    return 4 * near >= 3 * count
  }
}
