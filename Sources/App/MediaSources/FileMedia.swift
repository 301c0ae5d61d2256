package import AudioCodecs
package import AudioFormats
import AudioModel
package import SoundClient
import Synchronization

/// The source of a local file. It is opened on a work queue; all of it is loaded then, its length is
/// exact, and a reader never waits.
package final class FileMedia: MediaSource {
    private let url: String
    private let open: @Sendable () throws(FormatError) -> AudioFileReader
    private let queue: any WorkQueue
    private let shared = Mutex(State())

    private struct State {
        var state = MediaState.unopened
        var buffer = MediaBuffer()
        var observer: (@Sendable (MediaChange) -> Void)?
        var isClosed = false
    }

    /// The sample rates that can be played, in frames a second.
    private static let sampleRates = 100.0...384_000.0

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
        let isFirst = shared.withLock { state in
            guard case .unopened = state.state, !state.isClosed else { return false }
            state.state = .opening
            return true
        }
        guard isFirst else { return }
        queue.async { [weak self] in self?.openFile() }
    }

    private func openFile() {
        guard !shared.withLock({ $0.isClosed }) else { return }
        let opened = Result { () throws(FormatError) in try contents() }
        let observer = shared.withLock { state in
            switch opened {
            case .success(let contents):
                state.state = .ready(contents)
                state.buffer = Self.buffer(of: contents)
            case .failure(let error): state.state = .failed(MediaFailure(error, url: url))
            }
            return state.observer
        }
        observer?(.state)
        observer?(.buffer)
    }

    private func contents() throws(FormatError) -> MediaContents {
        let file = try open()
        guard Self.sampleRates.contains(file.format.sampleRate) else {
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

    private static func buffer(of contents: MediaContents) -> MediaBuffer {
        var buffer = MediaBuffer()
        let duration = contents.duration ?? 0
        buffer.loaded = [0..<max(duration, 0)]
        buffer.seekable = buffer.loaded
        buffer.isFull = true
        buffer.isComplete = true
        return buffer
    }

    package var state: MediaState { shared.withLock { $0.state } }
    package var buffer: MediaBuffer { shared.withLock { $0.buffer } }
    package var transferLog: MediaTransferLog { MediaTransferLog() }

    package func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        shared.withLock { $0.observer = observer }
    }

    package func setPreferences(_ preferences: MediaPreferences) {}
    package func setPlaying(_ isPlaying: Bool) {}

    package func makeReader() throws(FormatError) -> any MediaReader {
        guard case .ready(let contents) = state, let file = contents.file else {
            throw FormatError(.missing("audio"))
        }
        return FileMediaReader(
            try FrameReader(file), sampleRate: contents.format.sampleRate,
            frameCount: contents.frameCount ?? 0)
    }

    package func close() {
        shared.withLock { state in
            state.isClosed = true
            state.observer = nil
            state.state = .unopened
        }
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
