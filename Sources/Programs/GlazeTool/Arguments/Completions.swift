public import ArgumentParser
public import Glaze
package import GlazeDisplay
package import GlazeServe

// The values that shells complete, for options whose help text names them.

extension Renderer.Backend {
  package static var defaultCompletionKind: CompletionKind { .list(["auto", "gl", "software"]) }
}

extension BackendList {
  static var defaultCompletionKind: CompletionKind { .list(["gl", "software", "gl,software"]) }
}

extension APIChoice {
  static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension VariantList {
  static var defaultCompletionKind: CompletionKind { .list(CheckVariant.all.map(\.name)) }
}

extension LimitArgument {
  static var defaultCompletionKind: CompletionKind {
    .list(RenderLimits.Name.allCases.map { "\($0.rawValue)=" })
  }
}

extension DisplayKind {
  static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension TerminalImages {
  package static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension BenchCommand.Format {
  static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension MotionFile.Format {
  /// The names of all formats.
  public static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension Sandbox.Need {
  package static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension BackgroundArgument {
  static var defaultCompletionKind: CompletionKind {
    .list(["none", "checkerboard", "white", "black", "gray"])
  }
}

extension InputWords {
  static var defaultCompletionKind: CompletionKind { .file() }
}
