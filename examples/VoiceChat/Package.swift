// swift-tools-version: 6.2
import PackageDescription

// Two ends of a voice call, a program that makes one, and tests on a simulated phone.
let package = Package(
    name: "VoiceChat",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "VoiceCall",
            dependencies: [
                .product(name: "AVFAudio", package: "sori"),
                .product(name: "AudioToolbox", package: "sori"),
                // Without this line the call is the program's own matter.
                .product(name: "CallKit", package: "sori"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(
            name: "TalkOver", dependencies: ["VoiceCall"],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(
            name: "VoiceCallTests",
            dependencies: [
                "VoiceCall", .product(name: "AVFAudio", package: "sori"),
                .product(name: "CallKit", package: "sori"),
                .product(name: "Simulation", package: "sori"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
