// What libraries of layers ask of UIKit and AppKit, and no more: colors, paths, pictures, fonts, and a view that is
// the delegate of a layer. There are no gestures, no controls, no windows on a screen. It is opt-in, and nothing of
// Glaze uses it.

@_exported public import CoreText
@_exported public import ImageIO
@_exported public import QuartzCore
