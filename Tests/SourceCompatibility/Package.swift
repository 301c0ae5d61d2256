// swift-tools-version: 6.2
import PackageDescription

// Clients of each shape that Apple's modules have, in either language mode: the same sources in
// two targets, and what only one mode compiles. `scripts/test-consumer` builds and runs them.

let modules: [Target.Dependency] = [
    .product(name: "AudioToolbox", package: "sori"),
    .product(name: "AVFoundation", package: "sori"),
    .product(name: "MediaPlayer", package: "sori"),
    .product(name: "Network", package: "sori"),
    .product(name: "Security", package: "sori"),
    .product(name: "UIKit", package: "sori"),
]

let package = Package(
    name: "SourceCompatibility",
    dependencies: [.package(name: "sori", path: "../..")],
    targets: [
        .executableTarget(
            name: "Swift5Client", dependencies: modules,
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "Swift6Client", dependencies: modules,
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // Callbacks in properties, which Apple's modules say nothing of either.
        .executableTarget(
            name: "CallbackProperties", dependencies: modules,
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // An app with an `NSObject` as its delegate.
        .executableTarget(
            name: "ObjectDelegate", dependencies: [.product(name: "UIKit", package: "sori")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // Imports Foundation alone and says `OSStatus`, as on Apple's systems one may.
        .executableTarget(
            name: "ImplicitImport",
            dependencies: [.product(name: "AudioToolbox", package: "sori")],
            swiftSettings: [
                .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "AudioToolbox"])
            ]),
    ]
)
