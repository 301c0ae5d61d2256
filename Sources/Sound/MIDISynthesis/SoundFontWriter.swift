/// Makes a sound font of recorded sounds, for a synthesiser that plays nothing else.
///
/// Source: SoundFont Technical Specification 2.04, sections 5 to 8.
package struct SoundFontWriter {
    /// A recorded sound and the notes that play it.
    package struct Zone: Sendable {
        /// One or two channels, full scale ±1, of the same length.
        package var channels: [[Float]]
        /// Frames a second.
        package var sampleRate: Double
        /// The key at which the sound has its own pitch.
        package var rootKey: UInt8
        package var keys: ClosedRange<UInt8> = 0...127
        package var velocities: ClosedRange<UInt8> = 0...127
        /// The part that is repeated while a note lasts, in frames; `nil` plays the sound once.
        package var loop: Range<Int>?
        /// Higher by cents.
        package var tuning = 0

        package init(channels: [[Float]], sampleRate: Double, rootKey: UInt8) {
            self.channels = channels
            self.sampleRate = sampleRate
            self.rootKey = rootKey
        }
    }

    /// The largest number of samples of a sound font, in all channels of all zones.
    package static let samplesMax = 1 << 27
    /// Zeros after each sound: at least 46 are required.
    private static let guardFrames = 64
    /// The time in which a note fades out when it ends, in time cents: 0.1 s.
    private static let release: Int16 = -3986

    private let zones: [Zone]

    package init(_ zones: [Zone]) {
        self.zones = zones
    }

    /// The bytes of a sound font with one preset, of bank 0 and program 0.
    package var bytes: [UInt8] {
        var samples: [UInt8] = []
        var headers: [UInt8] = []
        var generators: [UInt8] = []
        var bags: [UInt8] = []
        var sampleCount: UInt16 = 0
        for zone in zones {
            for (index, channel) in zone.channels.prefix(2).enumerated() {
                let pan: Int16 = zone.channels.count < 2 ? 0 : index == 0 ? -500 : 500
                bags += Self.little(UInt16(generators.count / 4)) + [0, 0]
                generators += Self.generators(zone, pan: pan, sample: sampleCount)
                headers += Self.header(zone, start: samples.count / 2, count: channel.count)
                Self.append(channel, to: &samples)
                sampleCount += 1
            }
        }
        bags += Self.little(UInt16(generators.count / 4)) + [0, 0]
        generators += [0, 0, 0, 0]
        headers += Self.name("EOS") + [UInt8](repeating: 0, count: 26)
        let presets =
            Self.name("Sampler") + [UInt8](repeating: 0, count: 18) + Self.name("EOP")
            + [0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 12)
        let presetBags: [UInt8] = [0, 0, 0, 0, 1, 0, 0, 0]
        // The generator 41 names the instrument.
        let presetGenerators: [UInt8] = [41, 0, 0, 0, 0, 0, 0, 0]
        let modulators = [UInt8](repeating: 0, count: 10)
        let instruments =
            Self.name("Sampler") + [0, 0] + Self.name("EOI") + Self.little(sampleCount)
        let data =
            Self.chunk("phdr", presets) + Self.chunk("pbag", presetBags)
            + Self.chunk("pmod", modulators) + Self.chunk("pgen", presetGenerators)
            + Self.chunk("inst", instruments) + Self.chunk("ibag", bags)
            + Self.chunk("imod", modulators) + Self.chunk("igen", generators)
            + Self.chunk("shdr", headers)
        let information =
            Self.chunk("ifil", [2, 0, 1, 0]) + Self.chunk("isng", Array("EMU8000\0".utf8))
            + Self.chunk("INAM", Array("Sampler\0".utf8))
        return Self.chunk(
            "RIFF",
            Array("sfbk".utf8) + Self.chunk("LIST", Array("INFO".utf8) + information)
                + Self.chunk("LIST", Array("sdta".utf8) + Self.chunk("smpl", samples))
                + Self.chunk("LIST", Array("pdta".utf8) + data))
    }

    private static func generators(_ zone: Zone, pan: Int16, sample: UInt16) -> [UInt8] {
        func generator(_ number: UInt16, _ value: Int16) -> [UInt8] {
            little(number) + little(UInt16(bitPattern: value))
        }
        let loops: Int16 = zone.loop == nil ? 0 : 1
        return [43, 0, zone.keys.lowerBound, zone.keys.upperBound]
            + [44, 0, zone.velocities.lowerBound, zone.velocities.upperBound]
            + generator(17, pan) + generator(38, release)
            + generator(52, Int16(clamping: min(max(zone.tuning, -99), 99)))
            + generator(54, loops) + generator(58, Int16(zone.rootKey))
            + little(UInt16(53)) + little(sample)
    }

    private static func header(_ zone: Zone, start: Int, count: Int) -> [UInt8] {
        let loop = zone.loop ?? 0..<count
        let rate = UInt32(min(max(zone.sampleRate.rounded(), 400), 400_000))
        return name("Sound") + little(UInt32(start)) + little(UInt32(start + count))
            + little(UInt32(start + loop.lowerBound)) + little(UInt32(start + loop.upperBound))
            + little(rate) + [zone.rootKey, 0, 0, 0, 1, 0]
    }

    private static func append(_ channel: [Float], to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + 2 * (channel.count + guardFrames))
        for sample in channel {
            let number = sample.isFinite ? min(max(sample, -1), 1) * 32_767 : 0
            let bits = UInt16(bitPattern: Int16(number.rounded()))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bytes.append(UInt8(bits >> 8))
        }
        bytes += [UInt8](repeating: 0, count: 2 * guardFrames)
    }

    /// A name of 20 bytes.
    private static func name(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(19))
        return bytes + [UInt8](repeating: 0, count: 20 - bytes.count)
    }

    private static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
        var bytes = Array(tag.utf8) + little(UInt32(body.count))
        bytes += body
        if body.count % 2 == 1 { bytes.append(0) }
        return bytes
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
