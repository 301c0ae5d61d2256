// swift-tools-version: 6.2
import PackageDescription

// The sound of three apps, in one manifest for Xcode and for Linux. On Apple's systems `import AVFAudio`
// finds Apple's own framework, so these products of Sori are for Linux alone.
let sound = Target.Dependency.product(
    name: "AVFAudio", package: "sori", condition: .when(platforms: [.linux]))
let phone = Target.Dependency.product(
    name: "Simulation", package: "sori", condition: .when(platforms: [.linux]))

let package = Package(
    name: "TestingYourApp",
    // For `isolated deinit`.
    platforms: [.iOS("18.4")],
    products: [
        .library(name: "SongPlayer", targets: ["SongPlayer"]),
        .library(name: "SleepSounds", targets: ["SleepSounds"]),
        .library(name: "Soundscape", targets: ["Soundscape"]),
    ],
    dependencies: [
        // In a copy of this folder, write the path of your clone of Sori here, or its address:
        // .package(url: "https://…/sori.git", branch: "main")
        .package(name: "sori", path: "../..")
    ],
    targets: [
        .target(name: "SongPlayer", dependencies: [sound]),
        .target(name: "SleepSounds", dependencies: [sound]),
        .target(name: "Soundscape", dependencies: [sound]),
    ],
    swiftLanguageModes: [.v6]
)

// These tests need the simulated phone. Xcode does not see them.
#if os(Linux)
    package.targets += [
        .testTarget(name: "SongPlayerTests", dependencies: ["SongPlayer", phone]),
        .testTarget(name: "SleepSoundsTests", dependencies: ["SleepSounds", phone]),
        .testTarget(name: "SoundscapeTests", dependencies: ["Soundscape", phone]),
    ]
#endif
