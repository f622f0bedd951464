// A module with Apple's name: `import CoreText` in code for the Mac imports Glaze's part of Core
// Text. It is optional, and Glaze itself does not use it.

@_exported public import CoreGraphics
@_exported public import GlazeText
