import Foundation
import MIDISynthesis

/// What an instrument has loaded, as its presets tell it.
enum InstrumentContent: Sendable {
    /// A program of a sound font, by the numbers of General MIDI 2.
    case program(UInt8, bankMSB: UInt8, bankLSB: UInt8, URL)
    /// A sound font with all its programs.
    case soundBank(URL)
    /// Zones of audio files.
    case zones([SampledZone])

    /// The names of a preset's entries. Those of zones are Apple's, those of banks ours.
    enum Key {
        static let instrument = "Instrument"
        static let layers = "Layers"
        static let zones = "Zones"
        static let references = "file-references"
        /// What the names of references to sounds begin with; their numbers follow.
        static let sound = "Sample:"
        /// The name of the reference to a sound font.
        static let bank = "Bank:0"
        static let program = "program"
        static let bankMSB = "bank MSB"
        static let bankLSB = "bank LSB"
    }

    /// The entries of a preset.
    var list: [String: Any] {
        switch self {
        case .program(let program, let bankMSB, let bankLSB, let url):
            [
                Key.references: [Key.bank: url.path],
                Key.instrument: [
                    Key.program: Int(program), Key.bankMSB: Int(bankMSB),
                    Key.bankLSB: Int(bankLSB),
                ],
            ]
        case .soundBank(let url):
            [Key.references: [Key.bank: url.path], Key.instrument: [String: Any]()]
        case .zones(let zones): Self.list(zones)
        }
    }

    private static func list(_ zones: [SampledZone]) -> [String: Any] {
        var numbers: [String: Int] = [:]
        var references: [String: String] = [:]
        let entries = zones.enumerated().map { index, zone -> [String: Any] in
            let path = zone.url.path
            let number = numbers[path] ?? numbers.count
            numbers[path] = number
            references[Key.sound + "\(number)"] = path
            return zone.list.merging(["ID": index, "waveform": number]) { own, _ in own }
        }
        return [
            Key.references: references,
            Key.instrument: [Key.layers: [["ID": 0, Key.zones: entries] as [String: Any]]],
        ]
    }

    /// Reads the sound font of a preset.
    ///
    /// - Returns: `nil` for a preset that has none.
    static func bank(of list: [String: Any]) -> InstrumentFile? {
        guard let references = list[Key.references] as? [String: Any],
            let path = references[Key.bank] as? String,
            let instrument = list[Key.instrument] as? [String: Any]
        else { return nil }
        let url = URL(fileURLWithPath: path)
        func number(_ key: String) -> UInt8? {
            (instrument[key] as? NSNumber).flatMap { UInt8(exactly: $0.intValue) }
        }
        guard let program = number(Key.program) else { return .soundBank(url) }
        return .program(
            program, bankMSB: number(Key.bankMSB) ?? 0, bankLSB: number(Key.bankLSB) ?? 0, url)
    }
}

/// A zone of an instrument that plays an audio file.
struct SampledZone: Sendable {
    var url: URL
    var rootKey: UInt8
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
    /// The part that is repeated, in frames.
    var loop: Range<Int>?
    /// Higher by cents.
    var tuning: Int

    init(_ zone: SoundFontWriter.Zone, _ url: URL) {
        self.url = url
        (rootKey, keys, velocities) = (zone.rootKey, zone.keys, zone.velocities)
        (loop, tuning) = (zone.loop, zone.tuning)
    }

    /// The entries of a preset; that of the tuning is ours.
    fileprivate var list: [String: Any] {
        var list: [String: Any] = [
            "enabled": true, "root key": Int(rootKey), "min key": Int(keys.lowerBound),
            "max key": Int(keys.upperBound), "min velocity": Int(velocities.lowerBound),
            "max velocity": Int(velocities.upperBound), "loop enabled": loop != nil,
            "tuning": tuning,
        ]
        if let loop { (list["loop start"], list["loop end"]) = (loop.lowerBound, loop.upperBound) }
        return list
    }
}
