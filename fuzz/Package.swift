// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, one a container and one for streams, kept out of the main package because they need libFuzzer to link.
// `scripts/fuzz SECONDS` builds and runs them.

let package = Package(
    name: "sori-fuzz",
    dependencies: [
        .package(name: "sori", path: "..", traits: ["FFmpeg"])
    ],
    targets: [
        .target(name: "CFuzzDriver"),
        .target(
            name: "FuzzSupport",
            dependencies: ["CFuzzDriver", .product(name: "AudioFormats", package: "sori")]),
        .executableTarget(name: "FuzzCAF", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzAIFF", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzWAV", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzAU", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzADTS", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzMP3", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzMP4", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzStream", dependencies: ["FuzzSupport"]),
        // Files that are there and are gone on with.
        .executableTarget(name: "FuzzContinuing", dependencies: ["FuzzSupport"]),
        // What libavformat cuts, and what libavcodec decodes.
        .executableTarget(name: "FuzzDemuxed", dependencies: ["FuzzSupport"]),
        .executableTarget(name: "FuzzDecoders", dependencies: ["FuzzSupport"]),
        // What an app's process and its phone tell each other.
        .executableTarget(
            name: "FuzzWire",
            dependencies: ["FuzzSupport", .product(name: "DeviceProtocol", package: "sori")]),
        // Standard MIDI Files, and the sequences made of them.
        .executableTarget(
            name: "FuzzMIDI",
            dependencies: ["FuzzSupport", .product(name: "MIDISynthesis", package: "sori")]),
        // Playlists of every format, and the tags and pictures of songs.
        .executableTarget(
            name: "FuzzPlaylists",
            dependencies: ["FuzzSupport", .product(name: "MusicLibrary", package: "sori")]),
        .executableTarget(
            name: "FuzzTags",
            dependencies: ["FuzzSupport", .product(name: "MusicLibrary", package: "sori")]),
        // Playlists of streams, the metadata of radio, and segments.
        .executableTarget(
            name: "FuzzMediaPlaylists",
            dependencies: ["FuzzSupport", .product(name: "MediaPlaylists", package: "sori")]),
        // The configuration of the device service.
        .executableTarget(
            name: "FuzzConfiguration",
            dependencies: [
                "FuzzSupport", .product(name: "DeviceEvents", package: "sori"),
            ]),
        .executableTarget(name: "MakeSeeds"),
    ],
    swiftLanguageModes: [.v6]
)
