// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Blog",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Blog",
            dependencies: [
                .product(name: "UIKit", package: "sori"),
                .product(name: "AudioToolbox", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
