import UIKitLite

// What the sources take of UIKit or of AppKit by the platform, and there is no third.
typealias Color = UIColor
let screenScale = UIScreen.main.scale
let applicationWillBecomeActiveNotfication = Notification.Name("willBecomeActive")
let applicationDidResignActiveNotification = Notification.Name("didResignActive")
let NSEC_PER_SEC: UInt64 = 1_000_000_000
