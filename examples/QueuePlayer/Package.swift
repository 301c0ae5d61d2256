// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "QueuePlayer",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "QueuePlayer",
            dependencies: [.product(name: "AudioToolbox", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
