/// Decodes Microsoft ADPCM (format tag 2) to float.
///
/// A block's header has for each channel the index of a coefficient pair, the initial step, and the
/// first two samples, the later one first. Four-bit codes follow, the high one of a byte first,
/// channels interleaved.
///
/// Source: Microsoft Multimedia Standards Update 3.0, "Microsoft ADPCM".
final class MicrosoftADPCMDecoder: PacketDecoder {
    /// The standard coefficient pairs, which every file lists first; no known writer adds others.
    private static let coefficients: [(Int32, Int32)] = [
        (256, 0), (512, -256), (0, 0), (192, 64), (240, 0), (460, -208), (392, -232),
    ]

    private static let stepFactors: [Int32] = [
        230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230,
    ]
    private static let stepMin: Int32 = 16
    /// Limit on the step, so that a damaged file cannot overflow 32 bits.
    private static let stepMax = Int32.max / 768

    let rollPacketCount: Int64 = 0

    private let channelCount: Int
    private var channels: [Channel]

    fileprivate struct Channel {
        var coefficient: (Int32, Int32) = (0, 0)
        var step: Int32 = 0
        var last: Int32 = 0
        var beforeLast: Int32 = 0
    }

    init(channelCount: Int) {
        self.channelCount = channelCount
        channels = Array(repeating: Channel(), count: channelCount)
    }

    func reset() {}

    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int {
        let headByteCount = 7 * channelCount
        guard packet.count >= headByteCount, readHead(packet) else { return 0 }
        for channel in 0..<channelCount {
            if frameCount > 0 { samples[channel] = Float(channels[channel].beforeLast) * 0x1p-15 }
            if frameCount > 1 {
                samples[channelCount + channel] = Float(channels[channel].last) * 0x1p-15
            }
        }
        let codeCount = min(
            2 * (packet.count - headByteCount), max(frameCount - 2, 0) * channelCount)
        var output = samples + 2 * channelCount
        for index in 0..<codeCount {
            let byte = packet[headByteCount + index / 2]
            let code = Int32(index & 1 == 0 ? byte >> 4 : byte & 0x0F)
            output.pointee = Float(channels[index % channelCount].next(code)) * 0x1p-15
            output += 1
        }
        return min(2 + codeCount / channelCount, frameCount)
    }

    private func readHead(_ packet: UnsafeRawBufferPointer) -> Bool {
        func word(_ index: Int, _ channel: Int) -> Int32 {
            let offset = channelCount + 2 * (index * channelCount + channel)
            let raw = packet.loadUnaligned(fromByteOffset: offset, as: Int16.self)
            return Int32(Int16(littleEndian: raw))
        }
        for channel in 0..<channelCount {
            guard packet[channel] < Self.coefficients.count else { return false }
            channels[channel] = Channel(
                coefficient: Self.coefficients[Int(packet[channel])], step: word(0, channel),
                last: word(1, channel), beforeLast: word(2, channel))
        }
        return true
    }

    fileprivate static func nextStep(_ step: Int32, code: Int32) -> Int32 {
        min(max((stepFactors[Int(code)] &* step) >> 8, stepMin), stepMax)
    }
}

extension MicrosoftADPCMDecoder.Channel {
    fileprivate mutating func next(_ code: Int32) -> Int32 {
        let weighted = last &* coefficient.0 &+ beforeLast &* coefficient.1
        let difference = (code >= 8 ? code - 16 : code) &* step
        let sample = min(max(weighted / 256 &+ difference, -32768), 32767)
        beforeLast = last
        last = sample
        step = MicrosoftADPCMDecoder.nextStep(step, code: code)
        return sample
    }
}
