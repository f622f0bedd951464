public import CoreGraphics

// The keys of dictionaries, with Apple's values.

// MARK: Options of sources

/// The probable type of the file; ignored.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// A Boolean that indicates whether decoded pixels are cached; ignored.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// A Boolean that indicates whether pixels are decoded immediately, which they always are.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// A Boolean that indicates whether pixels may be floating point; ignored.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// A Boolean that indicates whether a thumbnail is made when the file has none.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// A Boolean that indicates whether a thumbnail is made from the image itself.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// A thumbnail's longest side in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// A Boolean that indicates whether a thumbnail is turned upright.
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
/// The number of bits in a component of the file.
public let kCGImagePropertyDepth: CFString = "Depth"
/// A Boolean that indicates whether there is alpha.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The color model.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The orientation of the image: EXIF's number, 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"

// MARK: Properties of formats

/// The properties of TIFF files.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The orientation in the properties of TIFF files.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// The properties of GIF files.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The number of times that frames are played; 0 is forever.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The duration of a frame in seconds; 0.1 when the file has less than 0.02.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The duration of a frame in seconds, from the file.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The properties of PNG files.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The number of times that frames are played; 0 is forever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The duration of a frame in seconds; 0.1 when the file has less than 0.02.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The duration of a frame in seconds, from the file.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The properties of WebP files.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The number of times that frames are played; 0 is forever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// The duration of a frame in seconds; 0.1 when the file has less than 0.02.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// The duration of a frame in seconds, from the file.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
