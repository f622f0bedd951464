public import Foundation
package import GlazeGeometry
import GlazeTree

// How contents are sampled, and what is kept for whoever asks.
extension CALayer {
  /// The part of the image that is shown, in unit coordinates; default (0, 0, 1, 1).
  ///
  /// The origin is the image's top left where contents are flipped, else its bottom left.
  public final var contentsRect: CGRect {
    get { state.contentsRect }
    set {
      change("contentsRect", .contents, contentsRect != newValue) { state.contentsRect = newValue }
    }
  }

  /// The stretchable part of the shown image, in unit coordinates of it; default (0, 0, 1, 1).
  public final var contentsCenter: CGRect {
    get { state.contentsCenter }
    set {
      change("contentsCenter", .contents, contentsCenter != newValue) {
        state.contentsCenter = newValue
      }
    }
  }

  /// The pixels of the backing that the layer draws into; default `RGBA8Uint`.
  ///
  /// In `RGBA16Float` colours keep components above 1 and below 0, as `CGColor`s of extended spaces
  /// have them, until the picture is made: opacity, colours of replicators and filters see them.
  /// Pictures have 8 bits, so that what is still outside 0...1 then is clipped. Drawing in it is slower.
  /// `gray8Uint` leaves the luma; `automatic` is `RGBA8Uint`. Set it before the layer draws. Images bring
  /// their own format: those of 16 bits or of floating point keep theirs, whatever this says.
  ///
  /// Observed: Apple header. What becomes of it is Glaze's own choice.
  public final var contentsFormat: CALayerContentsFormat {
    get { objects.contentsFormat }
    set {
      change("contentsFormat", .undrawn, contentsFormat != newValue) {
        objects.contentsFormat = newValue
      }
    }
  }

  /// How the image is sampled where it is shown smaller; default `linear`, also for unknown names.
  public final var minificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(state.minificationFilter) }
    set {
      change("minificationFilter", .contents, minificationFilter != newValue) {
        state.minificationFilter = TextureFilter(newValue)
      }
    }
  }

  /// How the image is sampled where it is shown larger; default `linear`, also for unknown names.
  public final var magnificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(state.magnificationFilter) }
    set {
      change("magnificationFilter", .contents, magnificationFilter != newValue) {
        state.magnificationFilter = TextureFilter(newValue)
      }
    }
  }

  /// Added to the mip level by a trilinear minification filter; default 0.
  public final var minificationFilterBias: Float {
    get { state.minificationFilterBias }
    set {
      change("minificationFilterBias", .contents, minificationFilterBias != newValue) {
        state.minificationFilterBias = newValue
      }
    }
  }

  /// Whether drawing may be queued; the picture is the same; default false.
  public final var drawsAsynchronously: Bool {
    get { state.flags[.drawsAsynchronously] }
    set {
      change("drawsAsynchronously", .undrawn, drawsAsynchronously != newValue) {
        state.flags[.drawsAsynchronously] = newValue
      }
    }
  }

  /// Whether values above white are wanted; `preferredDynamicRange` says more; default false.
  ///
  /// Kept for whoever asks: pictures that Glaze makes have 8 bits and end at white. Contents keep what
  /// is above, in the formats that hold it, until then.
  public final var wantsExtendedDynamicRangeContent: Bool {
    get { state.flags[.wantsExtendedRange] }
    set {
      let isNews = wantsExtendedDynamicRangeContent != newValue
      change("wantsExtendedDynamicRangeContent", .undrawn, isNews) {
        state.flags[.wantsExtendedRange] = newValue
      }
    }
  }

  /// Whether values above white are mapped to the display's range; default `automatic`.
  ///
  /// Kept for whoever asks: Glaze clips at white, in all modes.
  public final var toneMapMode: ToneMapMode {
    get { objects.toneMapMode }
    set {
      change("toneMapMode", .undrawn, toneMapMode != newValue) { objects.toneMapMode = newValue }
    }
  }

  /// The range of brightness that the layer wants; default `standard`.
  ///
  /// Kept for whoever asks: pictures that Glaze makes end at white.
  public final var preferredDynamicRange: DynamicRange {
    get { objects.preferredDynamicRange }
    set {
      change("preferredDynamicRange", .undrawn, preferredDynamicRange != newValue) {
        objects.preferredDynamicRange = newValue
      }
    }
  }

  /// How far above white the contents go; 0 is unknown; default 0.
  public final var contentsHeadroom: CGFloat {
    get { state.contentsHeadroom }
    set {
      change("contentsHeadroom", .undrawn, contentsHeadroom != newValue) {
        state.contentsHeadroom = newValue
      }
    }
  }

  /// Whether drawn contents are made again at another scale; default false.
  public final var wantsDynamicContentScaling: Bool {
    get { state.flags[.wantsDynamicScaling] }
    set {
      change("wantsDynamicContentScaling", .undrawn, wantsDynamicContentScaling != newValue) {
        state.flags[.wantsDynamicScaling] = newValue
      }
    }
  }

  /// Whether `contentsCenter` is stretched or repeated; default `stretch`.
  package final var contentsScaling: CALayerContentsScaling {
    get { state.flags[.repeatsContents] ? .repeat : .stretch }
    set {
      change("contentsScaling", .contents, contentsScaling != newValue) {
        state.flags[.repeatsContents] = newValue == .repeat
      }
    }
  }

  /// Multiplies the colours and the alpha of the contents; nil, the default, leaves them as they are.
  ///
  /// Observed: Apple's files have it; it is in no public header.
  package final var contentsMultiplyColor: CGColor? {
    get { objects.contentsMultiplyColor }
    set {
      change("contentsMultiplyColor", .contents, contentsMultiplyColor != newValue) {
        objects.contentsMultiplyColor = newValue
      }
    }
  }

  /// Moves, turns and scales the contents about the minimum corner of the bounds; an affine transform;
  /// default the identity.
  package final var contentsTransform: CATransform3D {
    get { state.contentsTransform }
    set {
      change("contentsTransform", .contents, contentsTransform != newValue) {
        state.contentsTransform = newValue
      }
    }
  }
}
