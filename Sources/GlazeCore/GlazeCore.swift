// The door for programs that make layers themselves: layers with their geometry, what draws into them, and
// what makes pictures of them. `Glaze` is this with documents.

import CGlazeVersion
@_exported public import GlazeDrawing
@_exported public import GlazeGeometry
@_exported public import GlazeLayers

/// The version of the library and of the command.
public let glazeVersion = String(
  String(cString: glaze_version_text()).prefix { !$0.isNewline })
