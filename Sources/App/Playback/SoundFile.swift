package import AudioCodecs
package import AudioFiles
package import AudioFormats
import AudioModel
import ChannelLayouts

/// A sound file that can be decoded from any frame. Immutable; any thread.
package final class SoundFile: Sendable {
    /// The file's headers and packets.
    package let reader: AudioFileReader
    /// The number of valid frames.
    package let frameCount: Int64
    /// The number of channels in the file.
    package let channelCount: Int
    /// The sample rate in frames a second.
    package var sampleRate: Double { reader.format.sampleRate }

    /// Opens the file at `path`.
    ///
    /// - Parameter hint: The kind to assume when the first bytes identify none.
    package convenience init(
        path: String, hint: ContainerKind? = nil
    ) throws(AudioFileError) {
        do throws(FormatError) {
            try self.init(AudioFileReader(path: path, hint: hint))
        } catch {
            throw AudioFileError(error)
        }
    }

    /// Opens a file in memory.
    ///
    /// - Parameter hint: The kind to assume when the first bytes identify none.
    package convenience init(
        bytes: any ByteSource, hint: ContainerKind? = nil
    ) throws(AudioFileError) {
        do throws(FormatError) {
            try self.init(AudioFileReader(bytes, hint: hint))
        } catch {
            throw AudioFileError(error)
        }
    }

    private init(_ reader: AudioFileReader) throws(FormatError) {
        guard StreamFormat.playableSampleRates.contains(reader.format.sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        self.reader = reader
        channelCount = Int(reader.format.channelCount)
        frameCount = try reader.frameCount()
        // Throws for a coding without a decoder; the decoder itself is opened when it is needed.
        _ = try FrameReader(reader)
    }

    /// The duration of the valid frames, in seconds.
    package var duration: Double { Double(frameCount) / sampleRate }

    /// The downmix to stereo for more than two channels; `nil` for mono and stereo.
    var stereoDownmix: StereoDownmix? {
        channelCount > 2
            ? StereoDownmix(channelCount: channelCount, layout: reader.channelLayout) : nil
    }

    /// Opens a decoder at a frame.
    func open(atFrame frame: Int64) throws(FormatError) -> FrameReader {
        let frames = try FrameReader(reader)
        frames.seek(toFrame: frame)
        return frames
    }
}
