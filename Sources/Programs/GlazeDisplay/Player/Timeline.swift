import Foundation
import Glaze
import GlazeGeometry

/// The timeline at the bottom: the played part, the current time, and other values.
final class Timeline {
  let layer = CALayer()
  private let track = CALayer()
  private let played = CALayer()
  private let knob = CALayer()
  private let panel = Panel()

  init() {
    track.backgroundColor = CGColor(srgbRed: 0.6, green: 0.6, blue: 0.65, alpha: 0.55)
    played.backgroundColor = CGColor(srgbRed: 0.25, green: 0.6, blue: 1, alpha: 1)
    knob.backgroundColor = .white
    knob.borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
    for part in [panel.layer, track, played, knob] { layer.addSublayer(part) }
  }

  func show(_ player: Player, scale: CGFloat) {
    layer.isHidden = !player.showsTimeline || player.view.cell != nil
    guard !layer.isHidden else { return }
    let frame = player.timelineFrame
    let size = player.view.controlSize
    let line = CGRect(x: frame.minX, y: frame.midY - 2 * size, width: frame.width, height: 4 * size)
    let end = line.width * player.share
    for part in [track, played] { part.cornerRadius = 2 * size }
    track.frame = line
    played.frame = CGRect(x: line.minX, y: line.minY, width: end, height: line.height)
    knob.cornerRadius = 7 * size
    knob.borderWidth = size
    knob.frame = CGRect(
      x: line.minX + end - 7 * size, y: frame.midY - 7 * size, width: 14 * size, height: 14 * size)
    let room = CGSize(width: frame.width, height: .greatestFiniteMagnitude)
    panel.show(Self.text(player), scale: scale, size: size, within: room) { panel in
      CGPoint(x: frame.minX, y: frame.minY - panel.height)
    }
  }

  /// Returns a text such as `> 1.250 / 4.000 s  0.5x  loop  state Locked`.
  static func text(_ player: Player) -> String {
    // A document without an end has only the time.
    let end = player.length.end.map { String(format: " / %.3f", $0) } ?? ""
    var parts = [
      (player.isPlaying ? "> " : "= ") + String(format: "%.3f", player.time) + end + " s"
    ]
    if player.speed != 1 { parts.append(String(format: "%gx", player.speed)) }
    if player.isLooping { parts.append("loop") }
    if !player.states.isEmpty { parts.append("state " + (player.state ?? "none")) }
    return parts.joined(separator: "  ")
  }
}
