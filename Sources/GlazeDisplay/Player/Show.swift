import Foundation
package import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers

/// Shows a document on a display as a player wants it: what `glaze show` is.
package final class Show {
  /// What is shown, and where pictures of it go.
  package struct Source {
    /// Of the document, for the title and for names of pictures.
    package var name: String
    /// The file or folder whose changes have it read again; nil for standard input.
    package var path: String?
    /// Reads the document.
    package var load: () throws -> Document
    /// The folder that pictures are saved in.
    package var folder: String

    package init(
      name: String, path: String?, folder: String, load: @escaping () throws -> Document
    ) {
      (self.name, self.path, self.folder, self.load) = (name, path, folder, load)
    }
  }

  package private(set) var player: Player
  /// Called when something else is shown.
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
  /// Seconds from a turn to the next, when they are not the clock's; for tests.
  private let turnLength: Double?
  private var isChanged = false
  /// What the controls tell, until the next key.
  package private(set) var message: String?
  /// Why the picture is an older one.
  package private(set) var failure: String?

  /// Opens a document on a display.
  ///
  /// - Parameters:
  ///   - player: how it begins.
  ///   - color: what is behind the document when the background is a colour.
  ///   - turnLength: seconds that a turn lasts, whatever the clock says; nil goes by the clock.
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
    // Changes of controls show at once; the document's own animations are there all the same.
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
    // Has turns come as often as the display has frames, while time goes on.
    link = window.displayLink { _ in }
    layOut()
    // Animations of the document begin at its time 0, whatever moment is shown first.
    try window.session.commit(at: 0)
  }

  /// Shows the document until somebody quits.
  package func run() throws(GlazeError) { try window.run() }

  // MARK: Turns

  private func turn() throws(GlazeError) {
    let now = CACurrentMediaTime()
    player.advance(by: turnLength ?? min(now - (lastTurn ?? now), 0.25))
    lastTurn = now
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
    let image = try picture()
    stage.magnify(image, at: pointer, in: player.view)
  }

  /// All of the display without controls.
  private func picture() throws(GlazeError) -> CGImage {
    try stage.withoutControls { () throws(GlazeError) in
      try window.session.image(at: window.clock())
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
    case .savePicture: savePicture()
    case .quit: window.close()
    }
  }

  private func tell(_ text: String?) {
    (message, isDirty) = (text, true)
  }

  private func setState(_ name: String?) {
    do {
      try stage.document.setState(name, animated: true)
      // The transition begins now; time goes on until its end at least.
      try window.session.commit(at: window.clock())
      player.extend(to: stage.document.playerLength)
    } catch {
      tell("\(error)")
    }
  }

  /// Reads the document again; one that cannot be read leaves the picture of the one before.
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

  /// Saves what the display shows of the document, without controls.
  private func savePicture() {
    do {
      let image = try picture()
      let part = image.part(player.view.frame, scale: player.view.scale)
      let name = source.name + String(format: "-%.3fs.png", player.time)
      let path = (source.folder as NSString).appendingPathComponent(name)
      try Data(PNG.encode(part)).write(to: URL(fileURLWithPath: path), options: .atomic)
      tell("saved \(name)")
    } catch {
      tell("not saved: \(error)")
    }
  }
}

extension Document {
  /// When the document begins and ends, for a time line.
  package var playerLength: Player.Length {
    if let loop {
      return Player.Length(end: loop.upperBound, loopStart: loop.lowerBound, loops: true)
    }
    return Player.Length(end: duration.isFinite ? duration : nil)
  }
}

extension CGImage {
  /// The part of a picture in a rectangle of points; all of it where the rectangle lies outside.
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
