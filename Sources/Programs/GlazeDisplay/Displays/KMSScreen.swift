import CGBM
import CGlazeLazy
import Foundation
import Glaze
import GlazeGeometry

/// A connector with a screen, its mode and its CRTC.
final class KMSScreen {
  let path: String
  let card: Int32
  private(set) var connector: UInt32 = 0
  private(set) var crtc: UInt32 = 0
  private(set) var mode = glaze_drm_mode()
  /// The name of the connector, such as `HDMI-A-1`.
  private(set) var name = ""

  var modeName: String { Self.name(of: mode) }

  /// The kinds of connectors, with the kernel's numbers and names.
  private static let kinds = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// Opens a card and finds a screen.
  ///
  /// If the requested one does not exist, the error lists the others.
  init(card wanted: String?, connector: String?, mode: String?) throws(GlazeError) {
    let cards = wanted.map { [$0] } ?? Self.cards()
    var seen: [String] = []
    for path in cards {
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else {
        seen.append("\(path): \(lastError())")
        continue
      }
      if let found = Self.find(file, connector, mode, &seen, path) {
        (self.path, card) = (path, file)
        (self.connector, crtc, self.mode, name) = found
        return
      }
      close(file)
    }
    let wish = [connector, mode].compactMap { $0 }.joined(separator: " ")
    throw .noScreen(
      "\(wish.isEmpty ? "a screen" : wish) was not found; available: "
        + (seen.isEmpty ? "no card" : seen.joined(separator: ", ")))
  }

  deinit { close(card) }

  private static func cards() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? []
    return names.filter { $0.hasPrefix("card") }.sorted().map { "/dev/dri/" + $0 }
  }

  private typealias Found = (UInt32, UInt32, glaze_drm_mode, String)

  private static func find(
    _ card: Int32, _ wanted: String?, _ wantedMode: String?, _ seen: inout [String], _ path: String
  ) -> Found? {
    guard let resources = drmModeGetResources(card) else {
      seen.append("\(path) has no screens")
      return nil
    }
    defer { drmModeFreeResources(resources) }
    for index in 0..<Int(resources.pointee.count_connectors) {
      guard let connector = drmModeGetConnector(card, resources.pointee.connectors[index]) else {
        continue
      }
      defer { drmModeFreeConnector(connector) }
      let kind = Int(connector.pointee.connector_type)
      let name =
        "\(kinds.indices.contains(kind) ? kinds[kind] : kinds[0])-\(connector.pointee.connector_type_id)"
      let modes = (0..<Int(connector.pointee.count_modes)).map { connector.pointee.modes[$0] }
      guard connector.pointee.connection == GLAZE_DRM_CONNECTED, !modes.isEmpty else {
        seen.append("\(path) \(name) has no screen")
        continue
      }
      seen.append("\(path) \(name) with \(modes.map(Self.name).joined(separator: " "))")
      guard wanted == nil || wanted == name, let mode = choose(modes, wantedMode),
        let crtc = crtc(for: connector, card, resources)
      else { continue }
      return (connector.pointee.connector_id, crtc, mode, name)
    }
    return nil
  }

  private static func name(of mode: glaze_drm_mode) -> String {
    "\(mode.hdisplay)x\(mode.vdisplay)@\(mode.vrefresh)"
  }

  private static func choose(_ modes: [glaze_drm_mode], _ wanted: String?) -> glaze_drm_mode? {
    if let wanted {
      return modes.first { name(of: $0) == wanted || name(of: $0).hasPrefix(wanted + "@") }
    }
    return modes.first { $0.type & UInt32(GLAZE_DRM_MODE_PREFERRED) != 0 } ?? modes.first
  }

  /// Returns the CRTC of a connector: the current one, or the first possible one.
  private static func crtc(
    for connector: UnsafeMutablePointer<glaze_drm_connector>, _ card: Int32,
    _ resources: UnsafeMutablePointer<glaze_drm_resources>
  ) -> UInt32? {
    for index in -1..<Int(connector.pointee.count_encoders) {
      let id = index < 0 ? connector.pointee.encoder_id : connector.pointee.encoders[index]
      guard let encoder = drmModeGetEncoder(card, id) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      if encoder.pointee.crtc_id != 0 { return encoder.pointee.crtc_id }
      for number in 0..<min(32, Int(resources.pointee.count_crtcs))
      where encoder.pointee.possible_crtcs >> UInt32(number) & 1 == 1 {
        return resources.pointee.crtcs[number]
      }
    }
    return nil
  }
}

/// Memory of a card, allocated with GBM.
final class KMSMemory {
  private let card: Int32
  private let device: OpaquePointer

  init(_ card: Int32, path: String) throws(GlazeError) {
    guard let device = gbm_create_device(card) else {
      throw .noScreen("cannot allocate memory on \(path): \(lastError())")
    }
    (self.card, self.device) = (card, device)
  }

  deinit { gbm_device_destroy(device) }

  /// Makes a buffer of the screen's size.
  ///
  /// - Parameter isLinear: Whether its rows are in order, so that the CPU can write it.
  func page(
    _ screen: KMSScreen, _ isLinear: Bool, _ format: DMABuffer.Format
  ) throws(GlazeError) -> KMSPage {
    let (width, height) = (UInt32(screen.mode.hdisplay), UInt32(screen.mode.vdisplay))
    let use = isLinear ? GBM_BO_USE_LINEAR : GBM_BO_USE_RENDERING
    guard
      let bo = gbm_bo_create(
        device, width, height, format.rawValue, GBM_BO_USE_SCANOUT.rawValue | use.rawValue)
    else {
      throw .noScreen(
        "\(screen.path): no buffer of \(screen.modeName) as \(format): \(lastError())")
    }
    var framebuffer: UInt32 = 0
    var handles = [gbm_bo_get_handle(bo).u32, 0, 0, 0]
    var rows = [gbm_bo_get_stride(bo), 0, 0, 0]
    var offsets: [UInt32] = [0, 0, 0, 0]
    var descriptor: Int32 = -1
    guard
      drmModeAddFB2(
        card, width, height, format.rawValue, &handles, &rows, &offsets, &framebuffer, 0) == 0,
      // Descriptors from GBM cannot be mapped for writing.
      drmPrimeHandleToFD(
        card, handles[0], UInt32(GLAZE_DRM_CLOEXEC | GLAZE_DRM_RDWR), &descriptor) == 0
    else {
      gbm_bo_destroy(bo)
      throw .noScreen("\(screen.path) cannot show a buffer of format \(format): \(lastError())")
    }
    let plane = DMABuffer.Plane(descriptor: descriptor, bytesPerRow: Int(rows[0]))
    let buffer = DMABuffer(
      width: Int(width), height: Int(height), format: format,
      modifier: isLinear ? DMABuffer.linear : nil, planes: [plane])
    return KMSPage(memory: self, card: card, bo: bo, framebuffer: framebuffer, buffer: buffer)
  }
}

/// A buffer of the screen's size that the card can scan out.
final class KMSPage {
  let framebuffer: UInt32
  let buffer: DMABuffer
  private let memory: KMSMemory
  private let card: Int32
  private let bo: OpaquePointer

  init(
    memory: KMSMemory, card: Int32, bo: OpaquePointer, framebuffer: UInt32, buffer: DMABuffer
  ) {
    (self.memory, self.card, self.bo) = (memory, card, bo)
    (self.framebuffer, self.buffer) = (framebuffer, buffer)
  }

  deinit {
    drmModeRmFB(card, framebuffer)
    for plane in buffer.planes { close(plane.descriptor) }
    gbm_bo_destroy(bo)
  }
}
