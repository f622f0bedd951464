public import Foundation
package import GlazeGeometry
import GlazeTree

// Sampling of contents, and properties that are only stored.
extension CALayer {
  /// The part of the image that is shown, in unit coordinates; default (0, 0, 1, 1).
  ///
  /// The origin is the top left of the image if contents are flipped, else its bottom left.
  public final var contentsRect: CGRect {
    get { state.contentsRect }
    set {
      change("contentsRect", .contents, contentsRect != newValue) { state.contentsRect = newValue }
    }
  }

  /// The stretchable part of the shown image, in its unit coordinates; default (0, 0, 1, 1).
  public final var contentsCenter: CGRect {
    get { state.contentsCenter }
    set {
      change("contentsCenter", .contents, contentsCenter != newValue) {
        state.contentsCenter = newValue
      }
    }
  }

  /// The pixel format of the backing that the layer draws into; default `RGBA8Uint`.
  ///
  /// With `RGBA16Float`, color components above 1 and below 0, as in `CGColor`s of extended color
  /// spaces, survive until the frame is composed: opacity, colors of replicators and filters use
  /// them. Frames have 8 bits per component, so values that are still outside 0...1 then are
  /// clipped. Drawing in this format is slower. `gray8Uint` stores the luma; `automatic` is
  /// `RGBA8Uint`. Set the format before the layer draws. Images retain their own format if they
  /// have 16 bits or floating-point components, whatever this property says.
  ///
  /// Observed: Apple header. The effect of the formats is Glaze's own choice.
  public final var contentsFormat: CALayerContentsFormat {
    get { objects.contentsFormat }
    set {
      change("contentsFormat", .undrawn, contentsFormat != newValue) {
        objects.contentsFormat = newValue
      }
    }
  }

  /// The filter that samples the image where it is shown smaller; default `linear`, also for
  /// unknown names.
  public final var minificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(state.minificationFilter) }
    set {
      change("minificationFilter", .contents, minificationFilter != newValue) {
        state.minificationFilter = TextureFilter(newValue)
      }
    }
  }

  /// The filter that samples the image where it is shown larger; default `linear`, also for unknown
  /// names.
  public final var magnificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(state.magnificationFilter) }
    set {
      change("magnificationFilter", .contents, magnificationFilter != newValue) {
        state.magnificationFilter = TextureFilter(newValue)
      }
    }
  }

  /// The bias that a trilinear minification filter adds to the mip level; default 0.
  public final var minificationFilterBias: Float {
    get { state.minificationFilterBias }
    set {
      change("minificationFilterBias", .contents, minificationFilterBias != newValue) {
        state.minificationFilterBias = newValue
      }
    }
  }

  /// A Boolean value that indicates whether drawing may be queued; the result is the same; default
  /// false.
  public final var drawsAsynchronously: Bool {
    get { state.flags[.drawsAsynchronously] }
    set {
      change("drawsAsynchronously", .undrawn, drawsAsynchronously != newValue) {
        state.flags[.drawsAsynchronously] = newValue
      }
    }
  }

  /// A Boolean value that indicates whether values above white are requested; see also
  /// `preferredDynamicRange`; default false.
  ///
  /// If true, the layer's colors and contents are as bright as `RenderOptions.output` has headroom
  /// for; if false, they end at white. Contents whose headroom is known are compressed to that
  /// range, others are clipped. Only this layer is affected. A frame without headroom, the default,
  /// ends at white.
  public final var wantsExtendedDynamicRangeContent: Bool {
    get { state.flags[.wantsExtendedRange] }
    set {
      let isNews = wantsExtendedDynamicRangeContent != newValue
      change("wantsExtendedDynamicRangeContent", .brightness, isNews) {
        state.flags[.wantsExtendedRange] = newValue
      }
    }
  }

  /// A value that indicates whether values above white are mapped to the display's range; default
  /// `automatic`.
  ///
  /// Contents with a known headroom, which are brighter than the layer may be, are compressed by the
  /// curve of ITU-R BT.2390, unless the mode is `never`: then they are clipped. The headroom is
  /// `contentsHeadroom`, or that of the image, which PQ and HLG have. Apple documents no curve.
  public final var toneMapMode: ToneMapMode {
    get { objects.toneMapMode }
    set {
      change("toneMapMode", .contents, toneMapMode != newValue) { objects.toneMapMode = newValue }
    }
  }

  /// The range of brightness that the layer prefers; default `standard`.
  ///
  /// `standard` ends at white, unless `wantsExtendedDynamicRangeContent` is set; `high` uses the
  /// whole headroom of `RenderOptions.output`. Apple does not document how bright `constrainedHigh`
  /// and `automatic` are: in Glaze they use the square root of the headroom.
  public final var preferredDynamicRange: DynamicRange {
    get { objects.preferredDynamicRange }
    set {
      change("preferredDynamicRange", .brightness, preferredDynamicRange != newValue) {
        objects.preferredDynamicRange = newValue
      }
    }
  }

  /// The ratio of the brightest contents to white; 0, the default, takes it from the image.
  ///
  /// Values between 0 and 1 count as 0: Apple does not define them.
  public final var contentsHeadroom: CGFloat {
    get { state.contentsHeadroom }
    set {
      change("contentsHeadroom", .contents, contentsHeadroom != newValue) {
        state.contentsHeadroom = newValue
      }
    }
  }

  /// A Boolean value that indicates whether drawn contents are drawn again at another scale;
  /// default false.
  public final var wantsDynamicContentScaling: Bool {
    get { state.flags[.wantsDynamicScaling] }
    set {
      change("wantsDynamicContentScaling", .undrawn, wantsDynamicContentScaling != newValue) {
        state.flags[.wantsDynamicScaling] = newValue
      }
    }
  }

  /// A value that indicates whether `contentsCenter` is stretched or repeated; default `stretch`.
  package final var contentsScaling: CALayerContentsScaling {
    get { state.flags[.repeatsContents] ? .repeat : .stretch }
    set {
      change("contentsScaling", .contents, contentsScaling != newValue) {
        state.flags[.repeatsContents] = newValue == .repeat
      }
    }
  }

  /// The color that multiplies the colors and the alpha of the contents; default nil, no effect.
  ///
  /// Observed: Apple's files contain it; it is in no public header.
  package final var contentsMultiplyColor: CGColor? {
    get { objects.contentsMultiplyColor }
    set {
      change("contentsMultiplyColor", .contents, contentsMultiplyColor != newValue) {
        objects.contentsMultiplyColor = newValue
      }
    }
  }

  /// The transform of the contents about the minimum corner of the bounds; must be affine; default
  /// the identity.
  package final var contentsTransform: CATransform3D {
    get { state.contentsTransform }
    set {
      change("contentsTransform", .contents, contentsTransform != newValue) {
        state.contentsTransform = newValue
      }
    }
  }
}
