// swift-tools-version: 6.2
import PackageDescription

// A package with one dependency and one product, which `scripts/test-consumer` builds and runs.
let package = Package(
    name: "SystemSound",
    dependencies: [
        .package(name: "sori", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "SystemSound",
            dependencies: [.product(name: "AudioToolbox", package: "sori")])
    ],
    swiftLanguageModes: [.v6]
)
