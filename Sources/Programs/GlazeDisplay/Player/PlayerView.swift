package import Foundation

/// The placement of a document in a display: fitted, or with a zoom and an offset.
package struct PlayerView: Equatable, Sendable {
  /// The size of the display, in points.
  package var size = CGSize(width: 1, height: 1)
  /// The size of the document, in points.
  package var canvas = CGSize(width: 1, height: 1)
  /// The number of pixels per point of the display.
  package var scale: CGFloat = 1
  /// The enlargement of controls that the display asks for.
  package var controlScale: CGFloat = 1
  /// The size of a cell in points, where controls are text; nil where they are drawn.
  package var cell: CGSize?
  /// Points of the display per point of the document; nil fits the document into the display.
  private(set) var wantedZoom: CGFloat?
  /// The offset of the document's center from the display's center, in points.
  private(set) var offset = CGSize.zero

  package init() {}

  /// The smallest and the largest zoom.
  static let zooms: ClosedRange<CGFloat> = (1.0 / 64)...64

  /// Points of the display per point of the document.
  package var zoom: CGFloat {
    wantedZoom
      ?? max(Self.zooms.lowerBound, min(size.width / canvas.width, size.height / canvas.height))
  }

  /// The rectangle of the document, in points from the top left of the display, aligned to pixels.
  package var frame: CGRect {
    let (width, height) = (canvas.width * zoom, canvas.height * zoom)
    func onPixel(_ x: CGFloat) -> CGFloat { (x * scale).rounded(.down) / scale }
    return CGRect(
      x: onPixel((size.width - width) / 2 + offset.width),
      y: onPixel((size.height - height) / 2 + offset.height), width: width, height: height)
  }

  /// The enlargement of controls: they grow with large displays, and shrink a little on small ones.
  package var controlSize: CGFloat {
    let room = min(size.width / 1280, size.height / 720)
    return max(min(1, max(0.75, 3 * room)), min(room, 2.5)) * controlScale
  }

  mutating func fit() { (wantedZoom, offset) = (nil, .zero) }

  /// Shows one pixel per point of the document.
  mutating func showActualSize() { (wantedZoom, offset) = (1 / scale, .zero) }

  /// Zooms about a point of the display.
  mutating func zoom(by factor: CGFloat, around point: CGPoint?) {
    let old = zoom
    let new = max(Self.zooms.lowerBound, min(old * factor, Self.zooms.upperBound))
    let center = CGPoint(x: size.width / 2, y: size.height / 2)
    let point = point ?? center
    let share = 1 - new / old
    offset.width += (point.x - center.x - offset.width) * share
    offset.height += (point.y - center.y - offset.height) * share
    wantedZoom = new
    keepInSight()
  }

  /// Moves the document by points of the display.
  mutating func move(by distance: CGSize) {
    wantedZoom = zoom
    offset.width += distance.width
    offset.height += distance.height
    keepInSight()
  }

  /// Keeps the center of the display on the document, or a corner of the document in the display.
  private mutating func keepInSight() {
    let limit = CGSize(
      width: (size.width + canvas.width * zoom) / 2,
      height: (size.height + canvas.height * zoom) / 2)
    offset.width = max(-limit.width, min(offset.width, limit.width))
    offset.height = max(-limit.height, min(offset.height, limit.height))
  }

  /// Returns the point of the document at a point of the display, in points from its top left.
  package func documentPoint(_ point: CGPoint) -> CGPoint {
    CGPoint(x: (point.x - frame.minX) / zoom, y: (point.y - frame.minY) / zoom)
  }
}

// MARK: The pointer

extension Player {
  /// The rectangle of the timeline at the bottom of the display, with a margin for fingers.
  package var timelineFrame: CGRect {
    if let cell = view.cell {
      let columns = CellControls.timeline(of: self)
      return CGRect(
        x: CGFloat(columns.lowerBound) * cell.width, y: view.size.height - cell.height,
        width: max(1, CGFloat(columns.count) * cell.width), height: cell.height)
    }
    let (size, margin) = (view.controlSize, 16 * view.controlSize)
    return CGRect(
      x: margin, y: view.size.height - 36 * size, width: max(1, view.size.width - 2 * margin),
      height: 24 * size)
  }

  mutating func handlePointer(_ event: WindowEvent) {
    switch event.kind {
    case .scrolled:
      if event.scroll.height != 0 {
        view.zoom(by: CGFloat(pow(1.25, Double(event.scroll.height))), around: pointer)
      }
      return
    case .pointerDown:
      let isOnTimeline = showsTimeline && timelineFrame.contains(event.location)
      drag = isOnTimeline ? .timeline : .image(event.location)
    case .pointerMoved, .pointerUp: break
    default: return
    }
    pointer = event.location
    dragOn(to: event.location)
    if event.kind == .pointerUp { drag = .nothing }
  }

  private mutating func dragOn(to point: CGPoint) {
    switch drag {
    case .nothing: break
    case .timeline:
      let share = (point.x - timelineFrame.minX) / timelineFrame.width
      seek(to: Double(max(0, min(share, 1))) * timelineEnd)
    case .image(let start):
      guard point != start else { return }
      view.move(by: CGSize(width: point.x - start.x, height: point.y - start.y))
      drag = .image(point)
    }
  }
}
