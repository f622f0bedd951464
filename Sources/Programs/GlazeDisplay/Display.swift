package import Foundation
package import Glaze

/// A display that shows frames and reports input: a window, a screen, a terminal, a browser.
///
/// `GlazeWindow` drives all displays, on one thread. Lengths are points from the top left corner, y down.
package protocol Display: AnyObject {
  /// The device that draws for the display: the current context for OpenGL windows, or else the requested one.
  var renderer: Renderer { get }
  /// The size of a frame in pixels; at least 1 x 1.
  var pixelSize: CGSize { get }
  /// The number of pixels per point.
  var scale: CGFloat { get }
  /// The share of the pixels of each side that frames have, above 0; less than 1 only while time advances, on a
  /// display that would show too few frames otherwise.
  var sharpness: CGFloat { get }
  /// The number of frames per second that the display can show.
  var refreshRate: Double { get }
  /// The shortest time between frames, in seconds; less if `show` itself waits for the screen.
  var shortestFrame: Double { get }
  /// A Boolean value that indicates whether the pointer must be drawn into the frame.
  var drawsPointer: Bool { get }
  /// The enlargement of controls, for fingers.
  var controlScale: CGFloat { get }
  /// The size of a cell in points, if controls must be text in cells because pixels are too large; nil draws them.
  var cell: CGSize? { get }
  /// The encoding of frames.
  var output: OutputColor { get }
  /// A description of the display and its mode, for people.
  var name: String { get }

  /// Returns the events since the last call.
  ///
  /// - Parameter seconds: The longest time to wait for an event; 0 does not wait.
  /// - Throws: An error if the display is lost.
  func events(waiting seconds: Double) throws(GlazeError) -> [WindowEvent]

  /// Shows a frame.
  ///
  /// - Parameter draw: Draws the frame into the given target; called once, or not at all by a display that is
  ///   not visible.
  /// - Returns: Whether `draw` was called.
  func show(_ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame) throws(GlazeError) -> Bool

  /// Announces whether time advances, so that a display can encode moving images faster and still ones exactly.
  func setMoving(_ isMoving: Bool)

  /// Sets the text in cells over the next frames.
  func setText(_ text: [CellText])

  /// Hands a file to the user.
  ///
  /// - Returns: Whether the display takes it; if not, it is to be written to a folder.
  func save(_ file: [UInt8], name: String) -> Bool

  /// Sets the title, if the display has one.
  func setTitle(_ title: String)

  /// Restores the display; called once, also after errors.
  func close()
}

extension Display {
  package var output: OutputColor { .standard }
  package func setTitle(_ title: String) {}
  package var sharpness: CGFloat { 1 }
  package var drawsPointer: Bool { false }
  package var controlScale: CGFloat { 1 }
  package var cell: CGSize? { nil }
  package func setMoving(_ isMoving: Bool) {}
  package func setText(_ text: [CellText]) {}
  package func save(_ file: [UInt8], name: String) -> Bool { false }
  package var shortestFrame: Double { 1 / refreshRate }
}
