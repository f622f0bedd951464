// The door of the library: `import Glaze` brings all of `GlazeCore`, and documents.

@_exported public import GlazeCore
