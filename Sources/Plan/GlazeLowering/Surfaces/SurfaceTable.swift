import GlazePlan

/// The surfaces of the targets, while a plan is lowered.
///
/// The surface of a target that is no longer read is reused.
struct SurfaceTable {
  /// The surfaces, by the targets' numbers.
  private var surfaces: [Int?]
  private var free: [Int] = []

  init(targetCount: Int) { surfaces = Array(repeating: nil, count: targetCount) }

  subscript(target: Int) -> Int? { surfaces[target] }

  /// Assigns a surface to a target.
  ///
  /// - Returns: The surface's number.
  @discardableResult
  mutating func add(
    _ number: Int, _ target: FramePlan.Target, _ list: inout CommandList
  ) -> Int {
    let surface: Int
    if number == 0 || target.key != nil {
      surface = list.surfaces.count
      list.surfaces.append(
        .init(
          width: target.width, height: target.height, format: target.format, key: target.key,
          isCached: target.isCached))
    } else {
      surface = take(width: target.width, height: target.height, target.format, &list)
    }
    surfaces[number] = surface
    return surface
  }

  /// Finds a surface for temporary use, with undefined content.
  mutating func take(
    width: Int, height: Int, _ format: FramePlan.PixelFormat, _ list: inout CommandList
  ) -> Int {
    let match = free.lastIndex { index in
      let surface = list.surfaces[index]
      return surface.width == width && surface.height == height && surface.format == format
    }
    if let match { return free.remove(at: match) }
    list.surfaces.append(.init(width: width, height: height, format: format))
    return list.surfaces.count - 1
  }

  mutating func giveBack(surface: Int) { free.append(surface) }

  /// Ends the use of a target that is not cached.
  mutating func giveBack(target: Int) {
    guard let surface = surfaces[target] else { return }
    free.append(surface)
    surfaces[target] = nil
  }
}
