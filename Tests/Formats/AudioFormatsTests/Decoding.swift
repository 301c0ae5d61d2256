import AudioCodecs
import AudioFormats
import AudioModel

func open(_ bytes: [UInt8]) throws(FormatError) -> AudioFileReader {
    try AudioFileReader(MemoryBytes(bytes))
}

/// All frames of a file, at its own channel count, read in pieces of `pieceFrameCount`.
func decodeFrames(_ file: AudioFileReader, pieceFrameCount: Int = 4096) throws -> [Float] {
    let reader = try FrameReader(file)
    return try decodeFrames(from: reader, pieceFrameCount: pieceFrameCount)
}

/// The frames from the reader's position to the end.
func decodeFrames(from reader: FrameReader, pieceFrameCount: Int) throws -> [Float] {
    var samples: [Float] = []
    var piece = [Float](repeating: 0, count: pieceFrameCount * reader.channelCount)
    while true {
        let count = try reader.read(into: &piece, frameCount: pieceFrameCount)
        if count == 0 { return samples }
        samples += piece[..<(count * reader.channelCount)]
    }
}

func decodeFrames(_ bytes: [UInt8], pieceFrameCount: Int = 4096) throws -> [Float] {
    try decodeFrames(open(bytes), pieceFrameCount: pieceFrameCount)
}

extension SoundBuffer {
    var allSamples: [Float] {
        Array(UnsafeBufferPointer(start: samples, count: frameCount * channelCount))
    }
}

/// Two counts, and the first index at which samples differ.
struct Difference: Equatable, CustomStringConvertible {
    var description: String

    /// Compares samples.
    ///
    /// - Parameter tolerance: The largest difference that counts as none.
    /// - Returns: nil when they are equal.
    static func between(
        _ ours: [Float], _ theirs: [Float], tolerance: Float = 0
    ) -> Difference? {
        guard ours.count == theirs.count else {
            return Difference(description: "\(ours.count) samples, not \(theirs.count)")
        }
        guard
            let index = ours.indices.first(where: {
                ours[$0] != theirs[$0] && !(abs(ours[$0] - theirs[$0]) <= tolerance)
            })
        else { return nil }
        return Difference(description: "sample \(index) is \(ours[index]), not \(theirs[index])")
    }
}
