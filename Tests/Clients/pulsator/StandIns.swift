import UIKitLite

// The sources use UIKit or AppKit, depending on the platform; there is no third case.
typealias Color = UIColor
let screenScale = UIScreen.main.scale
let applicationWillBecomeActiveNotfication = Notification.Name("willBecomeActive")
let applicationDidResignActiveNotification = Notification.Name("didResignActive")
let NSEC_PER_SEC: UInt64 = 1_000_000_000
