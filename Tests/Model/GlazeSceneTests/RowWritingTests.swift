import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

@testable import GlazeScene

/// A value of any row of any table is the same in every format.
@Suite struct RowWritingTests {
  /// A class with all of its properties that are values of their own.
  struct Class: CustomTestStringConvertible, Sendable {
    let table: PropertyTable
    let format: DocumentFormat

    var testDescription: String { "\(table.className) as \(format.rawValue)" }

    var rows: [LayerProperty] {
      table.properties.filter { $0.isValue && $0.holder == .owner }
    }
  }

  static let classes = PropertyTable.all.flatMap { table in
    [DocumentFormat.caml, .json, .archive].map { Class(table: table, format: $0) }
  }

  /// Returns a few values of a kind, some of which differ from every default.
  private func values(of kind: PropertyKind) -> [PropertyValue] {
    let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.7, alpha: 0.6)
    // Files hold all colors as those of sRGB.
    let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    switch kind {
    case .bool: return [.bool(true), .bool(false)]
    case .int: return [.number(3), .number(0)]
    case .float, .double: return [.number(0.1), .number(2.5), .number(1e-9), .number(1 / 3)]
    case .point: return [.point(CGPoint(x: 0.1, y: -4))]
    case .size: return [.size(CGSize(width: 0.1, height: 1e9))]
    case .rect: return [.rect(CGRect(x: 0.1, y: -2, width: 1 / 3.0, height: 8))]
    case .transform:
      return [
        .transform(CATransform3DMakeRotation(0.5, 1, 2, 3)),
        .transform(CATransform3DMakeTranslation(0.1, 2, 1e-3)),
      ]
    case .affine: return [.affine(CGAffineTransform(a: 0.1, b: 2, c: 3, d: 4, tx: 5, ty: 6))]
    case .color: return [.color(color), .color(white)]
    case .path:
      let path = CGMutablePath()
      path.addEllipse(in: CGRect(x: 0.1, y: 2, width: 3, height: 4))
      path.addRect(CGRect(x: 1, y: 1, width: 5, height: 1 / 3.0))
      return [.path(path)]
    case .string: return [.string("a \"quoted\" <name> & more\n2"), .string("7"), .string("")]
    case .name(let names): return names.map { .string($0) }
    case .bits: return [.number(1), .number(5)]
    case .array(.color): return [.array([.color(color), .color(white)])]
    case .array(.double): return [.array([.number(0.1), .number(0.5), .number(1)])]
    case .array(.point): return [.array([.point(CGPoint(x: 0.1, y: 2)), .point(.zero)])]
    default: return []
    }
  }

  /// Returns a tree that holds an object of a class, and a closure that finds the object in a tree.
  private func tree(
    holding object: NSObject
  ) -> (root: CALayer, find: (CALayer) -> NSObject?) {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    switch object {
    case let layer as CALayer:
      root.addSublayer(layer)
      return (root, { $0.sublayers?.first })
    case let cell as CAEmitterCell:
      let emitter = CAEmitterLayer()
      emitter.emitterCells = [cell]
      root.addSublayer(emitter)
      return (root, { ($0.sublayers?.first as? CAEmitterLayer)?.emitterCells?.first })
    case let animation as CAAnimation:
      if let animation = animation as? CAPropertyAnimation, animation.keyPath == nil {
        animation.keyPath = "opacity"
      }
      let layer = CALayer()
      layer.add(animation, forKey: "key")
      root.addSublayer(layer)
      let key = animation is CATransition ? kCATransition : "key"
      return (root, { $0.sublayers?.first?.animation(forKey: key) })
    default: return (root, { _ in nil })
    }
  }

  @Test(arguments: classes)
  func valuesAreReadAsTheyWereWritten(item: Class) throws {
    for row in item.rows {
      for value in values(of: row.kind) {
        let object = item.table.makeObject()
        guard row.write(value, to: object) else { continue }
        let (root, find) = tree(holding: object)
        // Animations are copied when they are added.
        let expected = row.read(try #require(find(root)))
        let document = DocumentContents(
          root: root, size: root.bounds.size, isGeometryFlipped: true, name: "rows")
        let data =
          try item.format == .archive
          ? document.archived() : Data(DocumentWriter(document).text(as: item.format).text.utf8)
        let copy = try DocumentReader().read(
          data, name: "rows.\(item.format.rawValue)", folder: nil)
        let read = find(copy.root).map { row.read($0) }
        #expect(read == expected, "\(row.name) = \(value)")
      }
    }
  }
}
