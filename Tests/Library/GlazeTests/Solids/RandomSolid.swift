import Foundation

/// A solid of flat layers in space, seen by a camera: a scene, and the numbers that it was made of.
struct RandomSolid {
  typealias Vector = SIMD3<Double>

  /// The kind of the solid.
  enum Kind: String, CaseIterable {
    case cube, box, prism, pyramid, tiled2x2, tiled5x3, cylinder, hinge, book, pair
  }

  /// A rectangle in space.
  struct Face {
    var origin: Vector
    /// Unit vectors along the sides.
    var along, across: Vector
    var width, height: Double
    var color: SIMD3<Double>

    func moved(_ move: (Vector) -> Vector) -> Face {
      var face = self
      face.origin = move(origin)
      face.along = move(origin + along) - face.origin
      face.across = move(origin + across) - face.origin
      return face
    }
  }

  static let side = 96
  /// How many the environment asks for.
  static let count = number("GLAZE_RANDOM_SOLIDS")
  /// The seed of the first.
  static let first = number("GLAZE_RANDOM_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  let seed: Int
  let kind: Kind
  private(set) var faces: [Face] = []
  /// Whether the faces enclose all that lies between them.
  private(set) var isClosed = false
  /// Row vectors times these are the points in the root's coordinates, before perspective.
  private(set) var turn = Matrix.identity
  /// Distance of the camera; nil for none.
  private(set) var camera: Double?
  private(set) var center = SIMD2<Double>(48, 48)
  private(set) var scale = 1.0
  private var chance: Chance

  init(seed: Int) {
    self.seed = seed
    chance = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    _ = chance.number(0, 1)
    kind = Kind.allCases[seed % Kind.allCases.count]
    scale = chance.number(0, 1) < 0.5 ? 1 : 2
    makeFaces()
    place()
  }

  private mutating func number(_ low: Double, _ high: Double) -> Double { chance.number(low, high) }
  private mutating func integer(_ low: Int, _ high: Int) -> Int {
    min(Int(number(Double(low), Double(high + 1)).rounded(.down)), high)
  }

  // MARK: Place

  private mutating func place() {
    func angle(_ isRound: Bool) -> Double {
      isRound ? Double(integer(0, 23)) * .pi / 12 : number(0, 2 * .pi)
    }
    let isRound = number(0, 1) < 0.5
    turn = Matrix.turn(1, angle(isRound)) * Matrix.turn(0, angle(isRound))
    if number(0, 1) < 0.5 { turn = turn * Matrix.turn(2, angle(isRound)) }
    camera = number(0, 1) < 0.5 ? nil : number(160, 600)
    switch integer(0, 2) {
    case 0: break
    case 1: center += 0.5
    default: center += SIMD2(number(-1, 1), number(-1, 1))
    }
  }

  // MARK: Faces

  /// The distance between edges that are meant to be one.
  private mutating func gap() -> Double {
    switch integer(0, 2) {
    case 0: 0
    case 1: number(-1e-12, 1e-12)
    default: number(-1e-6, 1e-6)
    }
  }

  private mutating func color() -> SIMD3<Double> {
    let steps: [Double] = [0, 0, 1, 1, 0.4]
    var color = SIMD3<Double>(repeating: 1)
    while color == SIMD3(repeating: 1) {
      color = SIMD3(
        steps[integer(0, 4)], steps[integer(0, 4)], (number(0, 1) * 255).rounded() / 255)
    }
    return color
  }

  private mutating func add(
    _ origin: Vector, _ along: Vector, _ across: Vector, _ width: Double, _ height: Double
  ) {
    let off = Vector(gap(), gap(), gap())
    faces.append(
      Face(
        origin: origin + off, along: along, across: across, width: width, height: height,
        color: color()))
  }

  private mutating func addBox(_ size: Vector) {
    let half = size / 2
    let (x, y, z) = (Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1))
    add(Vector(-half.x, -half.y, half.z), x, y, size.x, size.y)
    add(Vector(half.x, -half.y, -half.z), -x, y, size.x, size.y)
    add(Vector(half.x, -half.y, half.z), -z, y, size.z, size.y)
    add(Vector(-half.x, -half.y, -half.z), z, y, size.z, size.y)
    add(Vector(-half.x, half.y, half.z), x, -z, size.x, size.z)
    add(Vector(-half.x, -half.y, -half.z), x, z, size.x, size.z)
  }

