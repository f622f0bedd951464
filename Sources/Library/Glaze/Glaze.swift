// The main module of the library: `import Glaze` imports all of `GlazeCore`, text and documents.

@_exported public import GlazeCore
@_exported public import GlazeText
