// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DrumMachine",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "Drums",
            dependencies: [.product(name: "AVFAudio", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "PlayDrums", dependencies: ["Drums"],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "DrumsTests",
            dependencies: [
                "Drums", .product(name: "AVFAudio", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
