extension GlazeError.Code {
  /// The current OpenGL context is not the one that the renderer was made in.
  public static let wrongContext = GlazeError.Code(rawValue: "wrongContext")
  /// The OpenGL context was reset; the next frame is drawn in a new one.
  public static let lostContext = GlazeError.Code(rawValue: "lostContext")
}

extension GlazeError {
  /// Another context is current.
  package static func wrongContext(wanted: String, found: String) -> Self {
    Self(
      .wrongContext,
      "the renderer was made in \(wanted), but the current context is \(found); make the first one "
        + "current, or make a renderer for the other")
  }

  /// The context was reset.
  package static func lostContext(_ reason: String) -> Self { Self(.lostContext, reason) }
}
