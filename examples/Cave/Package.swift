// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Cave",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "CaveScene",
            dependencies: [
                .product(name: "AVFAudio", package: "sori"),
                .product(name: "OpenAL", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "WalkCave", dependencies: ["CaveScene"],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "CaveSceneTests",
            dependencies: [
                "CaveScene", .product(name: "AVFAudio", package: "sori"),
                .product(name: "OpenAL", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
