// The door of the library: `import Glaze` brings all of `GlazeCore`, text and documents.

@_exported public import GlazeCore
@_exported public import GlazeText
