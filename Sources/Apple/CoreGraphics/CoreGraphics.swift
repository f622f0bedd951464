// A module with Apple's name: `import CoreGraphics` in code for the Mac imports Glaze's part of
// Core Graphics. It is optional, and Glaze itself does not use it.

@_exported public import Foundation
@_exported public import GlazeDrawing
@_exported public import GlazeGeometry
