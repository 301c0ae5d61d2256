// swift-tools-version: 6.2
import PackageDescription

// The app, and its tests on a simulated phone with a library of its own.
let package = Package(
    name: "MusicBrowser",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "MusicBrowser",
            dependencies: [.product(name: "MediaPlayer", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "MusicBrowserTests",
            dependencies: [
                "MusicBrowser", .product(name: "MediaPlayer", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
