// swift-tools-version: 6.2
import PackageDescription

// The code needs Swift 6.3, for `@c @implementation`; the manifest itself needs 6.2.

// The floor plan: a wing is a folder of Sources and of Tests, and a module imports only modules above
// it in this file. See Docs/explanation/architecture.md.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The modules of a wing, and its tests, whose folders have their names.
func wing(_ name: String, _ modules: [Target], tests: [Target] = []) -> [Target] {
  for target in modules { target.path = "Sources/\(name)/\(target.name)" }
  for target in tests { target.path = "Tests/\(name)/\(target.name)" }
  return modules + tests
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A module of C, or of its headers.
func c(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies)
}

/// The headers of a library that the system has, in a package of Debian.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
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

// Libraries of the system, and those that are loaded when they are needed.
let system = wing(
  "System",
  [
    library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    library("CEGL", pkgConfig: "egl", apt: "libegl-dev"),
    library("CGBM", pkgConfig: "gbm", apt: "libgbm-dev"),
    library("CISAL", pkgConfig: "libisal", apt: "libisal-dev"),
    library("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
    library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    library("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    library("CXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    .systemLibrary(name: "CMalloc"),
    c("COpenGL"),
    c("CGlazeLazy"),
    c("CGlazeICU"),
  ])

// Values: no GPU, no classes. CGlazeShaders has the layout that shaders, C and Swift share.
let values = wing(
  "Values",
  [
    c("CGlazeNumbers"), c("CGlazePaths"),
    c("CGlazeShaders"),
    module("GlazeGeometry", ["CGlazeLazy", "CGlazeNumbers", "CGlazePaths"]),
    module("GlazeTree", ["GlazeGeometry"]),
    module("GlazeAnimation", ["GlazeGeometry"]),
  ],
  tests: [
    tests("GlazeGeometryTests", ["GlazeGeometry"]),
    tests("GlazeAnimationTests", ["GlazeAnimation", "GlazeGeometry"]),
  ])

// Images, in files and drawn. The longjmp of image readers must not cross Swift.
let images = wing(
  "Images",
  [
    c("CGlazeImages", ["CGlazeLazy", "CPNG", "CJPEG"]),
    module(
      "GlazeDrawing", ["GlazeGeometry", "CGlazeImages", "CGlazeLazy", "CWebP", "CISAL", "CCairo"]),
  ],
  tests: [
    tests(
      "GlazeDrawingTests", ["GlazeDrawing", "GlazeGeometry", "GlazeText"],
      resources: [.copy("Resources")])
  ])

// The public model; its text, which needs Pango; and documents that hold both.
let model = wing(
  "Model",
  [
    module(
      "GlazeLayers",
      ["GlazeGeometry", "GlazeTree", "GlazeAnimation", "GlazeDrawing", "CGlazeShaders"]),
    module(
      "GlazeCommit",
      ["GlazeGeometry", "GlazeTree", "GlazeAnimation", "GlazeDrawing", "GlazeLayers"]),
    module(
      "GlazeText",
      ["GlazeGeometry", "GlazeDrawing", "GlazeLayers", "CGlazeLazy", "CCairo", "CPango"]),
    module(
      "GlazeScene",
      ["GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeText", "CGlazeLazy", "CXML2"]),
    module(
      "GlazeLottie",
      [
        "GlazeGeometry", "GlazeAnimation", "GlazeDrawing", "GlazeLayers", "GlazeCommit",
        "GlazeText", "GlazeScene",
      ]),
  ],
  tests: [
    tests(
      "GlazeLottieTests",
      [
        "GlazeLottie", "GlazeScene", "GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeCommit",
        "GlazeText",
      ]),
    tests(
      "GlazeLayersTests",
      [
        "GlazeLayers", "GlazeCommit", "GlazeGeometry", "GlazeTree", "GlazeAnimation",
        "GlazeDrawing", "GlazeText",
      ]),
    tests(
      "GlazeSceneTests",
      ["GlazeScene", "GlazeGeometry", "GlazeDrawing", "GlazeLayers", "GlazeText"],
      resources: [.copy("Resources")]),
  ])

// The heart: pure functions on values, from a tree to a plan, and from a plan to commands.
let plan = wing(
  "Plan",
  [
    c("CGlazeKernels", ["CGlazeShaders"]),
    module("GlazePlan", ["GlazeGeometry", "GlazeTree", "CGlazeShaders", "CGlazeKernels"]),
    module("GlazeLowering", ["GlazeGeometry", "GlazeTree", "GlazePlan", "CGlazeShaders"]),
  ],
  tests: [
    tests("GlazePlanTests", ["GlazePlan", "GlazeGeometry", "GlazeTree", "CGlazeShaders"]),
    tests(
      "GlazeLoweringTests",
      ["Glaze", "GlazeLowering", "GlazePlan", "GlazeGeometry", "GlazeTree", "CGlazeShaders"]),
  ])

let backends = wing(
  "Backends",
  [
    module(
      "GlazeSoftware",
      ["GlazeGeometry", "GlazeTree", "GlazePlan", "CGlazeShaders", "CGlazeKernels"]),
    module(
      "GlazeGL",
      ["GlazeGeometry", "GlazeTree", "GlazePlan", "GlazeLowering", "CGlazeShaders", "COpenGL"]),
    module("GlazeEGL", ["CEGL", "CGBM"]),
  ],
  tests: [
    // OpenGL functions that fail on a test's request.
    c("GLFaults", ["COpenGL"]),
    tests(
      "GlazeSoftwareTests",
      [
        "GlazeGeometry", "GlazeTree", "GlazePlan", "GlazeSoftware", "CGlazeShaders",
        "CGlazeKernels",
      ]),
    tests("GlazeEGLTests", ["GlazeEGL"]),
  ])

// What programs import, in Swift and in C.
let products = wing(
  "Library",
  [
    c("CGlazeVersion"),
    // The header of libglaze.so, which GlazeC implements.
    .systemLibrary(name: "CGlaze"),
    module(
      "GlazeCore",
      [
        "GlazeGeometry", "GlazeTree", "GlazeDrawing", "GlazeLayers", "GlazeCommit", "GlazePlan",
        "GlazeSoftware", "GlazeLowering", "GlazeGL", "GlazeEGL", "CGlazeVersion",
      ]),
    module(
      "Glaze",
      [
        "GlazeCore", "GlazeGeometry", "GlazeLayers", "GlazeCommit", "GlazeText", "GlazeScene",
        "GlazeLottie",
      ]),
    module(
      "GlazeC",
      [
        "CGlaze", "CGlazeICU", "Glaze", "GlazeCore", "GlazeGeometry", "GlazeDrawing", "GlazeLayers",
        "GlazeText", "GlazePlan",
      ]),
  ],
  tests: [
    tests(
      "GlazeTests",
      [
        "Examples", "Glaze", "GlazeCore", "GlazeGeometry", "GlazeTree", "GlazeDrawing",
        "GlazeLayers", "GlazeCommit", "GlazeText", "GlazeScene", "GlazePlan", "GlazeLowering",
        "GlazeSoftware",
        "GlazeGL", "GlazeEGL",
        // The tests act as a host: they create contexts and state outside Glaze.
        "COpenGL", "CEGL", "GLFaults",
      ])
  ])

// Apple's modules, for code that was written for a Mac.
let apple = wing(
  "Apple",
  [
    module("CoreGraphics", ["GlazeGeometry", "GlazeDrawing"]),
    module("CoreText", ["CoreGraphics", "GlazeGeometry", "GlazeDrawing", "GlazeText"]),
    module("ImageIO", ["CoreGraphics", "GlazeDrawing", "GlazeGeometry"]),
    module("QuartzCore", ["CoreGraphics", "GlazeCore", "GlazeLayers", "GlazeText"]),
    module(
      "UIKitLite",
      [
        "QuartzCore", "CoreText", "ImageIO", "GlazeAnimation", "GlazeGeometry", "GlazeDrawing",
        "GlazeLayers", "GlazeText",
      ]),
  ])

// Windows, the browser, the service, and the command.
let programs = wing(
  "Programs",
  [
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
    c("CGlazeServe"),
    module(
      "GlazeServe",
      [
        "GlazeGeometry", "CGlazeServe",
        command("NIOCore", "swift-nio"),
        command("NIOHTTP1", "swift-nio"),
        command("NIOPosix", "swift-nio"),
      ]),
    .executableTarget(
      name: "GlazeTool",
      dependencies: [
        "Glaze", "GlazeCore", "GlazeGeometry", "GlazeTree", "GlazeDrawing", "GlazeLayers",
        "GlazeCommit",
        "GlazeText", "GlazeScene", "GlazePlan", "GlazeLowering", "GlazeEGL", "GlazeDisplay",
        "GlazeWeb", "GlazeServe", "CGlazeICU", "CGlazeLazy", "CGlazeShaders", "CMalloc",
        command("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
  ],
  tests: [
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
        command("NIOCore", "swift-nio"), command("NIOPosix", "swift-nio"),
        command("ArgumentParser", "swift-argument-parser"),
      ]),
  ])

// Outside the house: listings of introductions to Core Animation with a command that draws them, the
// program of `make demo`, which needs the library and nothing else so that a first build is short,
// and limits on counts, which are checked with the tests.
let guests: [Target] = [
  .target(
    name: "Examples", dependencies: ["Glaze"], path: "Examples/Listings", swiftSettings: strict),
  .executableTarget(
    name: "glaze-examples", dependencies: ["Examples", "Glaze", "GlazeDrawing"],
    path: "Examples/Command", swiftSettings: strict),
  .executableTarget(
    name: "glaze-demo", dependencies: ["Glaze", "GlazeDrawing", "GlazeGeometry"],
    path: "Examples/Demo", swiftSettings: strict),
  .executableTarget(
    name: "glaze-carousel", dependencies: ["Glaze", "GlazeDisplay"], path: "Examples/Window",
    swiftSettings: strict),
  .testTarget(
    name: "GlazeBenchmarks",
    dependencies: [
      "CGlazeShaders", "Glaze", "GlazeGeometry", "GlazeLayers", "GlazeLowering", "GlazePlan",
    ],
    path: "Benchmarks", exclude: ["README.md"], swiftSettings: strict),
]

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
  targets: system + values + images + model + plan + backends + products + apple + programs
    + guests,
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
        "CGlazeShaders", "GlazeServe", .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Tests/Fuzz/Swift", swiftSettings: strict))
}

// The program of `Scripts/lottie --documents`, which nothing else needs.
if Context.environment["GLAZE_LOTTIE"] != nil {
  package.targets.append(
    .executableTarget(
      name: "lottie-documents", dependencies: ["Glaze", "GlazeDrawing", "GlazeGeometry"],
      path: "Tests/Clients/documents", swiftSettings: strict))
}
