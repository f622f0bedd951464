/// The library that made a program's OpenGL context, where it is neither EGL nor GLX: OSMesa, a driver
/// that is linked into the program, a toolkit with a loader of its own.
///
/// ```swift
/// let library = OpenGLLibrary(
///   address: { UnsafeMutableRawPointer(mutating: OSMesaGetProcAddress($0)) },
///   currentContext: { OSMesaGetCurrentContext().map(UnsafeMutableRawPointer.init) })
/// let renderer = try Renderer(.currentContext, library: library)
/// ```
///
/// Contexts of EGL and GLX need none: Glaze finds their functions itself.
///
/// Source: Glaze's own choice; the same as `glutGetProcAddress`, `SDL_GL_GetProcAddress` and the
/// loaders of other libraries that draw in a host's context.
public struct OpenGLLibrary: Sendable {
  /// Returns the address of an OpenGL function by its name, `glDrawArrays`; nil for an unknown one.
  ///
  /// It is called when a renderer is made, and again after the context was lost, with the context
  /// current.
  public var address: @Sendable (_ name: String) -> UnsafeMutableRawPointer?
  /// Returns what identifies the context that is current on this thread; nil where none is.
  ///
  /// It is called before and after frames. nil in place of the function asks EGL and GLX, for a
  /// program that wants its own functions in a context of theirs.
  public var currentContext: (@Sendable () -> UnsafeMutableRawPointer?)?

  /// Describes a library.
  ///
  /// - Parameters:
  ///   - address: returns the address of a function by its name.
  ///   - currentContext: returns what identifies the current context; nil, the default, asks EGL
  ///     and GLX.
  public init(
    address: @escaping @Sendable (_ name: String) -> UnsafeMutableRawPointer?,
    currentContext: (@Sendable () -> UnsafeMutableRawPointer?)? = nil
  ) {
    (self.address, self.currentContext) = (address, currentContext)
  }
}
