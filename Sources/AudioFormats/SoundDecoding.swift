public import AudioCodecs
public import AudioModel
import ChannelLayouts

/// Limits on sounds that are decoded as a whole.
public enum SoundDecodingLimits {
    /// 2 GB of stereo. Longer sounds have to be read with a `FrameReader`.
    public static let framesMax: Int64 = 1 << 28
}

/// Decodes a whole file into memory as mono or stereo, at its own sample rate.
///
/// More than two channels are downmixed to stereo by `StereoDownmix`, using the file's layout.
///
/// - Throws: `unsupportedCoding`, `tooLarge` beyond `SoundDecodingLimits`, or an error of the
///   source.
public func decodeSound(_ file: AudioFileReader) throws(FormatError) -> SoundBuffer {
    let reader = try FrameReader(file)
    // Allocates for the frames present, not for those stated.
    let frameCount = min(try file.frameCount(), try file.countedFrameCount())
    guard frameCount <= SoundDecodingLimits.framesMax else {
        throw FormatError(.tooLarge("number of frames"), offset: file.dataOffset)
    }
    var failure: FormatError?
    let buffer = SoundBuffer(
        frameCount: Int(frameCount), channelCount: min(reader.channelCount, 2),
        sampleRate: file.format.sampleRate
    ) { samples in
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        do throws(FormatError) {
            if reader.channelCount <= 2 {
                _ = try reader.read(into: start, frameCount: Int(frameCount))
            } else {
                try readFolded(
                    reader,
                    StereoDownmix(channelCount: reader.channelCount, layout: file.channelLayout),
                    into: start)
            }
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return buffer
}

private func readFolded(
    _ reader: FrameReader, _ fold: StereoDownmix, into output: UnsafeMutablePointer<Float>
) throws(FormatError) {
    let pieceFrameCount = 1024
    let piece = UnsafeMutablePointer<Float>.allocate(
        capacity: pieceFrameCount * reader.channelCount)
    defer { piece.deallocate() }
    var done = 0
    while true {
        let count = try reader.read(into: piece, frameCount: pieceFrameCount)
        guard count > 0 else { return }
        fold.fold(piece, frameCount: count, into: output + 2 * done)
        done += count
    }
}
