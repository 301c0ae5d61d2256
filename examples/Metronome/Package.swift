// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Metronome",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "Clicks",
            dependencies: [
                .product(name: "AVFAudio", package: "sori"),
                .product(name: "AudioToolbox", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "PlayMetronome", dependencies: ["Clicks"],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "ClicksTests",
            dependencies: ["Clicks", .product(name: "Simulation", package: "sori")]),
    ],
    swiftLanguageModes: [.v6]
)
