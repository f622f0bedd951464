package import Foundation
package import Glaze
import GlazeGeometry
import GlazeLayers

/// The layers of a player: the document on its background, and the controls over it.
package final class Stage {
  /// The root layer, with the size of the display, y down.
  package let root = CALayer()
  /// The background behind the document, with its rectangle.
  private let paper = CALayer()
  private let board = Checkerboard()
  /// Contains the document's root and clips it to the canvas.
  private let canvas = CALayer()
  private let controls = CALayer()
  private let timeline = Timeline()
  private let statistics = StatisticsPanel()
  private let help = Panel()
  private let message = Panel()
  private let failure = Panel(isError: true)
  private let loupe = Loupe()
  /// The lines of the loupe, for displays with cells.
  private var loupeLines: [String] = []
  private let arrow = CAShapeLayer()
  package private(set) var document: Document
  /// The color of `Background.color`.
  package var color = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)

  package init(_ document: Document) {
    self.document = document
    root.backgroundColor = CGColor(srgbRed: 0.16, green: 0.16, blue: 0.18, alpha: 1)
    canvas.masksToBounds = true
    canvas.anchorPoint = .zero
    paper.masksToBounds = true
    paper.addSublayer(board.layer)
    for layer in [paper, canvas, controls] { root.addSublayer(layer) }
    let parts = [
      timeline.layer, statistics.panel.layer, loupe.panel.layer, message.layer, failure.layer,
      help.layer, arrow,
    ]
    for part in parts { controls.addSublayer(part) }
    arrow.path = Self.arrowPath
    arrow.fillColor = .white
    arrow.strokeColor = .black
    adopt(document)
  }

  /// The path of an arrow whose tip is the origin.
  private static let arrowPath: CGPath = {
    let path = CGMutablePath()
    let corners = [(0, 0), (0, 16), (4, 12.5), (6.5, 18), (9, 17), (6.5, 11.5), (11.5, 11.5)]
    path.addLines(between: corners.map { CGPoint(x: $0.0, y: $0.1) })
    path.closeSubpath()
    return path
  }()

  /// Replaces the document.
  package func adopt(_ document: Document) {
    self.document.rootLayer.removeFromSuperlayer()
    self.document = document
    canvas.bounds = CGRect(origin: .zero, size: document.size)
    // y of the display points down.
    canvas.isGeometryFlipped = !document.isGeometryFlipped
    canvas.addSublayer(document.rootLayer)
  }

  /// Lays out all layers for the state of a player.
  package func show(
    _ player: Player, message: String?, failure: String?, history: FrameHistory, lines: [String],
    on display: any Display
  ) {
    let view = player.view
    let frame = view.frame
    paper.frame = frame
    paper.backgroundColor = paperColor(player.background)
    board.show(player.background == .checkerboard, behind: frame, in: view)
    canvas.position = frame.origin
    canvas.transform = CATransform3DMakeScale(view.zoom, view.zoom, 1)
    controls.frame = CGRect(origin: .zero, size: view.size)
    timeline.show(player, scale: view.scale)
    // Text in cells replaces the panels.
    let isDrawn = view.cell == nil
    statistics.show(
      player.showsStatistics && isDrawn ? history : nil, lines: lines,
      budget: 1000 / display.refreshRate, in: view)
    let size = view.controlSize
    let room = CGSize(width: view.size.width - 8, height: view.size.height - 8)
    help.show(
      player.showsHelp && isDrawn
        ? Player.helpText(columns: Panel.columns(in: room, size: size)) : nil,
      scale: view.scale, size: size, within: room
    ) { size in
      CGPoint(
        x: ((view.size.width - size.width) / 2).rounded(),
        y: ((view.size.height - size.height) / 2).rounded())
    }
    self.message.show(isDrawn ? message : nil, scale: view.scale, size: size, within: room) {
      panel in CGPoint(x: max(4, view.size.width - panel.width - 12 * size), y: 12 * size)
    }
    self.failure.show(
      isDrawn ? failure : nil, width: max(64, view.size.width - 40 * size), scale: view.scale,
      size: size
    ) { panel in
      CGPoint(x: 12 * size, y: ((view.size.height - panel.height) / 2).rounded())
    }
    if !player.showsLoupe || !isDrawn { loupe.hide() }
    arrow.isHidden = !display.drawsPointer || player.pointer == nil
    arrow.position = player.pointer ?? .zero
    display.setText(
      isDrawn
        ? []
        : CellControls(
          player: player, message: message, failure: failure, statistics: lines, loupe: loupeLines
        ).texts)
  }

  private func paperColor(_ background: Player.Background) -> CGColor? {
    switch background {
    case .document: document.background ?? .black
    case .checkerboard: nil
    case .black: .black
    case .white: .white
    case .color: color
    }
  }

  /// Returns the deepest layer of the document at a point of the display.
  package func layer(at point: CGPoint) -> CALayer? {
    guard let hit = canvas.hitTest(point), hit !== canvas else { return nil }
    return hit
  }

  /// Runs `body` with hidden controls.
  package func withoutControls<Result>(
    _ body: () throws(GlazeError) -> Result
  ) throws(GlazeError) -> Result {
    controls.isHidden = true
    defer { controls.isHidden = false }
    return try body()
  }

  /// Shows the loupe for the pointer.
  ///
  /// - Parameter image: An image of the display, without controls.
  package func magnify(_ image: CGImage, at pointer: CGPoint, in view: PlayerView) {
    if view.cell != nil {
      loupeLines = Loupe.lines(
        Loupe.part(of: image, at: pointer, scale: view.scale), layer(at: pointer),
        view.documentPoint(pointer))
      return
    }
    loupe.show(
      image, at: pointer, of: layer(at: pointer), point: view.documentPoint(pointer), view: view)
  }
}

/// Squares of two grays, which do not move with the document.
private final class Checkerboard {
  let layer = CALayer()
  private var size = CGSize.zero

  /// The side of a square, in pixels.
  private static let side = 8

  func show(_ isShown: Bool, behind frame: CGRect, in view: PlayerView) {
    layer.isHidden = !isShown
    guard isShown else { return }
    let width = max(1, Int(clamping: (view.size.width * view.scale).rounded()))
    let height = max(1, Int(clamping: (view.size.height * view.scale).rounded()))
    if size != view.size || layer.contents == nil {
      size = view.size
      layer.contents = Self.image(width, height)
    }
    layer.frame = CGRect(x: -frame.minX, y: -frame.minY, width: size.width, height: size.height)
  }

  private static func image(_ width: Int, _ height: Int) -> CGImage {
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width where (x / side + y / side) % 2 == 1 {
        let at = (y * width + x) * 4
        for i in 0..<3 { pixels[at + i] = 204 }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels, isOpaque: true)
  }
}
