import AudioCodecs
import AudioModel
import Testing

@Suite("The largest packet that a coding can have")
struct PacketBoundTests {
    @Test(
        "is told by the format, not by the size of the file",
        arguments: [
            ("aac ", 2, 1024, 0, 1536), ("aac ", 6, 1024, 0, 4608), ("aacp", 2, 2048, 0, 1536),
            (".mp3", 2, 1152, 0, 968), (".mp2", 2, 1152, 0, 2881), (".mp1", 2, 384, 0, 1540),
            ("ac-3", 6, 1536, 0, 3840), ("ec-3", 6, 1536, 0, 4096),
            ("samr", 1, 160, 0, 32), ("samr", 1, 1600, 0, 320), ("sawb", 1, 320, 0, 61),
            // 4096 uncompressed stereo frames of 16 bits take 16,384 bytes.
            ("alac", 2, 4096, 1, 16_928), ("alac", 1, 4096, 3, 12_824),
            ("flac", 2, 4608, 1, 19_042),
            // 20 ms are at most eight frames of 1275 bytes, each with a length.
            ("opus", 2, 960, 0, 10_218), ("opus", 1, 0, 0, 61_298), ("opus", 6, 960, 0, 61_308),
        ] as [(FourCC, UInt32, UInt32, UInt32, UInt32)])
    func bound(
        id: FourCC, channels: UInt32, frames: UInt32, flags: UInt32, expected: UInt32
    ) {
        let format = StreamFormat(
            sampleRate: 48_000, id: FormatID(rawValue: id), flags: FormatFlags(rawValue: flags),
            bytesPerPacket: 0,
            framesPerPacket: frames, bytesPerFrame: 0, channelCount: channels, bitsPerChannel: 0)
        #expect(format.packetByteCountMax == expected)
    }

    @Test(
        "of MP3 is what Apple's tells",
        arguments: [(44_100, 1052), (16_000, 728), (8000, 1448), (0, 1448)])
    func layer3(rate: Double, expected: UInt32) {
        var format = StreamFormat(
            sampleRate: rate, id: .mpegLayer3, bytesPerPacket: 0, framesPerPacket: 0,
            bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
        #expect(format.packetByteCountMax == expected)
        format.sampleRate = .nan
        #expect(format.packetByteCountMax == 1448)
    }

    @Test("is not known of codings without one, and is their size where packets have one")
    func others() {
        var format = StreamFormat(
            sampleRate: 48_000, id: .vorbis, bytesPerPacket: 0, framesPerPacket: 0,
            bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
        #expect(format.packetByteCountMax == nil)
        format.bytesPerPacket = 7
        #expect(format.packetByteCountMax == 7)
    }

    @Test("is no estimate for whatever numbers a file holds")
    func hostile() {
        for id in ["aac ", "samr", "alac", "flac", "opus"] as [FourCC] {
            for number in [0, 1, .max] as [UInt32] {
                let format = StreamFormat(
                    sampleRate: 48_000, id: FormatID(rawValue: id),
                    flags: FormatFlags(rawValue: number), bytesPerPacket: 0,
                    framesPerPacket: number, bytesPerFrame: 0, channelCount: number,
                    bitsPerChannel: number)
                #expect(format.packetByteCountMax != nil)
            }
        }
    }
}
