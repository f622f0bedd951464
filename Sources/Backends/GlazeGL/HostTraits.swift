import COpenGL

/// The properties of a context that Glaze did not create which affect its work.
package struct HostTraits: Sendable {
  /// The properties of the context.
  package let context: ContextTraits
  /// Whether the context also has the functions of OpenGL 1 and 2.
  let isCompatibility: Bool
  /// Whether the context was created for debugging, so that naming passes is worthwhile.
  package let isForDebugging: Bool

  /// Queries the current context, whose functions are used.
  package init(_ context: ContextTraits) {
    self.context = context
    let profile = context.isES ? 0 : integer(GL_CONTEXT_PROFILE_MASK)
    isCompatibility = profile & Int(GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0
    let flags = !context.isES || context.version >= 32 ? integer(GL_CONTEXT_FLAGS) : 0
    isForDebugging =
      context.hasDebugGroups && flags & Int(GL_CONTEXT_FLAG_DEBUG_BIT) != 0
  }
}
