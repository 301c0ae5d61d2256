import Foundation
import MIDISynthesis

/// A preset of Apple's sampler (aupreset): zones that refer to audio files.
///
/// Read are the zones' files, keys, velocities and loops; envelopes, filters and modulations are
/// ignored.
///
/// Source: presets in public repositories; Apple Technical Note 2283 for the places of files.
struct SamplerPreset {
    /// The folder of the preset's file; `nil` for a preset that is in none.
    private let folder: URL?
    private let files: [Int: String]
    private let zones: [[String: Any]]

    /// The largest preset that is read, in bytes.
    private static let bytesMax = 16 << 20

    /// - Throws: `fileNotFound`, `invalidFile`.
    init(_ url: URL) throws(UnitError) {
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw .fileNotFound
        }
        guard let data = try? Data(contentsOf: url), data.count <= Self.bytesMax,
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let preset = list as? [String: Any]
        else { throw .invalidFile }
        try self.init(preset, in: url.deletingLastPathComponent())
    }

    /// Reads the entries of a preset.
    ///
    /// - Parameter folder: The folder of the preset's file; `nil` for a preset that is in none.
    /// - Throws: `invalidFile` for one without an instrument.
    init(_ preset: [String: Any], in folder: URL?) throws(UnitError) {
        guard let instrument = preset[InstrumentContent.Key.instrument] as? [String: Any] else {
            throw .invalidFile
        }
        self.folder = folder
        let references = preset[InstrumentContent.Key.references] as? [String: String] ?? [:]
        let prefix = InstrumentContent.Key.sound
        files = Dictionary(
            references.compactMap { name, path in
                guard name.hasPrefix(prefix) else { return nil }
                return Int(name.dropFirst(prefix.count)).map { ($0, path) }
            }, uniquingKeysWith: { first, _ in first })
        let layers = instrument[InstrumentContent.Key.layers] as? [[String: Any]] ?? []
        zones = layers.flatMap { $0[InstrumentContent.Key.zones] as? [[String: Any]] ?? [] }
    }

    /// The zones with their sounds.
    func readZones() throws(UnitError) -> SamplerZones {
        var room = SoundFontWriter.samplesMax
        var result: [SoundFontWriter.Zone] = []
        var urls: [URL] = []
        for zone in zones where zone["enabled"] as? Bool ?? true {
            guard let number = Self.number(zone["waveform"]), let path = files[number] else {
                continue
            }
            let url = place(of: path)
            var made = try SamplerZones.read(url, otherwise: .invalidFile, room: &room)
            made.rootKey = Self.key(zone["root key"]) ?? 60
            made.keys = Self.range(zone["min key"], zone["max key"])
            made.velocities = Self.range(zone["min velocity"], zone["max velocity"])
            made.tuning = Self.tuning(zone["tuning"])
            let count = made.channels[0].count
            if zone["loop enabled"] as? Bool ?? false {
                let start = min(max(Self.number(zone["loop start"]) ?? 0, 0), count - 1)
                let end = min(max(Self.number(zone["loop end"]) ?? count, start + 1), count)
                made.loop = start..<end
            }
            result.append(made)
            urls.append(url)
        }
        guard !result.isEmpty else { throw .invalidFile }
        return SamplerZones(result, of: urls)
    }

    /// The place of a file: its path, the same below `Sounds` in the bundle or beside the preset, or
    /// its name beside the preset.
    private func place(of path: String) -> URL {
        let named = URL(fileURLWithPath: path)
        var places = [named]
        let below = path.range(of: "/Sounds/").map { String(path[$0.upperBound...]) }
        let roots = [Bundle.main.resourceURL, folder].compactMap(\.self)
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

    /// Cents, as far as a key can be tuned.
    private static func tuning(_ value: Any?) -> Int { min(max(number(value) ?? 0, -9900), 9900) }

    private static func range(_ low: Any?, _ high: Any?) -> ClosedRange<UInt8> {
        let low = key(low) ?? 0
        return low...max(key(high) ?? 127, low)
    }
}
