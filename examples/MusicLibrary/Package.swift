// swift-tools-version: 6.2
import PackageDescription

// The app, and its tests on a simulated phone with a library of its own.
let package = Package(
    name: "MusicBrowser",
    dependencies: [
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
