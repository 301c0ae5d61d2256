package import AudioCodecs
package import AudioFormats
import AudioModel
package import SoundClient

/// The source of a local file. It is opened on a work queue; all of it is loaded then, its length is
/// exact, and a reader never waits.
package final class FileMedia: OpenedMedia {
    package let opening = MediaOpening()
    private let url: String
    private let open: @Sendable () throws(FormatError) -> AudioFileReader
    private let queue: any WorkQueue

    /// The file at a path; it is not opened yet.
    ///
    /// - Parameter hint: The kind to assume when the first bytes identify none.
    package convenience init(path: String, hint: ContainerKind? = nil, for app: AppSound) {
        self.init(url: path, for: app) { () throws(FormatError) in
            try AudioFileReader(path: path, hint: hint)
        }
    }

    /// A file that is opened by a closure, on a work queue.
    ///
    /// - Parameter url: Names the file in errors.
    package init(
        url: String, for app: AppSound,
        open: @escaping @Sendable () throws(FormatError) -> AudioFileReader
    ) {
        self.url = url
        self.open = open
        queue = MediaWork.of(app).next()
    }

    package func load() {
        opening.begin(queue.async) { [weak self] in self?.opened() }
    }

    private func opened() -> MediaState {
        do throws(FormatError) {
            return .ready(try contents())
        } catch {
            return .failed(MediaFailure(error, url: url))
        }
    }

    private func contents() throws(FormatError) -> MediaContents {
        let file = try open()
        guard StreamFormat.playableSampleRates.contains(file.format.sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        // Throws for a coding without a decoder.
        _ = try FrameReader(file)
        var contents = MediaContents(
            format: file.format, channelLayout: file.channelLayout,
            frameCount: try file.frameCount())
        contents.file = file
        return contents
    }

    package func makeReader() throws(FormatError) -> any MediaReader {
        guard case .ready(let contents) = state, let file = contents.file else {
            throw FormatError(.missing("audio"))
        }
        return FileMediaReader(
            try FrameReader(file), sampleRate: contents.format.sampleRate,
            frameCount: contents.frameCount ?? 0)
    }
}

/// Decodes a local file.
private final class FileMediaReader: MediaReader {
    let channelCount: Int
    let sampleRate: Double
    private let frames: FrameReader
    private let frameCount: Int64

    init(_ frames: FrameReader, sampleRate: Double, frameCount: Int64) {
        self.frames = frames
        self.sampleRate = sampleRate
        self.frameCount = frameCount
        channelCount = frames.channelCount
    }

    func seek(toFrame frame: Int64, exactly: Bool) -> Int64 {
        let frame = min(max(frame, 0), frameCount)
        frames.seek(toFrame: frame)
        return frame
    }

    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> MediaRead {
        let count = try frames.read(into: samples, frameCount: frameCount)
        return count > 0 ? .frames(count) : .ended
    }
}
