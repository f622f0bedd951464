// A module with Apple's name that reads and writes image files.

@_exported public import CoreGraphics