  /// Strips around the y axis.
  private mutating func addStrips(_ count: Int, radius: Double, height: Double) {
    let width = 2 * radius * tan(.pi / Double(count))
    for index in 0..<count {
      let angle = 2 * .pi * Double(index) / Double(count)
      let out = Vector(sin(angle), 0, cos(angle))
      let along = Vector(cos(angle), 0, -sin(angle))
      add(
        out * radius - along * (width / 2) - Vector(0, height / 2, 0), along, Vector(0, 1, 0),
        width, height)
    }
  }

  private mutating func makeFaces() {
    switch kind {
    case .cube:
      let size = number(0, 1) < 0.5 ? 44 : number(20, 50)
      addBox(Vector(repeating: size))
      isClosed = true
    case .box:
      addBox(Vector(number(1, 50), number(10, 50), number(20, 50)))
      isClosed = true
    case .prism: addStrips(integer(3, 7), radius: number(12, 24), height: number(10, 40))
    case .pyramid: makePyramid()
    case .tiled2x2: addTiled(2, 2)
    case .tiled5x3: addTiled(5, 3)
    case .cylinder: addStrips(integer(8, 48), radius: number(14, 26), height: number(10, 40))
    case .hinge: makeLeaves(2)
    case .book: makeLeaves(8)
    case .pair:
      addBox(Vector(repeating: number(24, 40)))
      let first = faces.count
      addBox(Vector(number(14, 40), number(14, 40), number(14, 40)))
      let matrix = Matrix.turn(1, number(0, 6)) * Matrix.turn(0, number(0, 6))
      let off = Vector(number(-14, 14), number(-14, 14), number(-14, 14))
      for index in first..<faces.count {
        faces[index] = faces[index].moved { matrix.apply($0) + off }
      }
      isClosed = true
    }
  }

  /// Four sides that lean against each other, and go through each other beside the ridges.
  private mutating func makePyramid() {
    let (half, height) = (number(12, 24), number(14, 36))
    let slant = (half * half + height * height).squareRoot()
    for index in 0..<4 {
      let matrix = Matrix.turn(1, Double(index) * .pi / 2)
      let up = Vector(0, height, -half) / slant
      add(
        matrix.apply(Vector(-half, -height / 2, half)), matrix.apply(Vector(1, 0, 0)),
        matrix.apply(up), 2 * half, slant)
    }
  }

  /// A box with one side in pieces, which share its edges in part.
  private mutating func addTiled(_ columns: Int, _ rows: Int) {
    let size = Vector(number(30, 50), number(20, 40), number(10, 40))
    addBox(size)
    faces.removeFirst()
    let (width, height) = (size.x / Double(columns), size.y / Double(rows))
    for row in 0..<rows {
      for column in 0..<columns {
        add(
          Vector(
            -size.x / 2 + Double(column) * width, -size.y / 2 + Double(row) * height, size.z / 2),
          Vector(1, 0, 0), Vector(0, 1, 0), width, height)
      }
    }
    isClosed = true
  }

  /// Leaves that hang on one line, some of them only along a part of it.
  private mutating func makeLeaves(_ count: Int) {
    let spread = number(0.2, 3)
    for index in 0..<count {
      let angle = spread * Double(index) / Double(count - 1)
      let (height, width) = (number(0, 1) < 0.5 ? 40 : number(20, 44), number(16, 36))
      add(
        Vector(0, -20, 0), Vector(cos(angle), 0, sin(angle)), Vector(0, 1, 0), width, height)
    }
  }
}

/// A matrix of 4 by 4, by rows, for row vectors.
struct Matrix: Equatable {
  var m: [Double]

