// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LanguageCourse",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
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
