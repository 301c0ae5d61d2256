import AudioCodecs
import AudioConversion
import AudioFiles
import AudioFormats
import ChannelLayouts
import SoundMixer

/// Decodes one file to stereo frames at a given rate. One thread at a time.
final class TrackSource {
    private let file: SoundFile
    private let decoder: FrameReader
    private let resampler: StreamResampler?
    private let downmix: StereoDownmix?
    private var isAtEnd = false
    /// The frames that are left until the requested end; `nil` when the file's end is the end.
    private var framesLeft: Int64?
    /// Why decoding ended before the file's last frame; `nil` otherwise.
    private(set) var failure: AudioFileError?

    /// The largest number of frames of one `read`.
    static let blockFrames = StreamResampler.blockFrames

    /// - Parameters:
    ///   - end: The frame behind the last one that is read; `nil` for the file's end.
    ///   - outputRate: The rate of the frames that are read, in frames a second.
    init(
        _ file: SoundFile, fromFrame frame: Int64, toFrame end: Int64? = nil, outputRate: Double
    ) throws(AudioFileError) {
        self.file = file
        framesLeft = end.map { max($0 - frame, 0) }
        do throws(FormatError) {
            decoder = try file.open(atFrame: frame)
        } catch {
            throw AudioFileError(error)
        }
        downmix = file.stereoDownmix
        resampler =
            file.sampleRate == outputRate
            ? nil
            : StreamResampler(
                RateRatio(from: file.sampleRate, to: outputRate), channelCount: 2,
                quality: RateConversionQuality(), method: .normal, edges: .reflected)
    }

    /// Reads interleaved stereo frames.
    ///
    /// - Parameter frameCount: At most `blockFrames`.
    /// - Returns: Frames read; zero only at the end.
    func read(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard let resampler else { return decode(into: output, frameCount: frameCount) }
        let input = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.blockFrames)
        defer { input.deallocate() }
        while resampler.readyCount == 0, !isAtEnd {
            let count = decode(
                into: input, frameCount: min(resampler.room, Self.blockFrames))
            if count > 0 {
                resampler.append(input, count: count)
            } else {
                isAtEnd = true
                resampler.end()
            }
        }
        let count = min(resampler.readyCount, frameCount)
        if count > 0 { resampler.read(into: output, count: count) }
        return count
    }

    private func decode(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard file.channelCount != 2 else { return read(output, frameCount) }
        let samples = UnsafeMutablePointer<Float>.allocate(
            capacity: frameCount * file.channelCount)
        defer { samples.deallocate() }
        let count = read(samples, frameCount)
        if let downmix {
            downmix.apply(samples, frameCount: count, into: output)
        } else {
            for frame in 0..<count {
                output[2 * frame] = samples[frame]
                output[2 * frame + 1] = samples[frame]
            }
        }
        return count
    }

    private func read(_ output: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int {
        let wanted = min(Int64(frameCount), framesLeft ?? .max)
        guard failure == nil, wanted > 0 else { return 0 }
        do throws(FormatError) {
            let count = try decoder.read(into: output, frameCount: Int(wanted))
            framesLeft = framesLeft.map { $0 - Int64(count) }
            return count
        } catch {
            failure = AudioFileError(error)
            return 0
        }
    }
}
