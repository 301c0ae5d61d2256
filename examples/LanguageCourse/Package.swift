// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LanguageCourse",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "LanguageCourse",
            dependencies: [
                .product(name: "UIKit", package: "sori"),
                .product(name: "AVFAudio", package: "sori"),
                .product(name: "AudioToolbox", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
