import Foundation
package import Glaze
import GlazeGeometry

/// The times of the last frames, and the statistics of the last one.
package struct FrameHistory {
  /// The times of the last frames in milliseconds: commit, plan and drawing; the newest is last.
  package private(set) var milliseconds: [Double] = []
  /// The times at which the last frames were shown, in seconds.
  private var moments: [Double] = []
  private var last: FrameStatistics?

  static let capacity = 120

  package init() {}

  /// Adds a shown frame.
  package mutating func add(_ statistics: FrameStatistics, at seconds: Double) {
    let work = statistics.commit + statistics.plan + statistics.execute + statistics.readback
    milliseconds.append(work / .milliseconds(1))
    moments.append(seconds)
    if milliseconds.count > Self.capacity { milliseconds.removeFirst() }
    if moments.count > Self.capacity { moments.removeFirst() }
    last = statistics
  }

  /// The time and the statistics of the last frame, as lines; empty before the first frame.
  package func lines(device: String, display: String) -> [String] {
    guard let last, let newest = milliseconds.last else { return [] }
    func ms(_ time: Duration) -> String { String(format: "%.1f", time / .milliseconds(1)) }
    let seconds = (moments.last ?? 0) - (moments.first ?? 0)
    let rate = seconds > 0 ? Double(moments.count - 1) / seconds : 0
    return [
      String(format: "%5.1f ms per frame, worst %.1f", newest, milliseconds.max() ?? 0),
      String(format: "%5.1f frames per second", rate),
      "commit \(ms(last.commit)), plan \(ms(last.plan)), draw \(ms(last.execute)) ms",
      "\(last.draws) draws, \(last.passes) passes, \(last.instances) instances",
      String(format: "%.1f MB cached", Double(last.cachedBytes) / 1e6),
      device, display,
    ]
  }
}

/// The overlay with the times of frames.
final class StatisticsPanel {
  let panel = Panel()
  private let plot = CAShapeLayer()
  private let limit = CALayer()

  private static let size = CGSize(width: 240, height: 48)

  init() {
    plot.fillColor = CGColor(srgbRed: 0.35, green: 0.85, blue: 0.45, alpha: 1)
    limit.backgroundColor = CGColor(srgbRed: 1, green: 0.6, blue: 0.2, alpha: 1)
    panel.layer.addSublayer(plot)
    panel.layer.addSublayer(limit)
  }

  /// - Parameters:
  ///   - budget: The time per frame in milliseconds, drawn as a line at half the height.
  ///   - view: The display, for its scale and the size of controls.
  func show(_ history: FrameHistory?, lines: [String], budget: Double, in view: PlayerView) {
    guard let history, !lines.isEmpty else {
      return panel.show(nil, scale: view.scale) { _ in .zero }
    }
    let text = lines.joined(separator: "\n")
    let factor = view.controlSize
    let size = CGSize(width: Self.size.width * factor, height: Self.size.height * factor)
    panel.show(
      text, room: CGSize(width: size.width, height: size.height + 6 * factor), scale: view.scale,
      size: factor
    ) { _ in CGPoint(x: 12 * factor, y: 12 * factor) }
    let place = CGRect(
      x: 8 * factor, y: 8 * factor, width: size.width, height: size.height)
    plot.frame = place
    limit.frame = CGRect(x: place.minX, y: place.midY, width: place.width, height: factor)
    let path = CGMutablePath()
    let step = place.width / CGFloat(FrameHistory.capacity)
    for (index, time) in history.milliseconds.enumerated() {
      let height = max(1, min(CGFloat(time / budget) / 2, 1) * place.height)
      path.addRect(
        CGRect(x: CGFloat(index) * step, y: place.height - height, width: step, height: height))
    }
    plot.path = path
  }
}
