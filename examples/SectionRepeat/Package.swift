// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SectionRepeat",
    dependencies: [
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "SectionRepeat",
            dependencies: [.product(name: "AudioToolbox", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
