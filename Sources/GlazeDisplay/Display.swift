package import Foundation
package import Glaze

/// Something that shows frames and tells what a person does: a window, a screen, a terminal, a browser.
///
/// All are driven by `GlazeWindow`, on one thread. Lengths are points from the top left corner, y down.
package protocol Display: AnyObject {
  /// What draws for the display: the context that is current for windows of OpenGL, else what is asked for.
  var renderer: Renderer { get }
  /// Pixels of a frame; at least 1 x 1.
  var pixelSize: CGSize { get }
  /// Pixels per point.
  var scale: CGFloat { get }
  /// Frames a second that the display can show.
  var refreshRate: Double { get }
  /// The shortest time from a frame to the next, in seconds; less where `show` waits for the screen itself.
  var shortestFrame: Double { get }
  /// Whether the pointer has to be drawn with the frame, since nothing else draws it.
  var drawsPointer: Bool { get }
  /// What the display and its mode are, for people.
  var name: String { get }

  /// What happened since the last call.
  ///
  /// - Parameter seconds: how long to wait for something to happen; 0 does not wait.
  /// - Throws: when the display is gone.
  func events(waiting seconds: Double) throws(GlazeError) -> [WindowEvent]

  /// Shows a frame.
  ///
  /// - Parameter draw: draws the frame into the target that it is given; called once, or not at all by a
  ///   display that nobody sees at this time.
  /// - Returns: Whether `draw` was called.
  func show(_ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame) throws(GlazeError) -> Bool

  /// Says what is shown, where there is a place for that.
  func setTitle(_ title: String)

  /// Takes the display back to how it was; called once, also after errors.
  func close()
}

extension Display {
  package func setTitle(_ title: String) {}
  package var drawsPointer: Bool { false }
  package var shortestFrame: Double { 1 / refreshRate }
}
