package import AudioCodecs
package import AudioFormats
package import AudioModel
package import ChannelLayouts

/// A decoder of the frames of a sound. One thread at a time.
package protocol FrameInput: AnyObject {
    var channelCount: Int { get }
    /// Moves to a frame. An input that cannot seek stays where it is.
    func seek(toFrame frame: Int64)
    /// Reads the next interleaved frames.
    ///
    /// - Returns: The number of frames; zero only at the end, and while `isWaiting`.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int
    /// Whether the last read has given no frames because they have not arrived yet.
    var isWaiting: Bool { get }
}

extension FrameInput {
    package var isWaiting: Bool { false }
}

extension FrameReader: FrameInput {}

/// A sound that can be played: a file, or a stream that arrives.
package struct SoundInput {
    package let format: StreamFormat
    package let channelLayout: ChannelLayout?
    /// The number of valid frames; `nil` for a stream, which ends when it ends and cannot seek.
    package let frameCount: Int64?
    /// Whether a sound with less than `frameCount` frames ends with its last one; otherwise that is
    /// a failure.
    let mayEndEarly: Bool
    /// Tells what the sound lacks of the audio that it states; `nil` when nothing is missing. It may
    /// read a file to its end. Of a stream it is known when its last frame has been read.
    package let missingAudio: () throws(FormatError) -> MissingAudio?
    /// What a stream has said about itself so far; `nil` for a file, which has its own.
    package let tags: () -> FileTags?
    /// Ends a stream for a reader that waits for it. Any thread.
    package let cancel: () -> Void
    /// Opens a decoder at the first frame. A stream has only one.
    package let open: () throws(FormatError) -> any FrameInput

    package var sampleRate: Double { format.sampleRate }
    package var isSeekable: Bool { frameCount != nil }
    /// The duration of the valid frames in seconds; `nil` for a stream.
    package var duration: Double? { frameCount.map { Double($0) / sampleRate } }

    /// A stream.
    ///
    /// - Parameters:
    ///   - missingAudio: Tells what was missing when it has ended.
    ///   - tags: Tells what it has said about itself so far.
    ///   - cancel: Ends it for a reader that waits for it.
    ///   - open: Returns its only decoder.
    package init(
        streamOf format: StreamFormat, channelLayout: ChannelLayout? = nil,
        missingAudio: @escaping () throws(FormatError) -> MissingAudio? = { nil },
        tags: @escaping () -> FileTags? = { nil },
        cancel: @escaping () -> Void = {},
        open: @escaping () throws(FormatError) -> any FrameInput
    ) {
        self.format = format
        self.channelLayout = channelLayout
        frameCount = nil
        mayEndEarly = true
        self.missingAudio = missingAudio
        self.tags = tags
        self.cancel = cancel
        self.open = open
    }

    /// A file.
    ///
    /// - Throws: An error for what cannot be decoded.
    package init(_ file: AudioFileReader) throws(FormatError) {
        // Fails now when the file cannot be decoded.
        _ = try FrameReader(file)
        format = file.format
        channelLayout = file.channelLayout
        frameCount = try file.frameCount()
        mayEndEarly = false
        missingAudio = { () throws(FormatError) in try file.missingAudio() }
        tags = { nil }
        cancel = {}
        open = { () throws(FormatError) in try FrameReader(file) }
    }

    /// A file that is open already, and may end early.
    init(_ file: SoundFile) {
        let reader = file.reader
        format = reader.format
        channelLayout = reader.channelLayout
        frameCount = file.frameCount
        mayEndEarly = true
        missingAudio = { () throws(FormatError) in try reader.missingAudio() }
        tags = { nil }
        cancel = {}
        open = { () throws(FormatError) in try FrameReader(reader) }
    }
}
