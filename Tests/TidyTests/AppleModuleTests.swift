import Foundation
import TestSupport
import Testing

/// A module that is named like one of Apple's makes `#if canImport(…)` true in every package of a
/// build that has it. So a product brings no such module that it does not need.
@Suite struct AppleModuleTests {
    /// The modules of Apple's that packages ask for by `canImport`, whether Sori has them or not.
    static let names: Set<String> = [
        "AVFAudio", "AVFoundation", "AVKit", "AVRouting", "Accelerate", "AppKit", "AudioToolbox",
        "AudioUnit", "CallKit", "CarPlay", "Cocoa", "Combine", "CommonCrypto", "CoreAudio",
        "CoreAudioKit", "CoreAudioTypes", "CoreBluetooth", "CoreData", "CoreGraphics",
        "CoreHaptics",
        "CoreImage", "CoreLocation", "CoreMIDI", "CoreML", "CoreMedia", "CoreMotion",
        "CoreServices",
        "CoreTelephony", "CoreText", "CoreVideo", "CryptoKit", "Darwin", "GameController",
        "ImageIO",
        "IOKit", "Intents", "LocalAuthentication", "MachO", "MediaPlayer", "MediaToolbox", "Metal",
        "MetricKit", "MusicKit", "Network", "NetworkExtension", "OSLog", "ObjectiveC", "OpenAL",
        "PHASE",
        "Photos", "PushKit", "QuartzCore", "SafariServices", "Security", "ServiceManagement",
        "ShazamKit", "SoundAnalysis", "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI",
        "SystemConfiguration", "UIKit", "UniformTypeIdentifiers", "UserNotifications",
        "VideoToolbox",
        "WatchConnectivity", "WatchKit", "WebKit", "os", "simd",
    ]

    /// Which of them each library brings, its own name first. A row is in `docs/module-names.md`,
    /// too, with the reason; every other library brings none.
    static let table: KeyValuePairs<String, [String]> = [
        "AudioToolbox": ["AudioToolbox", "CoreAudioTypes"],
        "SoriAudioToolbox": ["AudioToolbox", "CoreAudioTypes"],
        "AVFAudio": ["AVFAudio", "AudioToolbox", "CoreAudioTypes", "CoreMedia"],
        "AVFoundation": [
            "AVFoundation", "AVFAudio", "AudioToolbox", "CoreAudioTypes", "CoreMedia",
        ],
        "CallKit": ["CallKit", "AVFAudio", "AudioToolbox", "CoreAudioTypes", "CoreMedia"],
        "AVKit": ["AVKit", "UIKit"],
        "CoreAudio": ["CoreAudio", "AudioToolbox", "CoreAudioTypes"],
        "CoreAudioKit": ["CoreAudioKit", "AudioToolbox", "CoreAudioTypes"],
        "CoreAudioTypes": ["CoreAudioTypes"],
        "CoreMedia": ["CoreMedia", "CoreAudioTypes"],
        "CoreVideo": ["CoreVideo"],
        "MediaPlayer": [
            "MediaPlayer", "AVFoundation", "AVFAudio", "AudioToolbox", "CoreAudioTypes",
            "CoreMedia", "UIKit",
        ],
        "Network": ["Network"],
        "OSLog": ["OSLog", "os"],
        "OpenAL": ["OpenAL"],
        "PushKit": ["PushKit"],
        "Security": ["Security", "CoreAudioTypes"],
        "UIKit": ["UIKit"],
        "UniformTypeIdentifiers": ["UniformTypeIdentifiers"],
        "os": ["os"],
    ]

    /// What libraries bring beyond the table, or do not bring though it says so, a sentence each.
    static func findings(_ products: [PackageProduct], _ targets: [PackageTarget]) -> [String] {
        products.filter(\.isLibrary).flatMap { product in
            let allowed = Set(table.first { $0.key == product.name }?.value ?? [])
            let brought = product.modules(targets).intersection(names)
            return brought.subtracting(allowed).sorted().map {
                "\(product.name) brings \($0), which is not in the table"
            }
                + allowed.subtracting(brought).sorted().map {
                    "\(product.name) does not bring \($0), which is in the table"
                }
        }
    }

    private static func manifest() throws -> String {
        try text("Package.swift")
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: repositoryFolder.appending(path: path), encoding: .utf8)
    }

    @Test func `a library brings the modules named like Apple's that the table has for it`() throws
    {
        let manifest = try Self.manifest()
        let products = PackageProduct.products(inManifest: manifest)
        #expect(products.filter(\.isLibrary).count > 15)
        for row in Self.table { #expect(products.contains { $0.name == row.key }, "\(row.key)") }
        for finding in Self.findings(products, PackageTarget.targets(inManifest: manifest)) {
            Issue.record("\(finding)")
        }
    }

    @Test func `each module named like Apple's is a library of its own`() throws {
        let manifest = try Self.manifest()
        let libraries = PackageProduct.products(inManifest: manifest).filter(\.isLibrary)
        let modules = PackageTarget.targets(inManifest: manifest).map(\.name)
            .filter(Self.names.contains)
        #expect(modules.count > 10)
        for module in modules {
            #expect(
                libraries.contains { $0.name == module && $0.targets == [module] }, "\(module)")
        }
    }

    @Test func `the page about names of modules has the table`() throws {
        let page = try Self.text("docs/module-names.md")
        for row in Self.table {
            let names = row.value.map { "`\($0)`" }.joined(separator: ", ")
            #expect(page.contains("| `\(row.key)` | \(names) |"))
        }
    }

    @Test func `a planted dependency is found`() throws {
        let manifest = try Self.manifest()
        // Given Simulation that depends on what only MediaPlayer needs.
        let line = #"dependencies: ["AudioModel", "DeviceActions", "LiveDevice", "SoundPolicy"],"#
        #expect(manifest.contains(line))
        let planted = manifest.replacing(
            line, with: line.replacing(#""AudioModel""#, with: #""AudioModel", "MediaPlayer""#))
        let findings = Self.findings(
            PackageProduct.products(inManifest: planted), PackageTarget.targets(inManifest: planted)
        )
        #expect(findings.contains("Simulation brings MediaPlayer, which is not in the table"))
        #expect(findings.contains("Simulation brings UIKit, which is not in the table"))
        // A product that loses a module is found, too.
        let lighter = Self.findings(
            [PackageProduct(name: "AVKit", isLibrary: true, targets: ["Leaf"])],
            PackageTarget.targets(
                inManifest: "\n    targets: [\n        .target(name: \"Leaf\"),\n"))
        #expect(
            lighter == [
                "AVKit does not bring AVKit, which is in the table",
                "AVKit does not bring UIKit, which is in the table",
            ])
    }
}
