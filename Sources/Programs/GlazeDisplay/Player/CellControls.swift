import Foundation
import GlazeGeometry

/// Text in the cells of a terminal, over the image.
package struct CellText: Equatable, Sendable {
  /// The colors of a text.
  package enum Style: Equatable, Sendable { case plain, played, rest, error }

  /// The first cell, from 0.
  package var column: Int
  package var row: Int
  package var text: String
  package var style = Style.plain

  /// The text at its position, for a terminal.
  package var sequence: String {
    let colors =
      switch style {
      case .plain: "38;2;242;242;247;48;2;20;20;26"
      case .played: "38;2;90;160;255;48;2;20;20;26"
      case .rest: "38;2;130;130;140;48;2;20;20;26"
      case .error: "38;2;255;255;255;48;2;115;13;13"
      }
    return "\u{1b}[\(row + 1);\(column + 1)H\u{1b}[0;\(colors)m\(text)\u{1b}[0m"
  }
}

/// The controls of a player as text, for displays whose pixels are too large to draw them.
struct CellControls {
  var player: Player
  var message: String?
  var failure: String?
  var statistics: [String]
  var loupe: [String]

  private static func grid(_ view: PlayerView) -> (columns: Int, rows: Int) {
    guard let cell = view.cell else { return (1, 1) }
    return (
      max(1, Int(clamping: (view.size.width / cell.width).rounded())),
      max(1, Int(clamping: (view.size.height / cell.height).rounded()))
    )
  }

  /// The columns of the time line in the last row; the text stands before it.
  static func timeline(of player: Player) -> Range<Int> {
    let columns = grid(player.view).columns
    // The text does not grow while time advances, unless it has more digits.
    let text = min(label(player).count + 1, columns / 2)
    return text..<max(text + 1, columns - 1)
  }

  private static func label(_ player: Player) -> String { " " + Timeline.text(player) }

  var texts: [CellText] {
    let (columns, rows) = Self.grid(player.view)
    var texts: [CellText] = []
    if player.showsTimeline { texts += timeline(rows) }
    if player.showsStatistics { texts += box(statistics, columns, rows) { _, _ in (1, 1) } }
    if player.showsLoupe, !player.showsHelp {
      texts += box(loupe, columns, rows) { width, _ in (columns - width - 1, 1) }
    }
    if let message {
      texts += box([message], columns, rows) { width, _ in (columns - width - 1, 0) }
    }
    if let failure {
      let lines = Self.wrapped(failure, to: max(8, columns - 4))
      texts += box(lines, columns, rows, .error) { width, height in
        ((columns - width) / 2, max(0, (rows - height) / 2))
      }
    }
    if player.showsHelp { texts += help(columns, rows) }
    return texts
  }

  private func timeline(_ rows: Int) -> [CellText] {
    let line = Self.timeline(of: player)
    let label = String(Self.label(player).prefix(line.lowerBound))
    let played = min(line.count - 1, Int(clamping: Double(player.share) * Double(line.count - 1)))
    let pad = String(repeating: " ", count: line.lowerBound - label.count)
    return [
      CellText(column: 0, row: rows - 1, text: label + pad),
      CellText(
        column: line.lowerBound, row: rows - 1,
        text: String(repeating: "━", count: played) + "●", style: .played),
      CellText(
        column: line.lowerBound + played + 1, row: rows - 1,
        text: String(repeating: "─", count: line.count - played - 1) + " ", style: .rest),
    ]
  }

  /// The number of lines at the end of the help that are always shown: how to close it, and how to quit.
  private static let lastLines = 2

  /// The help: with all meanings if they fit, else cut, with as many lines as fit.
  private func help(_ columns: Int, _ rows: Int) -> [CellText] {
    var lines = Player.helpText(columns: .max).split(separator: "\n").map(String.init)
    if lines.count > rows, rows > Self.lastLines {
      lines.removeSubrange((rows - Self.lastLines)..<(lines.count - Self.lastLines))
    }
    return box(lines, columns, rows) { width, height in
      ((columns - width) / 2, max(0, (rows - height) / 2))
    }
  }

  /// Lines on a background of one width, cut to the display.
  private func box(
    _ lines: [String], _ columns: Int, _ rows: Int, _ style: CellText.Style = .plain,
    at place: (_ width: Int, _ height: Int) -> (column: Int, row: Int)
  ) -> [CellText] {
    let room = max(1, columns - 2)
    let shown = lines.prefix(rows).map { Self.cut($0, to: max(0, room - 2)) }
    let width = (shown.map(\.count).max() ?? 0) + 2
    let (column, row) = place(width, shown.count)
    return shown.enumerated().map { index, line in
      let pad = String(repeating: " ", count: width - line.count - 1)
      return CellText(
        column: max(0, column), row: max(0, min(row, rows - shown.count)) + index,
        text: " " + line + pad, style: style)
    }
  }

  /// Returns a line with at most so many letters; an ellipsis shows that some are missing.
  private static func cut(_ line: String, to width: Int) -> String {
    line.count <= width || width < 1 ? String(line.prefix(width)) : line.prefix(width - 1) + "…"
  }

  /// Breaks lines between words, so that they have at most so many letters.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    text.split(separator: "\n").flatMap { line -> [String] in
      var lines = [""]
      for word in line.split(separator: " ") {
        if lines[lines.count - 1].count + word.count >= width { lines.append("") }
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
      return lines
    }
  }
}
