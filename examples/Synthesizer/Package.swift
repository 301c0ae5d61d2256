// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Synthesizer",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "GraphSynth",
            dependencies: [
                .product(name: "AVFAudio", package: "sori"),
                .product(name: "AudioToolbox", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "PlaySynthesizer", dependencies: ["GraphSynth"],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "GraphSynthTests",
            dependencies: ["GraphSynth", .product(name: "Simulation", package: "sori")]),
    ],
    swiftLanguageModes: [.v6]
)
