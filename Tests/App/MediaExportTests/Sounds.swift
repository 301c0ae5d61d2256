import AudioCodecs
import AudioFormats
import AudioModel
import MediaExport

/// A WAVE file in memory of 16-bit frames.
func waveFile(
    _ samples: [Int16], sampleRate: Double = 1000, channelCount: UInt32 = 1
) throws -> AudioFileReader {
    let sink = MemorySink()
    let writer = try AudioFileWriter(
        sink, kind: .wav, format: .shorts(sampleRate: sampleRate, channelCount: channelCount))
    try samples.withUnsafeBytes { bytes in
        try writer.writeBytes(at: 0, bytes)
    }
    try writer.close()
    return try AudioFileReader(MemoryBytes(sink.bytes))
}

extension StreamFormat {
    static func shorts(sampleRate: Double = 1000, channelCount: UInt32 = 1) -> StreamFormat {
        StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: [.signedInteger, .packed],
            bytesPerPacket: 2 * channelCount, framesPerPacket: 1,
            bytesPerFrame: 2 * channelCount, channelCount: channelCount, bitsPerChannel: 16)
    }
}

/// All samples of a mix.
func samples(_ mix: TimelineMix, pieces: [Int] = [4096]) throws -> [Float] {
    var (all, index): ([Float], Int) = ([], 0)
    while true {
        var piece = [Float](repeating: 9, count: pieces[index % pieces.count] * mix.channelCount)
        index += 1
        let count = try piece.withUnsafeMutableBufferPointer { piece throws(FormatError) in
            guard let start = piece.baseAddress else { return 0 }
            return try mix.read(into: start, frameCount: piece.count / mix.channelCount)
        }
        guard count > 0 else { return all }
        all += piece.prefix(count * mix.channelCount)
    }
}
