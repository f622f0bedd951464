public import CGlazeShaders

/// Whether two instances have the same words.
private func haveSameWords<Instance>(_ a: Instance, _ b: Instance) -> Bool {
  withUnsafeBytes(of: a) { a in
    withUnsafeBytes(of: b) { b in
      a.bindMemory(to: SIMD4<Float>.self).elementsEqual(b.bindMemory(to: SIMD4<Float>.self))
    }
  }
}

extension RoundedBox: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: RoundedBox, b: RoundedBox) -> Bool { haveSameWords(a, b) }
}

extension RectangleInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: RectangleInstance, b: RectangleInstance) -> Bool {
    haveSameWords(a, b)
  }
}

extension BoxInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: BoxInstance, b: BoxInstance) -> Bool { haveSameWords(a, b) }
}

extension ImageInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: ImageInstance, b: ImageInstance) -> Bool { haveSameWords(a, b) }
}

extension MaskedImageInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: MaskedImageInstance, b: MaskedImageInstance) -> Bool {
    haveSameWords(a, b)
  }
}

extension ParticleInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: ParticleInstance, b: ParticleInstance) -> Bool { haveSameWords(a, b) }
}

extension ColorMatrixInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: ColorMatrixInstance, b: ColorMatrixInstance) -> Bool {
    haveSameWords(a, b)
  }
}

extension BlurInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: BlurInstance, b: BlurInstance) -> Bool { haveSameWords(a, b) }
}

extension ShadowInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: ShadowInstance, b: ShadowInstance) -> Bool { haveSameWords(a, b) }
}

extension GradientInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: GradientInstance, b: GradientInstance) -> Bool { haveSameWords(a, b) }
}

extension MaskedGradientInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: MaskedGradientInstance, b: MaskedGradientInstance) -> Bool {
    haveSameWords(a, b)
  }
}

extension CoverageInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: CoverageInstance, b: CoverageInstance) -> Bool { haveSameWords(a, b) }
}

extension GradientStop: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: GradientStop, b: GradientStop) -> Bool { haveSameWords(a, b) }
}

extension CompositeInstance: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: CompositeInstance, b: CompositeInstance) -> Bool { haveSameWords(a, b) }
}

extension CoverageSquare: @retroactive Equatable {
  /// Compares all words.
  public static func == (a: CoverageSquare, b: CoverageSquare) -> Bool { haveSameWords(a, b) }
}
