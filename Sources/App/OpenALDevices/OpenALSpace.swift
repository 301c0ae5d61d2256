import COpenALSoft
import Glibc

/// Reverb, occlusion and obstruction of one context, by effects of OpenAL Soft: one slot with the
/// reverb of a room, and two low-pass filters for each source.
///
/// Apple's reverb sounds different; the properties and their ranges are the same.
struct OpenALSpace: Sendable {
    private var isOn = false
    /// In dB.
    private var level: Float = 0
    private var room: Int32 = 0
    /// Properties without effect, by their codes.
    private var others: [UInt32: UInt32] = [:]
    private var effect: UInt32 = 0
    private var slot: UInt32 = 0
    private var sources: [UInt32: Source] = [:]

    private struct Source: Sendable {
        /// The part that goes to the reverb, 0…1.
        var send: Float = 0
        /// In dB, −100…0.
        var occlusion: Float = 0
        var obstruction: Float = 0
        var directFilter: UInt32 = 0
        var sendFilter: UInt32 = 0
    }

    /// Whether a source may sound on after its end.
    var hasReverb: Bool { isOn }

    private enum Listener: UInt32 {
        case isOn = 0x7276_6F6E
        case level = 0x7276_676C
        case room = 0x7276_7274
        case quality = 0x7276_7174
        case equaliserGain = 0x7276_6567
        case equaliserBandwidth = 0x7276_6562
        case equaliserFrequency = 0x7276_6566
    }

    private enum SourceProperty: UInt32 {
        case send = 0x7276_736C
        case occlusion = 0x6F63_636C
        case obstruction = 0x6F62_7374
    }

    // MARK: Properties

    /// Sets a property of the listener, or of a source other than zero.
    ///
    /// - Parameter bits: The value's bits: all values have four bytes.
    /// - Returns: Zero, or an error of sources.
    mutating func set(
        _ property: UInt32, of source: UInt32, to bits: UInt32,
        _ functions: sori_openal_functions
    ) -> Int32 {
        source == 0
            ? setOfListener(property, bits, functions)
            : setOfSource(property, source, bits, functions)
    }

    /// The bits of a property's value; `nil` for an unknown property.
    func value(_ property: UInt32, of source: UInt32) -> UInt32? {
        guard source == 0 else {
            let known = sources[source] ?? Source()
            return switch SourceProperty(rawValue: property) {
            case .send: known.send.bitPattern
            case .occlusion: known.occlusion.bitPattern
            case .obstruction: known.obstruction.bitPattern
            case nil: nil
            }
        }
        return switch Listener(rawValue: property) {
        case .isOn: isOn ? 1 : 0
        case .level: level.bitPattern
        case .room: UInt32(bitPattern: room)
        case .quality, .equaliserGain, .equaliserBandwidth, .equaliserFrequency:
            others[property] ?? 0
        case nil: nil
        }
    }

    private mutating func setOfListener(
        _ property: UInt32, _ bits: UInt32, _ functions: sori_openal_functions
    ) -> Int32 {
        let number = Float(bitPattern: bits)
        switch Listener(rawValue: property) {
        case .isOn: isOn = bits & 0xFF != 0
        case .level:
            guard (-40...40).contains(number) else { return OpenALError.invalidSourceValue }
            level = number
        case .room:
            guard bits < UInt32(Self.rooms.count) else { return OpenALError.invalidSourceValue }
            room = Int32(bits)
        case .quality:
            guard bits <= 0x7F else { return OpenALError.invalidSourceValue }
            others[property] = bits
        case .equaliserGain, .equaliserBandwidth, .equaliserFrequency: others[property] = bits
        case nil: return OpenALError.invalidEnum
        }
        applyRoom(functions)
        for id in sources.keys.sorted() { apply(to: id, functions) }
        return 0
    }

