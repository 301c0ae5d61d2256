// swift-tools-version: 6.2
import PackageDescription

// A player of podcasts as a library, the program around it, and tests on a simulated phone with
// servers of its own.
let package = Package(
    name: "Podcast",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "PodcastPlayer",
            dependencies: [
                .product(name: "AVFoundation", package: "sori"),
                .product(name: "MediaPlayer", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "PlayPodcast",
            dependencies: ["PodcastPlayer", .product(name: "AVFoundation", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "PodcastPlayerTests",
            dependencies: [
                "PodcastPlayer", .product(name: "AVFoundation", package: "sori"),
                .product(name: "MediaPlayer", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
