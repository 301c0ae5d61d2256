// swift-tools-version: 6.2
import PackageDescription

// The sound of three apps, and its tests on a simulated phone: an app needs AVFAudio, as on iOS; its
// tests need Simulation besides.
let package = Package(
    name: "TestingYourApp",
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(
            name: "SongPlayer",
            dependencies: [.product(name: "AVFAudio", package: "sori")]),
        .testTarget(
            name: "SongPlayerTests",
            dependencies: ["SongPlayer", .product(name: "Simulation", package: "sori")]),
        .target(
            name: "SleepSounds",
            dependencies: [.product(name: "AVFAudio", package: "sori")]),
        .testTarget(
            name: "SleepSoundsTests",
            dependencies: ["SleepSounds", .product(name: "Simulation", package: "sori")]),
        .target(
            name: "Soundscape",
            dependencies: [.product(name: "AVFAudio", package: "sori")]),
        .testTarget(
            name: "SoundscapeTests",
            dependencies: ["Soundscape", .product(name: "Simulation", package: "sori")]),
    ],
    swiftLanguageModes: [.v6]
)
