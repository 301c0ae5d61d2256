package import AudioModel

/// An MPEG-4 `AudioSpecificConfig`: the configuration of an AAC decoder.
///
/// Source: ISO/IEC 14496-3, 1.6.2.1, "AudioSpecificConfig", and 4.4.1, "GASpecificConfig".
package struct AudioSpecificConfiguration: Hashable, Sendable {
    /// Audio object type; 2 is AAC LC.
    private(set) var objectType: UInt32
    /// Sample rate of the core in Hz; SBR doubles it.
    package private(set) var sampleRate: Double
    /// Zero when a program configuration defines the channels, or for a reserved configuration.
    private(set) var channelCount: UInt32
    /// `channelConfiguration` as coded; zero when a program configuration defines the channels.
    let channelConfiguration: UInt32
    private(set) var framesPerPacket: UInt32 = 1024
    /// Output sample rate in Hz with SBR (HE-AAC); nil without.
    private(set) var sbrSampleRate: Double?
    /// Whether parametric stereo decodes a mono core to two channels (HE-AAC v2).
    private(set) var isParametricStereo = false
    /// Whether SBR is signalled explicitly, as present or as absent.
    package private(set) var signalsSBR = false

    /// Sample rates in Hz, by `samplingFrequencyIndex`.
    package static let sampleRates: [Double] = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    private static let bandReplication: UInt32 = 5
    private static let parametricStereo: UInt32 = 29

    /// Parses the configuration.
    ///
    /// - Returns: nil when it is truncated or not AAC.
    package init?(_ bytes: [UInt8]) {
        var bits = BitReader(bytes)
        guard var type = Self.objectType(&bits), let rate = Self.sampleRate(&bits),
            let channels = bits.read(4)
        else { return nil }
        if type == Self.bandReplication || type == Self.parametricStereo {
            isParametricStereo = type == Self.parametricStereo
            signalsSBR = true
            guard let extended = Self.sampleRate(&bits), let core = Self.objectType(&bits) else {
                return nil
            }
            sbrSampleRate = extended
            type = core
        }
        objectType = type
        sampleRate = rate
        channelConfiguration = channels
        channelCount = Self.channelCount(configuration: channels)
        guard [1, 2, 3, 4].contains(type) else { return }
        if bits.read(1) == 1 { framesPerPacket = 960 }
        if bits.read(1) == 1 { _ = bits.read(14) }
        _ = bits.read(1)
        if channels == 0 {
            guard let program = ProgramConfiguration(&bits) else { return }
            channelCount = program.channelCount
        }
        guard sbrSampleRate == nil else { return }
        readBackwardExtension(&bits)
    }

    /// Whether `channelConfiguration` alone defines the speakers, in the order of the packets.
    package var hasStandardChannels: Bool {
        (1...7).contains(channelConfiguration) || [11, 12].contains(channelConfiguration)
    }

    /// The bytes of a configuration of AAC LC with another channel configuration.
    ///
    /// - Returns: nil for an extended object type or a sample rate without an index, in which the
    ///   field is elsewhere.
    static func bytes(_ bytes: [UInt8], channelConfiguration: UInt8) -> [UInt8]? {
        guard bytes.count >= 2, bytes[0] >> 3 < 31,
            bytes[0] & 7 != 7 || bytes[1] & 0x80 == 0
        else { return nil }
        var changed = bytes
        changed[1] = changed[1] & 0x87 | channelConfiguration << 3
        return changed
    }

    /// Number of channels of a channel configuration; zero for reserved values.
    ///
    /// Source: ISO/IEC 14496-3, table 1.19, "Channel Configuration".
    package static func channelCount(configuration: UInt32) -> UInt32 {
        switch configuration {
        case 1...6: configuration
        case 7, 12, 14: 8
        case 11: 7
        case 13: 24
        default: 0
        }
    }

    /// The channel configuration for a number of channels; zero when there is none.
    static func channelConfiguration(channelCount: UInt32) -> UInt32 {
        switch channelCount {
        case 1...6: channelCount
        case 7: 11
        case 8: 7
        case 24: 13
        default: 0
        }
    }

    /// Reads backward-compatible explicit SBR signalling, which follows the data that older
    /// decoders read.
    private mutating func readBackwardExtension(_ bits: inout BitReader) {
        let syncWord: UInt32 = 0x2B7
        guard bits.read(11) == syncWord, bits.read(5) == Self.bandReplication else { return }
        signalsSBR = true
        guard bits.read(1) == 1, let rate = Self.sampleRate(&bits)
        else { return }
        sbrSampleRate = rate
        let stereoSyncWord: UInt32 = 0x548
        if bits.read(11) == stereoSyncWord, bits.read(1) == 1 { isParametricStereo = true }
    }

    private static func objectType(_ bits: inout BitReader) -> UInt32? {
        guard let short = bits.read(5) else { return nil }
        guard short == 31 else { return short }
        return bits.read(6).map { 32 + $0 }
    }

    private static func sampleRate(_ bits: inout BitReader) -> Double? {
        guard let index = bits.read(4) else { return nil }
        let rate =
            index == 15
            ? bits.read(24).map(Double.init)
            : Int(index) < Self.sampleRates.count ? Self.sampleRates[Int(index)] : nil
        guard let rate, CodingLimits.sampleRate.contains(rate) else { return nil }
        return rate
    }

    /// The configuration with hierarchical explicit SBR signalling, which decoders support best.
    ///
    /// - Returns: nil for sample rates without an index.
    package func withExplicitSBR(isParametricStereo: Bool) -> [UInt8]? {
        guard channelConfiguration > 0,
            let core = Self.sampleRates.firstIndex(of: sampleRate),
            let doubled = Self.sampleRates.firstIndex(of: sampleRate * 2)
        else { return nil }
        let type = isParametricStereo ? Self.parametricStereo : Self.bandReplication
        let channels = channelConfiguration
        var bits = type << 27 | UInt32(core) << 23 | channels << 19 | UInt32(doubled) << 15
        bits |= objectType << 10
        if framesPerPacket == 960 { bits |= 1 << 9 }
        return [UInt8(bits >> 24), UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF)]
    }

    /// A configuration of plain AAC LC, for packets described only by a stream format.
    static func bytes(of format: StreamFormat) -> [UInt8] {
        let index = Self.sampleRates.firstIndex(of: format.sampleRate) ?? 4
        let channels = channelConfiguration(channelCount: format.channelCount)
        let bits = UInt16(2) << 11 | UInt16(index) << 7 | UInt16(channels) << 3
        return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    }

    /// The formats the packets can be decoded to, the richest first.
    package var formats: [StreamFormat] {
        func format(_ id: FormatID, _ rate: Double, _ frames: UInt32, _ channels: UInt32)
            -> StreamFormat
        {
            var format = StreamFormat(named: id, sampleRate: rate, channelCount: channels)
            format.framesPerPacket = frames
            return format
        }
        let core = format(.mpeg4AAC, sampleRate, framesPerPacket, channelCount)
        guard let rate = sbrSampleRate else { return [core] }
        let frames = framesPerPacket * 2
        let plain = format(.highEfficiencyAAC, rate, frames, channelCount)
        guard isParametricStereo else { return [plain, core] }
        return [format(.highEfficiencyAAC2, rate, frames, 2), plain, core]
    }
}
