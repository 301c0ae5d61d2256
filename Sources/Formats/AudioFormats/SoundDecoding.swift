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
    let frameCount = try presentFrameCount(file)
    var failure: FormatError?
    let buffer = SoundBuffer(
        frameCount: frameCount, channelCount: min(reader.channelCount, 2),
        sampleRate: file.format.sampleRate
    ) { samples in
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        do throws(FormatError) {
            if reader.channelCount <= 2 {
                _ = try reader.read(into: start, frameCount: frameCount)
            } else {
                try readDownmixed(
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

/// Reads a mono or stereo file of 16-bit integers into memory as it is.
///
/// - Returns: `nil` for files of other samples or channels.
/// - Throws: `tooLarge` beyond `SoundDecodingLimits`, or an error of the source.
public func readIntegerSound(
    _ file: AudioFileReader
) throws(FormatError) -> IntegerSoundBuffer? {
    let format = file.format
    guard let decoder = PCMDecoder(format), decoder.storesInt16,
        (1...2).contains(format.channelCount), format.bytesPerFrame == 2 * format.channelCount,
        format.bytesPerPacket == format.bytesPerFrame, file.contents.packets.source == nil,
        file.contents.packets.locator == nil
    else { return nil }
    let frameCount = try presentFrameCount(file)
    var failure: FormatError?
    let buffer = IntegerSoundBuffer(
        frameCount: frameCount, channelCount: Int(format.channelCount),
        sampleRate: format.sampleRate
    ) { samples in
        do throws(FormatError) {
            let readCount = try file.readPackets(
                into: UnsafeMutableRawBufferPointer(samples), at: file.primingFrames)
            guard readCount == frameCount else {
                throw FormatError(.endsEarly("audio"), offset: file.dataOffset)
            }
            decoder.orderBytes(of: samples)
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return buffer
}

/// Returns the number of frames to allocate for: those present, not those stated.
private func presentFrameCount(_ file: AudioFileReader) throws(FormatError) -> Int {
    let frameCount = min(try file.frameCount(), try file.countedFrameCount())
    guard frameCount <= SoundDecodingLimits.framesMax else {
        throw FormatError(.tooLarge("number of frames"), offset: file.dataOffset)
    }
    return Int(frameCount)
}

private func readDownmixed(
    _ reader: FrameReader, _ downmix: StereoDownmix, into output: UnsafeMutablePointer<Float>
) throws(FormatError) {
    let pieceFrameCount = 1024
    let piece = UnsafeMutablePointer<Float>.allocate(
        capacity: pieceFrameCount * reader.channelCount)
    defer { piece.deallocate() }
    var done = 0
    while true {
        let count = try reader.read(into: piece, frameCount: pieceFrameCount)
        guard count > 0 else { return }
        downmix.apply(piece, frameCount: count, into: output + 2 * done)
        done += count
    }
}
