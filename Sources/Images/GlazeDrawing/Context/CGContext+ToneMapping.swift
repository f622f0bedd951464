public import Foundation
public import GlazeGeometry

extension CGContext {
  /// The brightest light of the target in multiples of white; 0, the default, is not known.
  ///
  /// Images whose headroom is above it are compressed when they are drawn; unless it is known, they
  /// are drawn as they are.
  ///
  /// Observed: Apple header CGContext.h.
  public var edrTargetHeadroom: Float { state.edrTargetHeadroom }

  /// Sets the brightest light of the target.
  ///
  /// - Parameter headroom: multiples of white, at least 1; 0 is not known.
  /// - Returns: false for other values, which change nothing.
  @discardableResult public func setEDRTargetHeadroom(_ headroom: Float) -> Bool {
    guard headroom == 0 || (headroom >= 1 && headroom.isFinite) else { return false }
    state.edrTargetHeadroom = headroom
    return true
  }

  /// Draws an image whose light a method fits to the target.
  ///
  /// - Parameters:
  ///   - image: the image, which is stretched to the rectangle.
  ///   - rect: the rectangle, in user space.
  ///   - method: how light above white is fitted; the target is `edrTargetHeadroom`, or white where it
  ///     is not known.
  ///   - options: exists for Apple's signature; Glaze has no options.
  /// - Returns: false for a method that is not supported, with which nothing is drawn.
  ///
  /// Observed: Apple header CGContext.h.
  @discardableResult public func draw(
    _ image: CGImage, in rect: CGRect, by method: CGToneMapping, options: [String: Any]? = nil
  ) -> Bool {
    guard let mapped = image.toneMapped(by: method, to: max(1, edrTargetHeadroom)) else {
      return false
    }
    draw(mapped, in: rect)
    return true
  }
}

/// Sets the brightest light of the target; see `CGContext.setEDRTargetHeadroom(_:)`.
@discardableResult public func CGContextSetEDRTargetHeadroom(
  _ c: CGContext, _ headroom: Float
) -> Bool { c.setEDRTargetHeadroom(headroom) }

/// Returns the brightest light of the target.
public func CGContextGetEDRTargetHeadroom(_ c: CGContext) -> Float { c.edrTargetHeadroom }

/// Draws an image whose light a method fits to the target; see `CGContext.draw(_:in:by:options:)`.
@discardableResult public func CGContextDrawImageApplyingToneMapping(
  _ c: CGContext, _ rect: CGRect, _ image: CGImage, _ method: CGToneMapping,
  _ options: [String: Any]?
) -> Bool { c.draw(image, in: rect, by: method, options: options) }
