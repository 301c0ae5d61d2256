import Foundation
import MIDISynthesis

/// A preset of Apple's sampler (aupreset): zones that refer to audio files.
///
/// Read are the zones' files, keys, velocities and loops; envelopes, filters and modulations are
/// ignored.
///
/// Source: presets in public repositories; Apple Technical Note 2283 for the places of files.
struct SamplerPreset {
    private let folder: URL
    private let files: [Int: String]
    private let zones: [[String: Any]]

    /// The largest preset that is read, in bytes.
    private static let bytesMax = 16 << 20
    /// What the names of the references to files begin with.
    private static let prefix = "Sample:"

    /// - Throws: `fileNotFound`, `invalidFile`.
    init(_ url: URL) throws(UnitError) {
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw .fileNotFound
        }
        guard let data = try? Data(contentsOf: url), data.count <= Self.bytesMax,
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let preset = list as? [String: Any],
            let instrument = preset["Instrument"] as? [String: Any]
        else { throw .invalidFile }
        folder = url.deletingLastPathComponent()
        let references = preset["file-references"] as? [String: String] ?? [:]
        files = Dictionary(
            references.compactMap { name, path in
                guard name.hasPrefix(Self.prefix) else { return nil }
                return Int(name.dropFirst(Self.prefix.count)).map { ($0, path) }
            }, uniquingKeysWith: { first, _ in first })
        let layers = instrument["Layers"] as? [[String: Any]] ?? []
        zones = layers.flatMap { $0["Zones"] as? [[String: Any]] ?? [] }
    }

    /// The zones with their sounds.
    func readZones() throws(UnitError) -> SamplerZones {
        var room = SoundFontWriter.samplesMax
        var result: [SoundFontWriter.Zone] = []
        for zone in zones where zone["enabled"] as? Bool ?? true {
            guard let number = Self.number(zone["waveform"]), let path = files[number] else {
                continue
            }
            var made = try SamplerZones.read(
                place(of: path), otherwise: .invalidFile, room: &room)
            made.rootKey = Self.key(zone["root key"]) ?? 60
            made.keys = Self.range(zone["min key"], zone["max key"])
            made.velocities = Self.range(zone["min velocity"], zone["max velocity"])
            let count = made.channels[0].count
            if zone["loop enabled"] as? Bool ?? false {
                let start = min(max(Self.number(zone["loop start"]) ?? 0, 0), count - 1)
                let end = min(max(Self.number(zone["loop end"]) ?? count, start + 1), count)
                made.loop = start..<end
            }
            result.append(made)
        }
        guard !result.isEmpty else { throw .invalidFile }
        return SamplerZones(result)
    }

    /// The place of a file: its path, the same below `Sounds` in the bundle or beside the preset, or
    /// its name beside the preset.
    private func place(of path: String) -> URL {
        let named = URL(fileURLWithPath: path)
        var places = [named]
        let below = path.range(of: "/Sounds/").map { String(path[$0.upperBound...]) }
        let roots = [Bundle.main.resourceURL, folder].compactMap { $0 }
        if let below {
            places += roots.map { $0.appendingPathComponent("Sounds/" + below) }
        }
        places += roots.map { $0.appendingPathComponent(named.lastPathComponent) }
        return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? named
    }

    private static func number(_ value: Any?) -> Int? {
        if let value = value as? Int { return value }
        return (value as? Double).flatMap { Int(exactly: $0.rounded()) }
    }

    private static func key(_ value: Any?) -> UInt8? {
        number(value).map { UInt8(min(max($0, 0), 127)) }
    }

    private static func range(_ low: Any?, _ high: Any?) -> ClosedRange<UInt8> {
        let low = key(low) ?? 0
        return low...max(key(high) ?? 127, low)
    }
}
