// A door by Apple's name: `import QuartzCore` in code that was written for a Mac brings what Glaze has of
// Core Animation and, as on a Mac, of Core Graphics. It is opt-in, and nothing of Glaze uses it.

@_exported public import CoreGraphics
@_exported public import class GlazeCore.CARenderer
@_exported public import GlazeLayers
@_exported public import GlazeText
