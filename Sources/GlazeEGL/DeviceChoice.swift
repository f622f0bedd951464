/// Which device was taken, and why not the others.
public struct DeviceChoice: Sendable, Hashable {
  /// The device that draws.
  public let device: Device
  package let facts: ContextFacts
  /// Why this device, in a few words.
  public let reason: String
  /// The devices that come before it and why they were not taken.
  public let rejections: [Rejection]
  /// What is to say about the environment's variables.
  public let notes: [String]
  /// The EGL extensions of its display.
  public let displayExtensions: Set<String>
}
