/// The chosen device, and the reasons why others were rejected.
public struct DeviceChoice: Sendable, Hashable {
  /// The device that draws.
  public let device: Device
  package let facts: ContextFacts
  /// The reason for this device, in a few words.
  public let reason: String
  /// The devices that precede it and the reasons why they were rejected.
  public let rejections: [Rejection]
  /// Notes on the environment variables.
  public let notes: [String]
  /// The EGL extensions of its display.
  public let displayExtensions: Set<String>
}
