import Foundation

/// The relation between the document's seconds and the frames of a composition.
struct Timeline {
  /// `frame = rate * seconds + offset`; nil where time is remapped.
  private(set) var linear: (rate: Double, offset: Double)?
  private let map: (Double) -> Double
  /// The seconds at which the relation has corners.
  private(set) var breaks: [Double] = []

  /// Makes the timeline of the document's own composition.
  init(frameRate: Double, start: Double) {
    self.init(rate: frameRate, offset: start)
  }

  private init(rate: Double, offset: Double) {
    linear = (rate, offset)
    map = { rate * $0 + offset }
  }

  private init(breaks: [Double], map: @escaping (Double) -> Double) {
    self.map = map
    self.breaks = breaks
  }

  func frame(at seconds: Double) -> Double { map(seconds) }

  /// Returns the seconds of a frame; nil where time is remapped or stands still.
  func seconds(at frame: Double) -> Double? {
    guard let linear, linear.rate != 0 else { return nil }
    let seconds = (frame - linear.offset) / linear.rate
    return seconds.isFinite ? seconds : nil
  }

  /// Returns the timeline of a composition's contents.
  ///
  /// - Parameters:
  ///   - start: the frame of this timeline at which the contents begin.
  ///   - stretch: the factor by which they are slower.
  func inside(start: Double, stretch: Double) -> Timeline {
    let stretch = stretch == 0 ? 1 : stretch
    if let linear {
      return Timeline(rate: linear.rate / stretch, offset: (linear.offset - start) / stretch)
    }
    let outer = map
    return Timeline(breaks: breaks) { (outer($0) - start) / stretch }
  }

  /// Returns the timeline of contents whose time is remapped.
  ///
  /// - Parameters:
  ///   - track: the seconds of the contents at frames of this timeline.
  ///   - frames: the frames of this timeline in which the contents are shown.
  func remapped(by track: Track<Double>, frameRate: Double, in frames: Range<Double>) -> Timeline {
    if let linear, let line = Self.line(through: track, in: frames) {
      let rate = line.slope * frameRate
      return Timeline(
        rate: linear.rate * rate, offset: linear.offset * rate + line.start * frameRate)
    }
    let outer = map
    let corners = track.keys.compactMap { seconds(at: $0.frame) }
    let end = frames.upperBound
    return Timeline(breaks: breaks + corners) {
      let frame = track.value(at: outer($0)) * frameRate
      // The last key is often the length of the contents, at which none of their layers shows.
      return abs(frame - end) < 1e-3 ? end - 1 : frame
    }
  }

  /// Returns the line that all keyframes lie on, if they cover the frames and are not eased.
  private static func line(
    through track: Track<Double>, in frames: Range<Double>
  ) -> (slope: Double, start: Double)? {
    let keys = track.keys
    guard keys.count > 1, keys[0].frame <= frames.lowerBound,
      keys[keys.count - 1].frame >= frames.upperBound - 1,
      keys.dropLast().allSatisfy({ $0.easing == .linear }),
      keys[keys.count - 1].frame > keys[0].frame
    else { return nil }
    let (a, b) = (keys[0], keys[keys.count - 1])
    let slope = (b.value - a.value) / (b.frame - a.frame)
    let isLine = keys.allSatisfy { abs(a.value + slope * ($0.frame - a.frame) - $0.value) < 1e-6 }
    return isLine ? (slope, a.value - slope * a.frame) : nil
  }
}
