// The module for programs that make layers themselves: layers with their geometry, drawing
// contexts, and renderers. `Glaze` adds documents to it.

import CGlazeVersion
@_exported public import GlazeDrawing
@_exported public import GlazeGeometry
@_exported public import GlazeLayers

/// The version of the library and of the command.
public let glazeVersion = String(
  String(cString: glaze_version_text()).prefix { !$0.isNewline })
