public import CoreGraphics

// The keys of dictionaries, with Apple's values.

// MARK: Options of sources

/// What the file probably is; not looked at.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether decoded pixels are kept; not looked at.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether pixels are decoded at once, which they always are.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether pixels may be floating point; not looked at.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Whether a thumbnail is made where the file has none.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is made of the picture itself.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// A thumbnail's longest side in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a thumbnail is turned upright.
public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"

// MARK: Options of destinations

/// The quality, 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The longest side in pixels.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

// MARK: Properties

/// The size of the file in bytes.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The width in pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height in pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Bits a component, as the file has them.
public let kCGImagePropertyDepth: CFString = "Depth"
/// Whether there is alpha.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The color model.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// How the picture is to be turned: EXIF's number, 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"

// MARK: Properties of formats

/// What TIFF files say.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The orientation in that.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// What GIF files say.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// How often frames are played; 0 is for ever.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// How long a frame is shown, in seconds; 0.1 where the file says less than 0.02.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// How long a frame is shown, in seconds, as the file says.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// What PNG files say.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// How often frames are played; 0 is for ever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// How long a frame is shown, in seconds; 0.1 where the file says less than 0.02.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// How long a frame is shown, in seconds, as the file says.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// What WebP files say.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// How often frames are played; 0 is for ever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// How long a frame is shown, in seconds; 0.1 where the file says less than 0.02.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// How long a frame is shown, in seconds, as the file says.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
