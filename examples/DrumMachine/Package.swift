// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DrumMachine",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
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
