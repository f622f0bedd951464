public import CGlazeShaders
extension BoxInstance: Equatable {
  public static func == (a: BoxInstance, b: BoxInstance) -> Bool { a.fill == b.fill }
}
