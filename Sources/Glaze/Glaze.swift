// The door of the library: `import Glaze` brings the layers with their geometry, what draws into
// them, and what makes pictures of them.

@_exported public import GlazeDrawing
@_exported public import GlazeGeometry
@_exported public import GlazeLayers

/// The version of the library and of the command.
public let glazeVersion = "0.1.0"
