public import GlazeDrawing
public import GlazeGeometry

// The constants of Apple's headers for values that are members of types in Swift, for older code.
// Each has the type of the property that takes it.

// MARK: Blending

/// `CGBlendMode.normal`.
public let kCGBlendModeNormal = CGBlendMode.normal
/// `CGBlendMode.multiply`.
public let kCGBlendModeMultiply = CGBlendMode.multiply
/// `CGBlendMode.screen`.
public let kCGBlendModeScreen = CGBlendMode.screen
/// `CGBlendMode.overlay`.
public let kCGBlendModeOverlay = CGBlendMode.overlay
/// `CGBlendMode.darken`.
public let kCGBlendModeDarken = CGBlendMode.darken
/// `CGBlendMode.lighten`.
public let kCGBlendModeLighten = CGBlendMode.lighten
/// `CGBlendMode.colorDodge`.
public let kCGBlendModeColorDodge = CGBlendMode.colorDodge
/// `CGBlendMode.colorBurn`.
public let kCGBlendModeColorBurn = CGBlendMode.colorBurn
/// `CGBlendMode.softLight`.
public let kCGBlendModeSoftLight = CGBlendMode.softLight
/// `CGBlendMode.hardLight`.
public let kCGBlendModeHardLight = CGBlendMode.hardLight
/// `CGBlendMode.difference`.
public let kCGBlendModeDifference = CGBlendMode.difference
/// `CGBlendMode.exclusion`.
public let kCGBlendModeExclusion = CGBlendMode.exclusion
/// `CGBlendMode.hue`.
public let kCGBlendModeHue = CGBlendMode.hue
/// `CGBlendMode.saturation`.
public let kCGBlendModeSaturation = CGBlendMode.saturation
/// `CGBlendMode.color`.
public let kCGBlendModeColor = CGBlendMode.color
/// `CGBlendMode.luminosity`.
public let kCGBlendModeLuminosity = CGBlendMode.luminosity
/// `CGBlendMode.clear`.
public let kCGBlendModeClear = CGBlendMode.clear
/// `CGBlendMode.copy`.
public let kCGBlendModeCopy = CGBlendMode.copy
/// `CGBlendMode.sourceIn`.
public let kCGBlendModeSourceIn = CGBlendMode.sourceIn
/// `CGBlendMode.sourceOut`.
public let kCGBlendModeSourceOut = CGBlendMode.sourceOut
/// `CGBlendMode.sourceAtop`.
public let kCGBlendModeSourceAtop = CGBlendMode.sourceAtop
/// `CGBlendMode.destinationOver`.
public let kCGBlendModeDestinationOver = CGBlendMode.destinationOver
/// `CGBlendMode.destinationIn`.
public let kCGBlendModeDestinationIn = CGBlendMode.destinationIn
/// `CGBlendMode.destinationOut`.
public let kCGBlendModeDestinationOut = CGBlendMode.destinationOut
/// `CGBlendMode.destinationAtop`.
public let kCGBlendModeDestinationAtop = CGBlendMode.destinationAtop
/// `CGBlendMode.xor`.
public let kCGBlendModeXOR = CGBlendMode.xor
/// `CGBlendMode.plusDarker`.
public let kCGBlendModePlusDarker = CGBlendMode.plusDarker
/// `CGBlendMode.plusLighter`.
public let kCGBlendModePlusLighter = CGBlendMode.plusLighter

// MARK: Lines

/// `CGLineCap.butt`.
public let kCGLineCapButt = CGLineCap.butt
/// `CGLineCap.round`.
public let kCGLineCapRound = CGLineCap.round
/// `CGLineCap.square`.
public let kCGLineCapSquare = CGLineCap.square

// MARK: Joins

/// `CGLineJoin.miter`.
public let kCGLineJoinMiter = CGLineJoin.miter
/// `CGLineJoin.round`.
public let kCGLineJoinRound = CGLineJoin.round
/// `CGLineJoin.bevel`.
public let kCGLineJoinBevel = CGLineJoin.bevel

// MARK: Paths

/// `CGPathDrawingMode.fill`.
public let kCGPathFill = CGPathDrawingMode.fill
/// `CGPathDrawingMode.eoFill`.
public let kCGPathEOFill = CGPathDrawingMode.eoFill
/// `CGPathDrawingMode.stroke`.
public let kCGPathStroke = CGPathDrawingMode.stroke
/// `CGPathDrawingMode.fillStroke`.
public let kCGPathFillStroke = CGPathDrawingMode.fillStroke
/// `CGPathDrawingMode.eoFillStroke`.
public let kCGPathEOFillStroke = CGPathDrawingMode.eoFillStroke

// MARK: Elements of paths

/// `CGPathElementType.moveToPoint`.
public let kCGPathElementMoveToPoint = CGPathElementType.moveToPoint
/// `CGPathElementType.addLineToPoint`.
public let kCGPathElementAddLineToPoint = CGPathElementType.addLineToPoint
/// `CGPathElementType.addQuadCurveToPoint`.
public let kCGPathElementAddQuadCurveToPoint = CGPathElementType.addQuadCurveToPoint
/// `CGPathElementType.addCurveToPoint`.
public let kCGPathElementAddCurveToPoint = CGPathElementType.addCurveToPoint
/// `CGPathElementType.closeSubpath`.
public let kCGPathElementCloseSubpath = CGPathElementType.closeSubpath

// MARK: Images

/// `CGImageAlphaInfo.none`.
public let kCGImageAlphaNone = CGImageAlphaInfo.none
/// `CGImageAlphaInfo.premultipliedLast`.
public let kCGImageAlphaPremultipliedLast = CGImageAlphaInfo.premultipliedLast
/// `CGImageAlphaInfo.premultipliedFirst`.
public let kCGImageAlphaPremultipliedFirst = CGImageAlphaInfo.premultipliedFirst
/// `CGImageAlphaInfo.last`.
public let kCGImageAlphaLast = CGImageAlphaInfo.last
/// `CGImageAlphaInfo.first`.
public let kCGImageAlphaFirst = CGImageAlphaInfo.first
/// `CGImageAlphaInfo.noneSkipLast`.
public let kCGImageAlphaNoneSkipLast = CGImageAlphaInfo.noneSkipLast
/// `CGImageAlphaInfo.noneSkipFirst`.
public let kCGImageAlphaNoneSkipFirst = CGImageAlphaInfo.noneSkipFirst
/// `CGImageAlphaInfo.alphaOnly`.
public let kCGImageAlphaOnly = CGImageAlphaInfo.alphaOnly

// MARK: Interpolation

/// `CGInterpolationQuality.`default``.
public let kCGInterpolationDefault = CGInterpolationQuality.`default`
/// `CGInterpolationQuality.none`.
public let kCGInterpolationNone = CGInterpolationQuality.none
/// `CGInterpolationQuality.low`.
public let kCGInterpolationLow = CGInterpolationQuality.low
/// `CGInterpolationQuality.medium`.
public let kCGInterpolationMedium = CGInterpolationQuality.medium
/// `CGInterpolationQuality.high`.
public let kCGInterpolationHigh = CGInterpolationQuality.high

// MARK: Gradients

/// `CGGradientDrawingOptions.drawsBeforeStartLocation`.
public let kCGGradientDrawsBeforeStartLocation = CGGradientDrawingOptions.drawsBeforeStartLocation
/// `CGGradientDrawingOptions.drawsAfterEndLocation`.
public let kCGGradientDrawsAfterEndLocation = CGGradientDrawingOptions.drawsAfterEndLocation
