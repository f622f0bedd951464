// A door by Apple's name: `import CoreText` in code that was written for a Mac brings what Glaze has of Core
// Text. It is opt-in, and nothing of Glaze uses it.

@_exported public import CoreGraphics
@_exported public import GlazeText
