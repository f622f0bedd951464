// A module with Apple's name: `import QuartzCore` in code for the Mac imports Glaze's part of Core
// Animation and, as on a Mac, of Core Graphics. It is optional, and Glaze itself does not use it.

@_exported public import CoreGraphics
@_exported public import class GlazeCore.CARenderer
@_exported public import GlazeLayers
@_exported public import GlazeText
