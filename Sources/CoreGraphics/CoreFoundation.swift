public import Foundation

// The names of Core Foundation that code for Core Graphics and Core Animation is full of, as the types of
// Swift that a cast from the usual values gives: `colors as CFArray`, `name as CFString`.

/// An array of anything.
public typealias CFArray = [Any]
/// An array that changes.
public typealias CFMutableArray = NSMutableArray
/// Text.
public typealias CFString = String
/// Bytes.
public typealias CFData = Data
/// Bytes that change.
public typealias CFMutableData = NSMutableData
/// A dictionary of anything.
public typealias CFDictionary = [AnyHashable: Any]
/// A dictionary that changes.
public typealias CFMutableDictionary = NSMutableDictionary
/// A number as an object.
public typealias CFNumber = NSNumber
/// A truth as an object.
public typealias CFBoolean = NSNumber
/// An address.
public typealias CFURL = URL
/// A moment.
public typealias CFDate = Date
/// What went wrong.
public typealias CFError = NSError
/// Text with attributes.
public typealias CFAttributedString = NSAttributedString
/// Text with attributes that changes.
public typealias CFMutableAttributedString = NSMutableAttributedString
/// Anything.
public typealias CFTypeRef = Any
/// A count or a place in a list.
public typealias CFIndex = Int
/// Seconds since the beginning of 2001.
public typealias CFAbsoluteTime = Double

/// The truth as an object.
public let kCFBooleanTrue: CFBoolean? = NSNumber(value: true)
/// The opposite of it.
public let kCFBooleanFalse: CFBoolean? = NSNumber(value: false)

/// A part of a list or a text.
///
/// Observed: Apple header CFBase.h.
public struct CFRange: Hashable, Sendable {
  /// The index of the first element.
  public var location: CFIndex
  /// How many elements.
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

/// The seconds since the beginning of 2001, by the clock of the machine.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The largest number of single precision, which stands for "for ever" in `repeatCount`.
public let HUGE = Float.greatestFiniteMagnitude
/// The largest number of single precision.
public let MAXFLOAT = Float.greatestFiniteMagnitude

/// How many elements an array has.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }
