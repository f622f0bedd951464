public import Foundation

// The names of Core Foundation that are common in code for Core Graphics and Core Animation, as the
// Swift types that a cast from the usual values results in: `colors as CFArray`, `name as
// CFString`.

/// An array of anything.
public typealias CFArray = [Any]
/// A mutable array.
public typealias CFMutableArray = NSMutableArray
/// A string.
public typealias CFString = String
/// Bytes.
public typealias CFData = Data
/// Mutable bytes.
public typealias CFMutableData = NSMutableData
/// A dictionary of anything.
public typealias CFDictionary = [AnyHashable: Any]
/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// A number as an object.
public typealias CFNumber = NSNumber
/// A Boolean as an object.
public typealias CFBoolean = NSNumber
/// A URL.
public typealias CFURL = URL
/// A date.
public typealias CFDate = Date
/// An error.
public typealias CFError = NSError
/// A string with attributes.
public typealias CFAttributedString = NSAttributedString
/// A mutable string with attributes.
public typealias CFMutableAttributedString = NSMutableAttributedString
/// A value of any type.
public typealias CFTypeRef = Any
/// A count or an index.
public typealias CFIndex = Int
/// A number of seconds since the beginning of 2001.
public typealias CFAbsoluteTime = Double

/// The value true as an object.
public let kCFBooleanTrue: CFBoolean? = NSNumber(value: true)
/// The value false as an object.
public let kCFBooleanFalse: CFBoolean? = NSNumber(value: false)

/// A part of a list or a string.
///
/// Observed: Apple header CFBase.h.
public struct CFRange: Hashable, Sendable {
  /// The index of the first element.
  public var location: CFIndex
  /// The number of elements.
  public var length: CFIndex

  /// Makes a range; by default the empty one at 0.
  public init(location: CFIndex = 0, length: CFIndex = 0) {
    (self.location, self.length) = (location, length)
  }
}

/// Makes a range.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
  CFRange(location: loc, length: len)
}

/// Returns the seconds since the beginning of 2001, by the machine's clock.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The largest number of single precision, which represents "forever" in `repeatCount`.
public let HUGE = Float.greatestFiniteMagnitude
/// The largest number of single precision.
public let MAXFLOAT = Float.greatestFiniteMagnitude

/// Returns the number of elements in an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }
