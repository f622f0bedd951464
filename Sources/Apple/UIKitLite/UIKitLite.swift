// The part of UIKit and AppKit that libraries of layers use: colors, paths, images, fonts, and a
// view that is the delegate of a layer. There are no gestures, no controls and no windows on a
// screen. It is optional, and Glaze itself does not use it.

@_exported public import CoreText
@_exported public import ImageIO
@_exported public import QuartzCore
