// swift-tools-version: 6.2
import PackageDescription

// The code needs Swift 6.3, for `@c @implementation`; the manifest itself needs 6.2.

// Modules import strictly downward; see the diagram in Docs/explanation/architecture.md.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil
)
  -> Target
{
  .testTarget(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// A product of another package that only the command needs.
func command(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Command"]))
}

let package = Package(
  name: "Glaze",
  products: [
    .library(name: "Glaze", targets: ["Glaze"]),
    .library(name: "GlazeCore", targets: ["GlazeCore"]),
    .library(name: "GlazeDisplay", targets: ["GlazeDisplay"]),
    .executable(name: "glaze", targets: ["GlazeTool"]),
    // Products with Apple's names, for code that was written for a Mac.
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "UIKitLite", targets: ["UIKitLite"]),
    // The objects that `make libglaze` links into libglaze.so.
    .library(name: "GlazeC", type: .static, targets: ["GlazeC"]),
  ],
  // A package that uses only libraries says `traits: []`, and does not fetch what the command needs.
  traits: [
    .default(enabledTraits: ["Command"]),
    .trait(name: "Command", description: "The command glaze, with its servers"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    // Values: no GPU, no classes.
    module("GlazeGeometry", ["CGlazeLazy", "CGlazePaths"]),
    module("GlazeTree", ["GlazeGeometry"]),
    module("GlazeAnimation", ["GlazeGeometry"]),

    // Images, in files and drawn.
    module(
      "GlazeDrawing", ["GlazeGeometry", "CGlazeImages", "CGlazeLazy", "CWebP", "CISAL", "CCairo"]),

    // The public model; its text, which needs Pango; and documents that hold both.
    module(
      "GlazeLayers",
      ["GlazeGeometry", "GlazeTree", "GlazeAnimation", "GlazeDrawing", "CGlazeShaders"]),
    module(
      "GlazeText",
      ["GlazeGeometry", "GlazeDrawing", "GlazeLayers", "CGlazeLazy", "CCairo", "CPango"]),
    module(
      "GlazeScene",
      ["GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeText", "CGlazeLazy", "CXML2"]),

    // The heart: pure functions on values.
    module("GlazePlan", ["GlazeGeometry", "GlazeTree", "CGlazeShaders", "CGlazeKernels"]),

    // The backends.
    module(
      "GlazeSoftware",
      ["GlazeGeometry", "GlazeTree", "GlazePlan", "CGlazeShaders", "CGlazeKernels"]),
    module("GlazeLowering", ["GlazeGeometry", "GlazeTree", "GlazePlan", "CGlazeShaders"]),
    module(
      "GlazeGL",
      ["GlazeGeometry", "GlazeTree", "GlazePlan", "GlazeLowering", "CGlazeShaders", "COpenGL"]),
    module("GlazeEGL", ["CEGL", "CGBM"]),

    // The products.
    module(
      "GlazeCore",
      [
        "GlazeGeometry", "GlazeTree", "GlazeDrawing", "GlazeLayers", "GlazePlan", "GlazeSoftware",
        "GlazeLowering", "GlazeGL", "GlazeEGL", "CGlazeVersion",
      ]),
    module("Glaze", ["GlazeCore", "GlazeGeometry", "GlazeLayers", "GlazeText", "GlazeScene"]),
    module(
      "GlazeDisplay",
      [
        "Glaze", "GlazeCore", "GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeText",
        "CGlazeLazy", "CGBM",
      ]),
    module(
      "GlazeWeb",
      [
        "GlazeDisplay", "Glaze", "GlazeGeometry", "GlazeDrawing",
        command("NIOCore", "swift-nio"),
        command("NIOHTTP1", "swift-nio"),
        command("NIOPosix", "swift-nio"),
        command("NIOWebSocket", "swift-nio"),
      ]),
    module(
      "GlazeServe",
      [
        "GlazeGeometry", "CGlazeServe",
        command("NIOCore", "swift-nio"),
        command("NIOHTTP1", "swift-nio"),
        command("NIOPosix", "swift-nio"),
      ]),
    module(
      "GlazeC",
      [
        "CGlaze", "CGlazeICU", "Glaze", "GlazeCore", "GlazeGeometry", "GlazeDrawing", "GlazeLayers",
        "GlazeText", "GlazePlan",
      ]),
    module("QuartzCore", ["CoreGraphics", "GlazeCore", "GlazeLayers", "GlazeText"]),
    module("CoreGraphics", ["GlazeGeometry", "GlazeDrawing"]),
    module("CoreText", ["CoreGraphics", "GlazeGeometry", "GlazeDrawing", "GlazeText"]),
    module("ImageIO", ["CoreGraphics", "GlazeDrawing", "GlazeGeometry"]),
    module(
      "UIKitLite",
      [
        "QuartzCore", "CoreText", "ImageIO", "GlazeAnimation", "GlazeGeometry", "GlazeDrawing",
        "GlazeLayers", "GlazeText",
      ]),
    .executableTarget(
      name: "GlazeTool",
      dependencies: [
        "Glaze", "GlazeCore", "GlazeGeometry", "GlazeTree", "GlazeDrawing", "GlazeLayers",
        "GlazeText", "GlazeScene", "GlazePlan", "GlazeLowering", "GlazeEGL", "GlazeDisplay",
        "GlazeWeb", "GlazeServe", "CGlazeICU", "CGlazeLazy", "CGlazeShaders", "CMalloc",
        command("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Listings of introductions to Core Animation, and a command that draws them.
    .target(
      name: "Examples", dependencies: ["Glaze"], path: "Examples/Listings",
      swiftSettings: strict),
    .executableTarget(
      name: "glaze-examples", dependencies: ["Examples", "Glaze", "GlazeDrawing"],
      path: "Examples/Command", swiftSettings: strict),
    // The program of `make demo` needs the library and nothing else, so that a first build is short.
    .executableTarget(
      name: "glaze-demo", dependencies: ["Glaze", "GlazeDrawing", "GlazeGeometry"],
      path: "Examples/Demo", swiftSettings: strict),
    .executableTarget(
      name: "glaze-carousel", dependencies: ["Glaze", "GlazeDisplay"], path: "Examples/Window",
      swiftSettings: strict),

    tests("GlazeGeometryTests", ["GlazeGeometry"]),
    tests("GlazeAnimationTests", ["GlazeAnimation", "GlazeGeometry"]),
    tests(
      "GlazeSoftwareTests",
      ["GlazeGeometry", "GlazeTree", "GlazePlan", "GlazeSoftware", "CGlazeShaders"]),
    tests("GlazePlanTests", ["GlazePlan", "GlazeGeometry", "GlazeTree", "CGlazeShaders"]),
    tests(
      "GlazeLoweringTests",
      [
        "Glaze", "GlazeLowering", "GlazePlan", "GlazeGeometry", "GlazeTree", "CGlazeShaders",
      ]),
    tests("GlazeEGLTests", ["GlazeEGL"]),
    tests(
      "GlazeLayersTests",
      [
        "GlazeLayers", "GlazeGeometry", "GlazeTree", "GlazeAnimation", "GlazeDrawing", "GlazeText",
      ]),
    tests(
      "GlazeDrawingTests", ["GlazeDrawing", "GlazeGeometry", "GlazeText"],
      resources: [.copy("Resources")]),
    tests(
      "GlazeSceneTests",
      ["GlazeScene", "GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeText"],
      resources: [.copy("Resources")]),
    tests(
      "GlazeTests",
      [
        "Examples", "Glaze", "GlazeCore", "GlazeGeometry", "GlazeTree", "GlazeDrawing",
        "GlazeLayers", "GlazeText", "GlazeScene", "GlazePlan", "GlazeLowering", "GlazeSoftware",
        "GlazeGL", "GlazeEGL",
        // The tests act as a host: they create contexts and state outside Glaze.
        "COpenGL", "CEGL", "GLFaults",
      ]),
    // OpenGL functions that fail on a test's request.
    .target(name: "GLFaults", dependencies: ["COpenGL"], path: "Tests/GLFaults"),
    tests(
      "GlazeDisplayTests",
      [
        "GlazeDisplay", "Glaze", "GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeText",
        "CGlazeLazy", "GlazeWeb",
        // Programs that the tests run.
        "GlazeTool", "glaze-carousel",
      ]),
    tests(
      "GlazeToolTests",
      [
        "GlazeTool", "Glaze", "GlazeGeometry", "GlazeDrawing", "GlazeServe", "CGlazeServe",
        command("NIOCore", "swift-nio"),
        command("ArgumentParser", "swift-argument-parser"),
      ]),

    // Limits on counts, checked with the tests.
    .testTarget(
      name: "GlazeBenchmarks",
      dependencies: [
        "CGlazeShaders", "Glaze", "GlazeGeometry", "GlazeLayers", "GlazeLowering", "GlazePlan",
      ],
      path: "Benchmarks", exclude: ["README.md"], swiftSettings: strict),

    // C: the embedded shaders with the layout that they share with Swift, the version, image readers
    // (whose longjmp must not cross Swift), libraries that are loaded late, and system libraries.
    .target(name: "CGlazeShaders"),
    .target(name: "CGlazeImages", dependencies: ["CGlazeLazy", "CPNG", "CJPEG"]),
    .target(name: "CGlazeLazy"),
    .target(name: "CGlazeICU"),
    .target(name: "CGlazePaths"),
    .target(name: "CGlazeServe"),
    .target(name: "CGlazeVersion"),
    .target(name: "CGlazeKernels", dependencies: ["CGlazeShaders"]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CEGL", pkgConfig: "egl", providers: [.apt(["libegl-dev"])]),
    .systemLibrary(name: "CGBM", pkgConfig: "gbm", providers: [.apt(["libgbm-dev"])]),
    .target(name: "COpenGL"),
    .systemLibrary(name: "CMalloc"),
    // The header of libglaze.so, which GlazeC implements.
    .systemLibrary(name: "CGlaze"),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)

// The fuzz targets of Scripts/fuzz. They are excluded from other builds because libFuzzer has their
// main function.
if Context.environment["GLAZE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "glaze-fuzz",
      dependencies: [
        "Glaze", "GlazeCore", "GlazeDrawing", "GlazeGeometry", "GlazeTree", "GlazeLayers",
        "GlazeScene", "GlazePlan", "GlazeSoftware", "GlazeGL", "GlazeEGL", "GlazeC", "CGlaze",
        "CGlazeShaders",
      ],
      path: "Tests/Fuzz/Swift", swiftSettings: strict))
}
