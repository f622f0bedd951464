import ImageIO

/// Checks image files, as code for Apple's systems reads and writes them.
func checkImages() throws {
  func unwrap<Value>(_ value: Value?, line: Int = #line) -> Value {
    guard let value else { fatalError("line \(line): nothing") }
    return value
  }
  let board = unwrap(Pixels.checkerboard(6))
  let inverse = unwrap(Pixels.checkerboard(5))

  // An animation, and its properties.
  let data = NSMutableData()
  let destination = unwrap(CGImageDestinationCreateWithData(data, "public.png" as CFString, 2, nil))
  CGImageDestinationSetProperties(
    destination,
    [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGLoopCount: 3]] as CFDictionary)
  let frame =
    [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGDelayTime: 0.01]] as CFDictionary
  CGImageDestinationAddImage(destination, board, frame)
  expect(!CGImageDestinationFinalize(destination))
  CGImageDestinationAddImage(destination, board, frame)
  expect(CGImageDestinationFinalize(destination) && !CGImageDestinationFinalize(destination))
  let source = unwrap(CGImageSourceCreateWithData(data as Data, nil))
  expect(CGImageSourceGetCount(source) == 2 && CGImageSourceGetType(source) == "public.png")
  expect(CGImageSourceGetStatus(source) == .statusComplete)
  expect(CGImageSourceGetStatusAtIndex(source, 2) == .statusInvalidData)
  let all = CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyPNGDictionary]
  expect((all as? [String: Any])?[kCGImagePropertyAPNGLoopCount] as? Int == 3)
  let properties = unwrap(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) as? [CFString: Any])
  expect(properties[kCGImagePropertyPixelWidth] as? Int == 6)
  expect((properties[kCGImagePropertyDepth] as? NSNumber)?.intValue == 8)
  expect(properties[kCGImagePropertyColorModel] as? String == "RGB")
  let motion = unwrap(properties[kCGImagePropertyPNGDictionary] as? [CFString: Any])
  expect(motion[kCGImagePropertyAPNGUnclampedDelayTime] as? Double == 0.01)
  expect(motion[kCGImagePropertyAPNGDelayTime] as? Double == 0.1)
  expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == board)
  expect(CGImageSourceCreateImageAtIndex(source, 2, nil) == nil)

  // Frames of different sizes do not make an animation, and other types hold one image.
  let uneven = unwrap(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 2, nil))
  for image in [board, inverse] { CGImageDestinationAddImage(uneven, image, nil) }
  expect(!CGImageDestinationFinalize(uneven))
  expect(CGImageDestinationCreateWithData(data, "public.jpeg", 2, nil) == nil)
  expect(CGImageDestinationCreateWithData(data, "com.adobe.pdf", 1, nil) == nil)

  try checkFiles(board)
  let types = unwrap(CGImageSourceCopyTypeIdentifiers() as? [String])
  expect(
    types.prefix(4) == ["public.png", "public.jpeg", "org.webmproject.webp", "com.compuserve.gif"])
  expect((CGImageDestinationCopyTypeIdentifiers() as? [String])?.contains("public.jpeg") == true)
}

/// Checks files on disk: orientations, thumbnails, providers.
private func checkFiles(_ board: CGImage) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let url = folder.appendingPathComponent("a.jpg")
  guard let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg", 1, nil),
    let context = CGContext(
      data: nil, width: 8, height: 4, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return expect(false) }
  context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
  guard let wide = context.makeImage() else { return expect(false) }
  CGImageDestinationAddImage(
    destination, wide,
    [kCGImagePropertyOrientation: 6, kCGImageDestinationLossyCompressionQuality: 0.5]
      as CFDictionary)
  expect(CGImageDestinationFinalize(destination))

  guard let source = CGImageSourceCreateWithURL(url as CFURL, nil) else { return expect(false) }
  let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
  expect(properties?[kCGImagePropertyOrientation] as? Int == 6)
  expect(properties?[kCGImagePropertyHasAlpha] as? Bool == false)
  expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
  let options =
    [
      kCGImageSourceCreateThumbnailFromImageAlways: true,
      kCGImageSourceThumbnailMaxPixelSize: 4, kCGImageSourceCreateThumbnailWithTransform: true,
    ] as CFDictionary
  let small = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
  expect(small?.width == 2 && small?.height == 4)

  let bytes = try Data(contentsOf: url)
  guard let provider = CGDataProvider(data: bytes as CFData) else { return expect(false) }
  let jpeg = CGImage(
    jpegDataProviderSource: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  expect(jpeg?.width == 8 && jpeg?.shouldInterpolate == false)
  let png = CGImage(
    pngDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  expect(png == nil)
  expect(CGImageSourceCreateWithURL(folder as CFURL, nil) == nil)
  let nowhere = folder.appendingPathComponent("no/a.png")
  guard let lost = CGImageDestinationCreateWithURL(nowhere, "public.png", 1, nil) else {
    return expect(false)
  }
  CGImageDestinationAddImage(lost, board, nil)
  expect(!CGImageDestinationFinalize(lost))
}
