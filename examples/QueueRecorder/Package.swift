// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "QueueRecorder",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "QueueRecorder",
            dependencies: [.product(name: "AudioToolbox", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
