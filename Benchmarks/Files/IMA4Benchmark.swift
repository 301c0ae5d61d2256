import AudioCodecs
import AudioModel
import CommandLineTool

/// Decodes Apple's IMA4 on one core, beside FFmpeg's decoder.
enum IMA4Benchmark {
    private static let seconds = 20
    private static let framesPerPacket = 64
    private static let bytesPerChannel = 34

    static func steps() throws(ProgramError) -> [BenchStep] {
        try [step("mono", channelCount: 1), step("stereo", channelCount: 2)]
    }

    private static func step(
        _ words: String, channelCount: Int
    ) throws(ProgramError) -> BenchStep {
        let name = "decode IMA4, \(words)"
        #if FFmpeg
            let sound = BenchSound(seconds: seconds, channelCount: channelCount)
            let packets = try making(name) { () throws(FormatError) in
                try sound.packets(try makePacketEncoder(sound.format(.appleIMA4)))
            }
            let peer = try FFmpegPacketDecoder(
                .appleIMA4, packets: packets, channelCount: channelCount)
            return BenchStep(
                Benchmark(
                    name: name, peer: "FFmpeg", unit: "sample",
                    unitCount: packets.count * framesPerPacket * channelCount,
                    goal: .speed(atLeast: 6),
                    ours: try ours(packets, sound),
                    theirs: .init { () throws(ProgramError) in
                        try peer.decodeAll(frameCount: packets.count * framesPerPacket)
                    }))
        #else
            return BenchStep(skipping: name, because: FileBench.withoutFFmpeg)
        #endif
    }

    private static func ours(
        _ packets: [[UInt8]], _ sound: BenchSound
    ) throws(ProgramError) -> Benchmark.Side {
        let format = StreamFormat(
            sampleRate: BenchSound.sampleRate, id: .appleIMA4,
            bytesPerPacket: UInt32(bytesPerChannel * sound.channelCount),
            framesPerPacket: UInt32(framesPerPacket), bytesPerFrame: 0,
            channelCount: UInt32(sound.channelCount), bitsPerChannel: 0)
        let decoder = try making("IMA4") { () throws(FormatError) in
            try makePacketDecoder(format, magicCookie: nil)
        }
        let bytes = packets.flatMap { $0 }
        // The size of the pieces that the file reader decodes.
        let pieceCount = 1 << 16 / (bytesPerChannel * sound.channelCount)
        let pieceByteCount = pieceCount * bytesPerChannel * sound.channelCount
        let samples = Buffer(byteCount: pieceCount * framesPerPacket * sound.channelCount * 4)
        return .init(
            prepare: { () throws(ProgramError) in decoder.reset() },
            work: { () throws(ProgramError) in
                bytes.withUnsafeBytes { bytes in
                    for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
                        let end = min(start + pieceByteCount, bytes.count)
                        _ = decoder.decode(
                            UnsafeRawBufferPointer(rebasing: bytes[start..<end]),
                            into: samples.start.assumingMemoryBound(to: Float.self),
                            frameCount: pieceCount * framesPerPacket)
                    }
                }
            })
    }
}