  static let identity = Matrix(m: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  /// A turn about an axis, 0...2.
  static func turn(_ axis: Int, _ angle: Double) -> Matrix {
    var result = identity
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3)
    result.m[a * 5] = cos(angle)
    result.m[a * 4 + b] = sin(angle)
    result.m[b * 4 + a] = -sin(angle)
    result.m[b * 5] = cos(angle)
    return result
  }

  static func * (a: Matrix, b: Matrix) -> Matrix {
    var result = identity
    for i in 0..<4 {
      for j in 0..<4 {
        var sum = 0.0
        for k in 0..<4 { sum += a.m[i * 4 + k] * b.m[k * 4 + j] }
        result.m[i * 4 + j] = sum
      }
    }
    return result
  }

  /// The image of a point under a matrix without perspective.
  func apply(_ p: SIMD3<Double>) -> SIMD3<Double> {
    func component(_ j: Int) -> Double { p.x * m[j] + p.y * m[4 + j] + p.z * m[8 + j] + m[12 + j] }
    return SIMD3(component(0), component(1), component(2))
  }
}

// MARK: - As a document

extension RandomSolid {
  /// Members that make a face more than a rectangle of one color, though it looks the same: a border, a gradient
  /// or a sublayer of its color, which the face clips.
  func contents(of index: Int) -> String {
    let face = faces[index]
    var chance = Chance(state: UInt64(seed) &* 0x2545_F491_4F6C_DD1D &+ UInt64(index))
    for _ in 0..<4 { _ = chance.number(0, 1) }
    let color = "[\(face.color.x),\(face.color.y),\(face.color.z),1]"
    let reach = chance.number(1, 6)
    switch Int(chance.number(0, 4)) {
    case 0: return ""
    case 1: return "\"borderWidth\":\(chance.number(0.5, 4)),\"borderColor\":\(color),"
    case 2: return "\"class\":\"CAGradientLayer\",\"colors\":[\(color),\(color)],"
    default:
      return
        "\"masksToBounds\":true,\"sublayers\":[{\"anchorPoint\":[0,0],\"position\":[\(-reach),\(-reach)],"
        + "\"bounds\":[0,0,\(face.width + 2 * reach),\(face.height + 2 * reach)],"
        + "\"backgroundColor\":\(color)}],"
    }
  }

  /// The scene.
  ///
  /// - Parameter look: More members of each face, by its index.
  func json(isDoubleSided: Bool = true, look: (Int) -> String = { _ in "" }) -> String {
    let layers = faces.enumerated().map { index, face in
      let normal = Vector(
        face.along.y * face.across.z - face.along.z * face.across.y,
        face.along.z * face.across.x - face.along.x * face.across.z,
        face.along.x * face.across.y - face.along.y * face.across.x)
      let rows = [face.along, face.across, normal, face.origin]
      let matrix = rows.enumerated().map { row, v in "\(v.x),\(v.y),\(v.z),\(row == 3 ? 1 : 0)" }
      let color = face.color
      return "{\"bounds\":[0,0,\(face.width),\(face.height)],\"anchorPoint\":[0,0],"
        + "\"position\":[0,0],\"backgroundColor\":[\(color.x),\(color.y),\(color.z),1],"
        + (isDoubleSided ? "" : "\"doubleSided\":false,") + look(index)
        + "\"transform\":[\(matrix.joined(separator: ","))]}"
    }
    let numbers = turn.m.map { "\($0)" }.joined(separator: ",")
    let solid =
      "{\"class\":\"CATransformLayer\",\"bounds\":[0,0,0,0],\"position\":[\(center.x),\(center.y)],"
      + "\"transform\":[\(numbers)],\"sublayers\":[\(layers.joined(separator: ",\n"))]}"
    let perspective =
      camera.map { "\"sublayerTransform\":[1,0,0,0,0,1,0,0,0,0,1,\(-1 / $0),0,0,0,1]," } ?? ""
    let side = Self.side
    return "{\"width\":\(side),\"height\":\(side),\"background\":[1,1,1,1],\"root\":"
      + "{\"bounds\":[0,0,\(side),\(side)],\"position\":[\(side / 2),\(side / 2)],\(perspective)"
      + "\"sublayers\":[\(solid)]}}"
  }
}
