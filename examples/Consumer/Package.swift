// swift-tools-version: 6.2
import PackageDescription

// What a package that uses Sori looks like: one dependency, one product.
let package = Package(
    name: "Consumer",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [.product(name: "AudioToolbox", package: "sori")])
    ],
    swiftLanguageModes: [.v6]
)
