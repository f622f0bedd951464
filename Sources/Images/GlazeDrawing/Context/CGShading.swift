public import Foundation
public import GlazeGeometry

/// The functions that a `CGFunction` calls.
///
/// Observed: Apple header CGFunction.h.
public struct CGFunctionCallbacks {
  /// Computes outputs from inputs, as many as the function has dimensions.
  public typealias Evaluate = (
    _ info: UnsafeMutableRawPointer?, _ input: UnsafePointer<CGFloat>,
    _ output: UnsafeMutablePointer<CGFloat>
  ) -> Void

  /// The version, 0.
  public var version: UInt32
  /// Computes outputs from inputs.
  public var evaluate: Evaluate?
  /// Releases `info` when the function is deallocated.
  public var releaseInfo: ((UnsafeMutableRawPointer?) -> Void)?

  /// Makes callbacks.
  public init(
    version: UInt32, evaluate: Evaluate?, releaseInfo: ((UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.version = version
    self.evaluate = evaluate
    self.releaseInfo = releaseInfo
  }
}

/// A function from numbers to numbers, which gives the colors of a shading.
///
/// Observed: Apple header CGFunction.h.
public final class CGFunction {
  private let info: UnsafeMutableRawPointer?
  private let domain: ClosedRange<CGFloat>
  private let outputs: Int
  private let callbacks: CGFunctionCallbacks

  /// Makes a function of one number; nil for other dimensions, or without an `evaluate` callback.
  ///
  /// - Parameters:
  ///   - info: the argument of the callbacks.
  ///   - domainDimension: the number of inputs, 1.
  ///   - domain: the smallest and the largest input; nil is 0...1.
  ///   - rangeDimension: the number of outputs.
  ///   - range: ignored; it is part of Apple's signature, and colors are clamped anyway.
  ///   - callbacks: the functions that compute the outputs.
  public init?(
    info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?,
    rangeDimension: Int, range: UnsafePointer<CGFloat>?,
    callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    guard domainDimension == 1, rangeDimension > 0, callbacks.pointee.evaluate != nil else {
      return nil
    }
    self.info = info
    self.callbacks = callbacks.pointee
    outputs = rangeDimension
    let (low, high) = domain.map { ($0[0], $0[1]) } ?? (0, 1)
    self.domain = low...max(low, high)
  }

  deinit { callbacks.releaseInfo?(info) }

  /// Returns the outputs at a fraction of the domain.
  fileprivate func components(at fraction: CGFloat) -> [CGFloat] {
    var input = domain.lowerBound + (domain.upperBound - domain.lowerBound) * fraction
    var output = [CGFloat](repeating: 0, count: outputs)
    callbacks.evaluate?(info, &input, &output)
    return output
  }
}

/// Colors along a line or between circles, computed by a function.
///
/// Observed: Apple header CGShading.h.
public final class CGShading {
  /// The number of samples, between which colors are mixed: as many as a wide screen has columns.
  private static let samples = 1024

  fileprivate enum Shape {
    case axial(CGPoint, CGPoint)
    case radial(CGPoint, CGFloat, CGPoint, CGFloat)
  }

  fileprivate let shape: Shape
  fileprivate let gradient: CGGradient
  fileprivate let options: CGGradientDrawingOptions

  /// Makes a shading along a line; nil when the number of outputs differs from the space's
  /// components and alpha.
  public init?(
    axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction,
    extendStart: Bool, extendEnd: Bool
  ) {
    guard let gradient = Self.gradient(function, space) else { return nil }
    self.gradient = gradient
    shape = .axial(start, end)
    options = Self.options(extendStart, extendEnd)
  }

  /// Makes a shading between circles; nil when the number of outputs differs from the space's
  /// components and alpha.
  public init?(
    radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint,
    endRadius: CGFloat, function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    guard let gradient = Self.gradient(function, space) else { return nil }
    self.gradient = gradient
    shape = .radial(start, startRadius, end, endRadius)
    options = Self.options(extendStart, extendEnd)
  }

  private static func options(_ start: Bool, _ end: Bool) -> CGGradientDrawingOptions {
    (start ? CGGradientDrawingOptions.drawsBeforeStartLocation : [])
      .union(end ? .drawsAfterEndLocation : [])
  }

  private static func gradient(_ function: CGFunction, _ space: CGColorSpace) -> CGGradient? {
    let colors = (0..<samples).compactMap {
      CGColor(
        colorSpace: space, components: function.components(at: CGFloat($0) / CGFloat(samples - 1)))
    }
    guard colors.count == samples else { return nil }
    return CGGradient(colorsSpace: space, colors: colors, locations: nil)
  }
}

extension CGContext {
  /// Fills the clip with a shading.
  public func drawShading(_ shading: CGShading) {
    switch shading.shape {
    case .axial(let start, let end):
      drawLinearGradient(shading.gradient, start: start, end: end, options: shading.options)
    case .radial(let start, let startRadius, let end, let endRadius):
      drawRadialGradient(
        shading.gradient, startCenter: start, startRadius: startRadius, endCenter: end,
        endRadius: endRadius, options: shading.options)
    }
  }
}

/// A drawing that is made once and shown many times.
///
/// Observed: Apple header CGLayer.h. Glaze's own choice: it is a bitmap at the resolution of the
/// context that it is made for.
public final class CGLayer {
  /// The size in units of the user space of the context that it was made for.
  public let size: CGSize
  /// The context that draws into the layer; its origin is the lower left corner.
  public let context: CGContext?

  /// Makes a clear layer; nil when it would have no pixels or too many.
  ///
  /// - Parameters:
  ///   - context: the context whose resolution the layer has.
  ///   - size: the size, in units of the context's user space.
  ///   - auxiliaryInfo: ignored; it is part of Apple's signature.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: [AnyHashable: Any]?) {
    let ctm = context.ctm
    let scale = CGSize(
      width: hypot(ctm.a.native, ctm.b.native), height: hypot(ctm.c.native, ctm.d.native))
    let (width, height) = (
      (size.width * scale.width).rounded(.up), (size.height * scale.height).rounded(.up)
    )
    guard width >= 1, height >= 1, width <= CGFloat(Surface.limit),
      height <= CGFloat(Surface.limit),
      let own = CGContext(
        data: nil, width: Int(clamping: width), height: Int(clamping: height), bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return nil }
    own.scaleBy(x: width / size.width, y: height / size.height)
    self.size = size
    self.context = own
  }
}

extension CGContext {
  /// Draws a layer, stretched to a rectangle of user space.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    guard let image = layer.context?.makeImage() else { return }
    draw(image, in: rect)
  }

  /// Draws a layer with its lower left corner at a point of user space.
  public func draw(_ layer: CGLayer, at point: CGPoint) {
    draw(layer, in: CGRect(origin: point, size: layer.size))
  }
}
