// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SectionRepeat",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
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
