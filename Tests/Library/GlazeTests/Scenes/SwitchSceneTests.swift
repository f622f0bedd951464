import Glaze
import GlazePlan
import GlazeScene
import Testing

/// Scenes each of which is drawn differently without the optimization that it is named after.
///
/// `SelfCheckTests` checks that all of them look the same both ways.
@Suite struct SwitchSceneTests {
  static let scenes = SceneLibrary.names(in: "switches", ending: ".json")

  @Test func everySwitchHasItsScene() {
    #expect(scenes == CheckVariant.switches.map(\.name).sorted())
  }

  @Test(arguments: CheckVariant.switches.map(\.name))
  func theSwitchAppliesToItsScene(name: String) throws {
    let option = try #require(Optimizations.names.first { $0.name == name }?.option)
    let document = try SceneLibrary.document("switches/\(name).json")
    let subject = try CheckSubject(
      root: document.rootLayer, options: document.renderOptions)
    #expect(subject.isChanged(by: option, of: .all))
    // The difference is not a number that planners generate.
    #expect(!subject.isChanged(by: [], of: .all))
    #expect(!subject.isChanged(by: option, of: .all.subtracting(option)))
  }

  private var scenes: [String] { Self.scenes }
}
