// A door by Apple's name: `import CoreGraphics` in code that was written for a Mac brings what Glaze has of
// Core Graphics. It is opt-in, and nothing of Glaze uses it.

@_exported public import Foundation
@_exported public import GlazeDrawing
@_exported public import GlazeGeometry
