import CGlazeLazy
import Foundation
import Glaze
import GlazeGeometry

/// A property of a connector, as the kernel describes it.
struct KMSProperty: Equatable {
  var id: UInt32
  var name: String
  /// The current value.
  var value: UInt64
  /// The least and the greatest value of a range.
  var range: ClosedRange<UInt64>?
  /// The values of an enumeration, by name.
  var choices: [String: UInt64] = [:]
}

/// The settings by which a screen learns how frames are encoded.
///
/// Source: the kernel's `drm_mode.h` and its documentation of connector properties; CTA-861.3.
struct KMSColor {
  enum Value: Equatable {
    case number(UInt64)
    /// The contents of a blob that is made for it; nil for no blob.
    case blob([UInt8]?)
  }

  /// The properties to set, by id.
  private(set) var settings: [(id: UInt32, value: Value)] = []
  /// The names of properties that the encoding needs and the connector lacks.
  private(set) var missing: [String] = []

  /// - Parameter properties: those of the connector.
  init(_ output: OutputColor, _ properties: [KMSProperty]) {
    setDepth(output, properties)
    setSpace(output, properties)
    let metadata = properties.first { $0.name == "HDR_OUTPUT_METADATA" }
    if let metadata {
      settings.append((metadata.id, .blob(Self.metadata(of: output))))
    } else if output.transfer == .pq || output.transfer == .hlg {
      missing.append("HDR_OUTPUT_METADATA")
    }
  }

  private mutating func setDepth(_ output: OutputColor, _ properties: [KMSProperty]) {
    guard output.isDeep, let bits = properties.first(where: { $0.name == "max bpc" }),
      let range = bits.range
    else { return }
    let wanted: UInt64 = output.depth == .bits10 ? 10 : 12
    settings.append((bits.id, .number(min(max(wanted, range.lowerBound), range.upperBound))))
  }

  private mutating func setSpace(_ output: OutputColor, _ properties: [KMSProperty]) {
    let name =
      switch output.primaries {
      case .sRGB: "Default"
      case .displayP3: "DCI-P3_RGB_D65"
      case .bt2020: "BT2020_RGB"
      }
    if let space = properties.first(where: { $0.name == "Colorspace" }),
      let value = space.choices[name]
    {
      settings.append((space.id, .number(value)))
    } else if output.primaries != .sRGB {
      missing.append("Colorspace \(name)")
    }
  }

  /// The values that the properties to set have now, in the order of `settings`.
  ///
  /// - Parameter contents: Returns the contents of a blob; nil for none.
  func previous(
    _ properties: [KMSProperty], contents: (UInt32) -> [UInt8]?
  ) -> [(id: UInt32, value: Value)] {
    settings.map { setting in
      let value = properties.first { $0.id == setting.id }?.value ?? 0
      return switch setting.value {
      case .number: (setting.id, .number(value))
      case .blob: (setting.id, .blob(value == 0 ? nil : contents(UInt32(clamping: value))))
      }
    }
  }

  /// The contents of `struct hdr_output_metadata`; nil for outputs without HDR.
  static func metadata(of output: OutputColor) -> [UInt8]? {
    let curve: UInt8
    switch output.transfer {
    case .pq: curve = 2
    case .hlg: curve = 3
    case .sRGB, .linear, .gamma2_2: return nil
    }
    let values = output.hdrMetadata
    func two(_ number: Double) -> [UInt8] {
      withUnsafeBytes(of: UInt16(clamping: number.rounded()), Array.init)
    }
    // The type of the metadata, static, stands before and in the frame of HDMI.
    var bytes: [UInt8] = [0, 0, 0, 0, curve, 0]
    for place in values.displayPrimaries { bytes += two(place.x * 50_000) + two(place.y * 50_000) }
    bytes += two(values.maximumLuminance) + two(values.minimumLuminance * 10_000)
    bytes += two(values.maximumContentLightLevel) + two(values.maximumFrameAverageLightLevel)
    return bytes + [0, 0]
  }
}

/// Sets the properties of a connector, and restores them.
final class KMSConnectorState {
  private let card: Int32
  private let connector: UInt32
  private let color: KMSColor
  private let old: [(id: UInt32, value: KMSColor.Value)]
  private var blobs: [UInt32] = []

  /// The names of properties that the encoding needs and the connector lacks.
  var missing: [String] { color.missing }

  init(_ screen: KMSScreen, _ output: OutputColor) {
    (card, connector) = (screen.card, screen.connector)
    let properties = Self.properties(of: connector, card)
    let color = KMSColor(output, properties)
    self.color = color
    let card = card
    // A blob goes when the last screen forgets it, so its contents are kept.
    old = color.previous(properties) { Self.contents(ofBlob: $0, card) }
  }

  /// Sets the properties.
  ///
  /// - Throws: If the kernel refuses one.
  func apply() throws(GlazeError) {
    for (setting, old) in zip(color.settings, old) where setting.value != old.value {
      guard set(setting.id, setting.value) else {
        throw .noScreen("the screen refuses the encoding of the frames: \(lastError())")
      }
    }
  }

  /// Restores the values from before.
  func restore() {
    for setting in old { _ = set(setting.id, setting.value) }
    for blob in blobs { drmModeDestroyPropertyBlob(card, blob) }
    blobs = []
  }

  private func set(_ property: UInt32, _ value: KMSColor.Value) -> Bool {
    var number: UInt64 = 0
    switch value {
    case .number(let value): number = value
    case .blob(nil): break
    case .blob(let bytes?):
      var blob: UInt32 = 0
      guard drmModeCreatePropertyBlob(card, bytes, bytes.count, &blob) == 0 else { return false }
      blobs.append(blob)
      number = UInt64(blob)
    }
    return drmModeConnectorSetProperty(card, connector, property, number) == 0
  }

  private static func contents(ofBlob blob: UInt32, _ card: Int32) -> [UInt8]? {
    guard let found = drmModeGetPropertyBlob(card, blob) else { return nil }
    defer { drmModeFreePropertyBlob(found) }
    let bytes = UnsafeRawBufferPointer(
      start: found.pointee.data, count: Int(clamping: found.pointee.length))
    return Array(bytes)
  }

  private static func properties(of connector: UInt32, _ card: Int32) -> [KMSProperty] {
    guard let found = drmModeGetConnector(card, connector) else { return [] }
    defer { drmModeFreeConnector(found) }
    return (0..<Int(found.pointee.count_props)).compactMap { index in
      guard let property = drmModeGetProperty(card, found.pointee.props[index]) else { return nil }
      defer { drmModeFreeProperty(property) }
      return KMSProperty(property.pointee, value: found.pointee.prop_values[index])
    }
  }
}

extension KMSProperty {
  fileprivate init(_ property: glaze_drm_property, value: UInt64) {
    func text<T>(_ characters: T) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    (id, self.value) = (property.prop_id, value)
    name = text(property.name)
    if property.flags & UInt32(GLAZE_DRM_PROPERTY_RANGE) != 0, property.count_values == 2,
      property.values[0] <= property.values[1]
    {
      range = property.values[0]...property.values[1]
    }
    for index in 0..<max(0, Int(property.count_enums)) {
      choices[text(property.enums[index].name)] = property.enums[index].value
    }
  }
}
