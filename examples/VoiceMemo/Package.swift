// swift-tools-version: 6.2
import PackageDescription

// The app, the rule that decides which of its folders are old, and tests of both on a simulated
// phone.
let package = Package(
    name: "VoiceMemo",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "DatedFolders",
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "VoiceMemo",
            dependencies: ["DatedFolders", .product(name: "AVFAudio", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(name: "DatedFoldersTests", dependencies: ["DatedFolders"]),
        .testTarget(
            name: "VoiceMemoTests",
            dependencies: [
                "VoiceMemo", "DatedFolders", .product(name: "AVFAudio", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
