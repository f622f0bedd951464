import Foundation
package import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers

/// Shows a document on a display with a player: the implementation of `glaze show`.
package final class Show {
  /// The document to show, and the folder for saved images.
  package struct Source {
    /// The name of the document, for the title and for the names of images.
    package var name: String
    /// The file or folder that is watched for changes; nil for standard input.
    package var path: String?
    /// Reads the document.
    package var load: () throws -> Document
    /// The folder for saved images.
    package var folder: String

    package init(
      name: String, path: String?, folder: String, load: @escaping () throws -> Document
    ) {
      (self.name, self.path, self.folder, self.load) = (name, path, folder, load)
    }
  }

  package private(set) var player: Player
  /// Called when the shown time or state changes.
  package var onChange: ((Player) -> Void)?
  package let window: GlazeWindow
  package let stage: Stage
  private let source: Source
  private let watcher: FileWatcher?
  private var history = FrameHistory()
  private var shown: Player?
  private var countedFrames = 0
  private var link: CADisplayLink?
  private var lastTurn: CFTimeInterval?
  /// The fixed length of a step, in seconds, for tests.
  private let turnLength: Double?
  private var isChanged = false
  /// The message in the controls, until the next key or for some seconds.
  package private(set) var message: String?
  /// The time until which the message is shown, by the clock of the turns.
  private var messageEnd = 0.0
  private static let messageLength = 3.0
  /// The time since the start, in seconds of the turns.
  private var elapsed = 0.0
  /// The reason why the image is outdated.
  package private(set) var failure: String?

  /// Opens a document on a display.
  ///
  /// - Parameters:
  ///   - player: The initial state.
  ///   - color: The color of a colored background.
  ///   - turnLength: The fixed length of a step, in seconds; nil uses the clock.
  package init(
    _ source: Source, on display: any Display, color: CGColor? = nil, time: Double = 0,
    isPlaying: Bool = true, showsTimeline: Bool = true, turnLength: Double? = nil
  ) throws {
    (self.source, self.turnLength) = (source, turnLength)
    let document = try source.load()
    stage = Stage(document)
    player = Player(
      length: document.playerLength, states: document.states, state: document.state, time: time,
      isPlaying: isPlaying, showsTimeline: showsTimeline)
    player.frameRate = display.refreshRate
    if let color {
      stage.color = color
      player.choose(.color)
    }
    // Changes of controls are shown at once; the document's own animations run nevertheless.
    var options = RenderOptions()
    options.animatesChanges = false
    window = try GlazeWindow(stage.root, title: source.name, on: display, options: options)
    watcher = source.path.map(FileWatcher.init)
    try start()
  }

  private func start() throws(GlazeError) {
    window.clock = { [unowned self] in stage.document.moment(at: player.time) }
    window.onEvent = { [unowned self] event in handle(event) }
    window.onTurn = { [unowned self] () throws(GlazeError) in try turn() }
    window.closesByItself = false
    // Steps as often as the display has frames, while time advances.
    link = window.displayLink { _ in }
    layOut()
    // Animations of the document begin at its time 0, whatever time is shown first.
    try window.session.commit(at: 0)
  }

  /// Shows the document until the user quits.
  package func run() throws(GlazeError) { try window.run() }

  // MARK: Steps

  private func turn() throws(GlazeError) {
    let now = CACurrentMediaTime()
    let step = turnLength ?? min(now - (lastTurn ?? now), 0.25)
    player.advance(by: step)
    lastTurn = now
    elapsed += step
    if message != nil, elapsed >= messageEnd { tell(nil) }
    window.display.setMoving(player.isMoving)
    link?.isPaused = !player.isPlaying
    if watcher?.hasChanged() == true { isChanged = true }
    if isChanged { try reload() }
    takeStatistics(now)
    guard shown != player || isDirty else { return }
    layOut()
    if player.showsLoupe, let pointer = player.pointer { try magnify(at: pointer) }
  }

  private var isDirty = false

  private func takeStatistics(_ now: Double) {
    guard let frame = window.lastFrame, window.frameCount != countedFrames else { return }
    countedFrames = window.frameCount
    history.add(frame.statistics, at: now)
  }

  private func layOut() {
    player.view.size = window.size
    player.view.scale = window.scale
    player.view.controlScale = window.display.controlScale
    player.view.cell = window.display.cell
    let size = stage.document.size
    player.view.canvas = CGSize(width: max(1e-3, size.width), height: max(1e-3, size.height))
    let lines =
      player.showsStatistics
      ? history.lines(
        device: window.session.renderer.device.name, display: window.display.name) : []
    stage.show(
      player, message: message, failure: failure, history: history, lines: lines,
      on: window.display)
    (shown, isDirty) = (player, false)
    onChange?(player)
  }

  private func magnify(at pointer: CGPoint) throws(GlazeError) {
    let image = try currentImage()
    stage.magnify(image, at: pointer, in: player.view)
    // The text of the loupe belongs to the image that it was read from.
    if player.view.cell != nil { layOut() }
  }

  /// Returns an image of the display without controls.
  private func currentImage() throws(GlazeError) -> CGImage {
    try stage.withoutControls { () throws(GlazeError) in
      try window.image(at: window.clock())
    }
  }

  // MARK: Requests

  private func handle(_ event: WindowEvent) {
    if event.kind == .keyDown { tell(nil) }
    isDirty = true
    switch player.handle(event) {
    case nil: break
    case .setState(let name): setState(name)
    case .reload: isChanged = true
    case .saveImage: saveImage()
    case .quit: window.close()
    }
  }

  private func tell(_ text: String?) {
    (message, isDirty) = (text, true)
    messageEnd = elapsed + Self.messageLength
  }

  private func setState(_ name: String?) {
    do {
      try stage.document.setState(name, animated: true)
      // The transition begins now; extend the timeline to its end at least.
      try window.session.commit(at: window.clock())
      player.extend(to: stage.document.playerLength)
    } catch {
      tell("\(error)")
    }
  }

  /// Reads the document again.
  ///
  /// If that fails, the previous image remains.
  private func reload() throws(GlazeError) {
    (isChanged, isDirty) = (false, true)
    do {
      let document = try source.load()
      if let state = player.state, document.states.contains(state) { try document.setState(state) }
      stage.adopt(document)
      player.adopt(
        length: document.playerLength, states: document.states, state: document.state)
      failure = nil
    } catch {
      failure = "\(error)"
      return
    }
    try window.session.commit(at: 0)
  }

  /// Saves an image of the shown document, without controls.
  private func saveImage() {
    do {
      let image = try currentImage()
      let part = image.part(player.view.frame, scale: player.view.scale)
      let name = source.name + String(format: "-%.3fs.png", player.time)
      let png = try PNG.encode(part)
      if !window.display.save(png, name: name) {
        let path = (source.folder as NSString).appendingPathComponent(name)
        try Data(png).write(to: URL(fileURLWithPath: path), options: .atomic)
      }
      tell("saved \(name)")
    } catch {
      tell("not saved: \(error)")
    }
  }
}

extension Document {
  /// Returns the range of a document, for the timeline.
  package var playerLength: Player.Length {
    if let loop {
      return Player.Length(end: loop.upperBound, loopStart: loop.lowerBound, loops: true)
    }
    return Player.Length(end: duration.isFinite ? duration : nil)
  }
}

extension CGImage {
  /// Returns the part of an image in a rectangle of points; the whole image if the rectangle lies outside.
  fileprivate func part(_ rect: CGRect, scale: CGFloat) -> CGImage {
    func pixel(_ x: CGFloat, _ limit: Int) -> Int {
      max(0, min(Int(clamping: (x * scale).rounded()), limit))
    }
    let (left, right) = (pixel(rect.minX, width), pixel(rect.maxX, width))
    let (top, bottom) = (pixel(rect.minY, height), pixel(rect.maxY, height))
    guard left < right, top < bottom else { return self }
    var rows: [UInt8] = []
    rows.reserveCapacity((right - left) * (bottom - top) * 4)
    for y in top..<bottom {
      let row = y * width * 4
      rows += pixels[(row + left * 4)..<(row + right * 4)]
    }
    return CGImage(width: right - left, height: bottom - top, premultipliedRGBA: rows)
  }
}
