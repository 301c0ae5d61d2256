// swift-tools-version: 6.2
import PackageDescription

// A camera app in a terminal: the finder and the camera as a library, the program around them, and
// tests on a simulated phone.
let package = Package(
    name: "Camera",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "Viewfinder",
            dependencies: [
                .product(name: "AVFoundation", package: "sori"),
                .product(name: "CoreVideo", package: "sori"),
                .product(name: "UIKit", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "ShowCamera",
            dependencies: [
                "Viewfinder", .product(name: "AVFoundation", package: "sori"),
                .product(name: "CoreVideo", package: "sori"),
                .product(name: "UIKit", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "ViewfinderTests",
            dependencies: [
                "Viewfinder", .product(name: "AVFoundation", package: "sori"),
                .product(name: "CoreVideo", package: "sori"),
                .product(name: "Simulation", package: "sori"),
                .product(name: "UIKit", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
