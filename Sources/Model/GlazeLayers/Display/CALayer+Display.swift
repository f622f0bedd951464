import Foundation
import GlazeDrawing
import GlazeGeometry

extension CALayer {
  /// The number of pixels of the largest backing: half a gibibyte.
  package static let backingLimit = 1 << 27

  final func markDirty(_ rect: CGRect?) {
    if refusesChange("setNeedsDisplay()") { return }
    if let rect {
      let r = rect.withPositiveSize
      guard r.width > 0, r.height > 0 else { return }
      if let drawing, drawing.backing != nil || drawing.tiles?.mosaic != nil {
        if !displayIsNeeded {
          drawing.dirty = r
        } else if let dirty = drawing.dirty {
          drawing.dirty = dirty.union(r)
        }
      }
    } else {
      drawing?.dirty = nil
    }
    displayIsNeeded = true
    noteChange(.display)
  }

  final func displayByDrawing() {
    displayIsNeeded = false
    if let delegate {
      delegateLacksMethod = false
      delegate.display(self)
      if !delegateLacksMethod { return }
    } else if !drawsItself {
      return
    }
    delegate?.layerWillDraw(self)
    let drawing = self.drawing ?? LayerDrawing()
    self.drawing = drawing
    drawing.problems = []
    do throws(DrawingError) {
      try makeBacking(drawing)
    } catch {
      drawing.problems.append(.backing(error))
    }
    drawing.dirty = nil
  }

  /// A Boolean value that indicates whether the layer's class draws contents; of Glaze's own
  /// classes, only the text layer does without a delegate.
  package final var drawsItself: Bool {
    watch.contains(.foreignClass) || type(of: self).layerClass.drawsItself
  }

  final func drawByDelegate(in context: CGContext) {
    guard let delegate else {
      delegateLacksMethod = true
      return
    }
    delegateLacksMethod = false
    delegate.draw(self, in: context)
  }

  private func makeBacking(_ drawing: LayerDrawing) throws(DrawingError) {
    let box = state.bounds
    let scale = state.contentsScale > 0 && state.contentsScale.isFinite ? state.contentsScale : 1
    let isFlipped = contentsAreFlipped()
    let (width, height) = (Double(box.width * scale), Double(box.height * scale))
    guard !(width * height > Double(Self.backingLimit)) else {
      throw .bitmapTooLarge(
        width: width, height: height, limit: Int(clamping: Double(Self.backingLimit).squareRoot()))
    }
    let isDeep = contentsFormat == .RGBA16Float
    if drawsLate, let own = ownDrawing {
      try makeBacking(drawing, of: own, scale: scale)
      return
    }
    guard
      let context = try CGContext(
        layerBacking: box, scale: scale, isFlipped: isFlipped, isOpaque: isOpaque, isDeep: isDeep)
    else {
      setContents(nil)
      return
    }
    if let old = drawing.backing, let dirty = drawing.dirty, old.bounds == box,
      old.scale == scale, old.isFlipped == isFlipped, old.isOpaque == isOpaque,
      old.image.isDeep == isDeep
    {
      context.keep(old.image, but: dirty)
    }
    delegateLacksMethod = false
    draw(in: context)
    // Nothing drew: the old contents stay.
    if delegateLacksMethod, !drawsItself { return }
    guard var image = context.makeImage() else {
      throw .outOfMemory(width: context.width, height: context.height)
    }
    if contentsFormat == .gray8Uint { image = image.inGray }
    setContents(image)
    drawing.backing = LayerBacking(
      image: image, bounds: box, scale: scale, isFlipped: isFlipped, isOpaque: isOpaque)
  }

  /// A Boolean value that indicates whether the layer's contents are drawn when a frame shows them
  /// first, rather than at the commit: a list of thousands of texts shows few of them.
  ///
  /// The drawing of programs is called at the commit.
  package final var drawsLate: Bool {
    type(of: self).layerClass.drawsItself && !watch.contains(.foreignClass)
      && contentsFormat != .RGBA16Float
  }

  private func makeBacking(
    _ drawing: LayerDrawing, of own: OwnDrawing, scale: CGFloat
  ) throws(DrawingError) {
    let (box, isFlipped, isOpaque) = (state.bounds, contentsAreFlipped(), isOpaque)
    let isGray = contentsFormat == .gray8Uint
    guard let size = try CGContext.backingSize(of: box, scale: scale) else {
      setContents(nil)
      return
    }
    let late = LateDrawing(textLength: own.textLength) {
      guard
        let context = try? CGContext(
          layerBacking: box, scale: scale, isFlipped: isFlipped, isOpaque: isOpaque)
      else { return nil }
      own.draw(context)
      let image = context.makeImage()
      return (isGray ? image?.inGray : image)?.pixels
    }
    let image = CGImage(
      width: size.width, height: size.height, isOpaque: isOpaque, drawing: late)
    setContents(image)
    drawing.problems = own.problems
    drawing.backing = LayerBacking(
      image: image, bounds: box, scale: scale, isFlipped: isFlipped, isOpaque: isOpaque)
  }

  /// A Boolean value that indicates whether the layer's drawing has another direction of y than it
  /// is shown with now.
  package final var hasTurnedOver: Bool {
    guard let backing = drawing?.backing else { return false }
    return backing.isFlipped != contentsAreFlipped()
  }
}

extension CGContext {
  /// Draws an earlier image of the bitmap, and limits drawing to a part, which is cleared.
  fileprivate func keep(_ image: CGImage, but dirty: CGRect) {
    saveGState()
    concatenate(ctm.inverted())
    setBlendMode(.copy)
    draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    restoreGState()
    // The part has integer pixel edges, so that nothing is drawn twice there.
    let part = convertToUserSpace(convertToDeviceSpace(dirty).integral)
    clip(to: part)
    if alphaInfo == .premultipliedLast {
      clear(part)
    } else {
      setFillColor(.black)
      fill(part)
    }
  }
}

extension CGImage {
  /// The image in gray, by the luma of HDTV, with its alpha.
  fileprivate var inGray: CGImage {
    var bytes = pixels
    for i in stride(from: 0, to: bytes.count, by: 4) {
      let luma =
        0.2126 * Float(bytes[i]) + 0.7152 * Float(bytes[i + 1]) + 0.0722 * Float(bytes[i + 2])
      let gray = UInt8(clamping: luma.rounded())
      (bytes[i], bytes[i + 1], bytes[i + 2]) = (gray, gray, gray)
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: bytes, isOpaque: isOpaque ? true : nil)
  }
}