    private mutating func setOfSource(
        _ property: UInt32, _ id: UInt32, _ bits: UInt32, _ functions: sori_openal_functions
    ) -> Int32 {
        guard functions.alIsSource(id) != 0 else { return OpenALError.invalidName }
        let number = Float(bitPattern: bits)
        var source = sources[id] ?? Source()
        switch SourceProperty(rawValue: property) {
        case .send:
            guard (0...1).contains(number) else { return OpenALError.invalidSourceValue }
            source.send = number
        case .occlusion:
            guard (-100...0).contains(number) else { return OpenALError.invalidSourceValue }
            source.occlusion = number
        case .obstruction:
            guard (-100...0).contains(number) else { return OpenALError.invalidSourceValue }
            source.obstruction = number
        case nil: return OpenALError.invalidEnum
        }
        sources[id] = source
        apply(to: id, functions)
        return 0
    }

    /// Forgets a source that is about to be deleted.
    mutating func forget(_ id: UInt32, _ functions: sori_openal_functions) {
        guard let source = sources.removeValue(forKey: id) else { return }
        guard source.directFilter != 0 else { return }
        functions.alDeleteFilters(2, [source.directFilter, source.sendFilter])
    }

    // MARK: Effects

    private static let effectType: Int32 = 0x8001
    private static let reverb: Int32 = 1
    private static let reverbGain: Int32 = 3
    private static let decayTime: Int32 = 5
    private static let highDecayRatio: Int32 = 6
    private static let slotEffect: Int32 = 1
    private static let filterType: Int32 = 0x8001
    private static let lowPass: Int32 = 1
    private static let lowPassGain: Int32 = 1
    private static let lowPassHighGain: Int32 = 2
    private static let directFilter: Int32 = 0x20005
    private static let auxiliarySendFilter: Int32 = 0x20006

    /// The gain of OpenAL's reverb at 0 dB.
    private static let usualReverbGain: Float = 0.32

    /// The rooms by Apple's numbers: the time in seconds in which the reverb falls by 60 dB, and the
    /// part of that in which its high frequencies do.
    private static let rooms: [(decay: Float, high: Float)] = [
        (0.4, 0.6), (0.7, 0.6), (1.1, 0.6), (1.6, 0.7), (2.6, 0.7), (1.5, 1.2), (1.0, 0.8),
        (1.8, 0.8), (5.0, 0.7), (1.3, 0.6), (1.9, 0.7), (2.2, 0.7), (3.2, 0.7),
    ]

    private mutating func applyRoom(_ functions: sori_openal_functions) {
        if slot == 0 {
            guard isOn else { return }
            functions.alGenEffects(1, &effect)
            functions.alEffecti(effect, Self.effectType, Self.reverb)
            functions.alGenAuxiliaryEffectSlots(1, &slot)
        }
        let room = Self.rooms[Int(room)]
        let gain = isOn ? min(Self.usualReverbGain * linear(level), 1) : 0
        functions.alEffectf(effect, Self.reverbGain, gain)
        functions.alEffectf(effect, Self.decayTime, room.decay)
        functions.alEffectf(effect, Self.highDecayRatio, room.high)
        // A slot has a copy of its effect.
        functions.alAuxiliaryEffectSloti(slot, Self.slotEffect, Int32(bitPattern: effect))
    }

    private mutating func apply(to id: UInt32, _ functions: sori_openal_functions) {
        guard var source = sources[id], functions.alIsSource(id) != 0 else { return }
        if source.directFilter == 0 {
            functions.alGenFilters(1, &source.directFilter)
            functions.alGenFilters(1, &source.sendFilter)
            for filter in [source.directFilter, source.sendFilter] {
                functions.alFilteri(filter, Self.filterType, Self.lowPass)
            }
            sources[id] = source
        }
        let wall = linear(source.occlusion)
        let direct = wall * linear(source.obstruction)
        functions.alFilterf(source.directFilter, Self.lowPassGain, direct)
        functions.alFilterf(source.directFilter, Self.lowPassHighGain, direct)
        functions.alFilterf(source.sendFilter, Self.lowPassGain, source.send * wall)
        functions.alFilterf(source.sendFilter, Self.lowPassHighGain, wall)
        // A source has a copy of its filters.
        functions.alSourcei(id, Self.directFilter, Int32(bitPattern: source.directFilter))
        let target = isOn && source.send > 0 ? slot : 0
        functions.alSource3i(
            id, Self.auxiliarySendFilter, Int32(bitPattern: target), 0,
            Int32(bitPattern: source.sendFilter))
    }

    private func linear(_ decibels: Float) -> Float { pow(10, decibels / 20) }
}
