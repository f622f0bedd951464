public import GlazeLayers
import GlazeScene

extension Document {
  /// The parts of a Lottie document that are not layers: markers, slots, images and themes.
  public struct Lottie: Sendable, Hashable {
    /// A named part of a Lottie document.
    public struct Marker: Sendable, Hashable {
      /// The name.
      public let name: String
      /// The start, in seconds from the start of the whole document.
      public let start: CFTimeInterval
      /// The length, in seconds; 0 for a single frame.
      public let duration: CFTimeInterval
    }

    /// The markers, in the order of the document.
    public let markers: [Marker]
    /// The names of the slots, whose values `Document.Options.slots` replaces.
    public let slots: [String]
    /// The names of the images, which `Document.Options.images` replaces.
    public let images: [String]
    /// The names of the themes of the container.
    public let themes: [String]
    /// The frames of a second for which the document was made.
    public let frameRate: Double
    /// The length of the part that was read, in seconds.
    public let duration: CFTimeInterval

    init(_ facts: LottieFacts) {
      markers = facts.markers.map {
        Marker(name: $0.name, start: $0.start, duration: $0.duration)
      }
      (slots, images, themes) = (facts.slots, facts.images, facts.themes)
      (frameRate, duration) = (facts.frameRate, facts.duration)
    }
  }

  /// The markers, slots, images and themes of a Lottie document; nil for other documents.
  public var lottie: Lottie? { contents.lottie.map(Lottie.init) }
}
