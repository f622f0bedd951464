// A door by Apple's name: files of pictures, read and written.

@_exported public import CoreGraphics
