// A door by Apple's name, so that code that imports ImageIO beside Core Graphics compiles. Glaze reads and
// writes pictures by other names so far: `Document`, `Snapshot`.

@_exported public import CoreGraphics
