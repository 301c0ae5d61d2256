import AudioModel

/// A layer 3 frame header; it is part of the packet.
///
/// Source: ISO/IEC 11172-3, 2.4.1.3, and 13818-3, 2.4.2.3, with the unofficial version 2.5.
struct MP3Header: SelfFramedHeader {
    static let byteCount = 4

    let frameByteCount: Int64
    /// Bits per second.
    let bitRate: Double
    let skippedByteCount: Int64 = 0
    let framesPerPacket: Int64
    let sampleRate: Double
    let channelCount: UInt32
    /// Size of the side information, which precedes a Xing header.
    let sideByteCount: Int64

    private static let bitRates1 = [
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]
    private static let bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    init?(_ bytes: UInt64) {
        func field(_ shift: UInt64, _ bits: UInt64) -> Int {
            Int(bytes >> shift & ((1 << bits) - 1))
        }
        let version = field(19, 2)
        let rateIndex = field(10, 2)
        let bitRateIndex = field(12, 4)
        // An 11-bit sync word; version 1 is reserved; layer 3 is coded as 1. Free-format frames
        // (bit rate index 0) do not state their length and are rejected.
        guard field(21, 11) == 0x7FF, version != 1, field(17, 2) == 1, rateIndex != 3,
            (1...14).contains(bitRateIndex)
        else { return nil }
        let isVersion1 = version == 3
        let rate = [44100, 48000, 32000][rateIndex] >> (isVersion1 ? 0 : version == 2 ? 1 : 2)
        let kilobits = (isVersion1 ? Self.bitRates1 : Self.bitRates2)[bitRateIndex]
        bitRate = Double(kilobits * 1000)
        sampleRate = Double(rate)
        framesPerPacket = isVersion1 ? 1152 : 576
        frameByteCount =
            framesPerPacket / 8 * Int64(kilobits) * 1000 / Int64(rate)
            + Int64(field(9, 1))
        channelCount = field(6, 2) == 3 ? 1 : 2
        sideByteCount = isVersion1 ? (channelCount == 1 ? 17 : 32) : (channelCount == 1 ? 9 : 17)
    }

    func follows(_ first: MP3Header) -> Bool {
        sampleRate == first.sampleRate && framesPerPacket == first.framesPerPacket
    }
}
