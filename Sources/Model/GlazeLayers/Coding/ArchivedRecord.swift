import Foundation

/// An archived object of a class that Glaze represents as a value; it is written and never read.
final class ArchivedRecord: NSObject {
  let name: String
  let keys: [String]
  let values: [Any?]

  init(_ name: String, _ fields: [(String, Any?)]) {
    self.name = name
    keys = fields.map(\.0)
    values = fields.map(\.1)
    super.init()
  }
}
