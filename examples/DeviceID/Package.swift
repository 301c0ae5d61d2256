// swift-tools-version: 6.2
import PackageDescription

// An identifier in the keychain, a program that shows it, and its tests on a simulated phone.
let package = Package(
    name: "DeviceID",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "DeviceIdentifier",
            dependencies: [.product(name: "Security", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "ShowDeviceID",
            dependencies: ["DeviceIdentifier", .product(name: "Security", package: "sori")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "DeviceIdentifierTests",
            dependencies: [
                "DeviceIdentifier", .product(name: "Security", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
