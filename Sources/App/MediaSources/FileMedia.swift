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
    /// The tracks of a movie without sound; none of everything else.
    private let silentTracks: @Sendable () -> [StoredTrack]
    private let queue: any WorkQueue

    /// The file at a path; it is not opened yet.
    ///
    /// - Parameter hint: The kind to assume when the first bytes identify none.
    package convenience init(path: String, hint: ContainerKind? = nil, for app: AppSound) {
        self.init(
            url: path, for: app,
            silentTracks: { StoredTrack.list(ofSilentMovie: path) }
        ) { () throws(FormatError) in
            try AudioFileReader(path: path, hint: hint)
        }
    }

    /// A file that is opened by a closure, on a work queue.
    ///
    /// - Parameters:
    ///   - url: Names the file in errors.
    ///   - silentTracks: Asked when it does not open: the tracks of a movie without sound, of which
    ///     the time passes in silence; none where it is no movie.
    package init(
        url: String, for app: AppSound,
        silentTracks: @escaping @Sendable () -> [StoredTrack] = { [] },
        open: @escaping @Sendable () throws(FormatError) -> AudioFileReader
    ) {
        self.url = url
        self.open = open
        self.silentTracks = silentTracks
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
        let file: AudioFileReader
        do throws(FormatError) {
            file = try open()
        } catch {
            guard let contents = MediaContents(silentTracks: silentTracks()) else { throw error }
            return contents
        }
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
        guard case .ready(let contents) = state else { throw FormatError(.missing("audio")) }
        guard let file = contents.file else {
            return SilentReader(
                sampleRate: contents.format.sampleRate, frameCount: contents.frameCount ?? 0)
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

extension MediaContents {
    /// A movie without sound; `nil` for no length.
    fileprivate init?(silentTracks tracks: [StoredTrack]) {
        guard let seconds = tracks.map(\.seconds).max(), seconds > 0 else { return nil }
        let rate = 48_000.0
        self.init(
            format: StreamFormat(
                sampleRate: rate, id: .linearPCM, flags: [.float, .packed], bytesPerPacket: 4,
                framesPerPacket: 1, bytesPerFrame: 4, channelCount: 1, bitsPerChannel: 32),
            frameCount: Int64(min(seconds * rate, 0x1p52)))
        silentTracks = tracks
    }
}

/// The silence of a movie without sound.
private final class SilentReader: MediaReader {
    let channelCount = 1
    let sampleRate: Double
    private let frameCount: Int64
    private var position: Int64 = 0

    init(sampleRate: Double, frameCount: Int64) {
        self.sampleRate = sampleRate
        self.frameCount = frameCount
    }

    func seek(toFrame frame: Int64, exactly: Bool) -> Int64 {
        position = min(max(frame, 0), frameCount)
        return position
    }

    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount wanted: Int
    ) throws(FormatError) -> MediaRead {
        let count = Int(min(Int64(wanted), frameCount - position))
        guard count > 0 else { return .ended }
        samples.update(repeating: 0, count: count)
        position += Int64(count)
        return .frames(count)
    }
}
