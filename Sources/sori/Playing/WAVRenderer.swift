import AudioFormats
import AudioModel
import HostLinux
import SoundClient
import Synchronization

/// Renders a passage of a file into a WAV file, as fast as the disk allows.
///
/// It cannot be paused or seek: it ends before a user would try.
final class WAVRenderer: Player {
    private let file: AudioFileReader
    private let passage: PlaybackRange
    private let outputPath: String
    private let device: SinkOutput
    private let writing: Writing

    /// Frames per block.
    private static let blockFrames = 1024

    /// - Parameter app: An app without streams, with a mixer that runs at `outputRate`.
    init(
        _ request: PlayRequest, _ file: AudioFileReader, _ passage: PlaybackRange,
        into outputPath: String,
        _ writer: WAVFileWriter, on app: AppSound
    ) throws(ProgramError) {
        self.file = file
        self.passage = passage
        self.outputPath = outputPath
        let rate = app.mixer.outputRate
        let feeder: FileFeeder
        do throws(FormatError) {
            feeder = try FileFeeder(file, passage, startingAfter: 0)
            try feeder.topUp()
        } catch {
            throw ProgramError(.badInput, error.description, in: request.path)
        }
        let total = Double(passage.totalCount ?? 0) * rate / file.format.sampleRate
        let writing = Writing(
            writer, feeder, frameCount: Int64(total.rounded(.up)), path: outputPath,
            sourcePath: request.path)
        self.writing = writing
        device = SinkOutput(
            sampleRate: rate, blockFrames: Self.blockFrames, routeName: outputPath,
            sink: { try writing.take($0, frameCount: $1) }, failed: { writing.end($0) })
        // The voice starts before the device, so that the first frame written is the passage's
        // first.
        _ = try app.startPlaying(feeder.feed, request) { _ in }
        do throws(OutputError) {
            try device.start(app.output)
        } catch {
            throw ProgramError(.deviceMissing, error.why, in: error.what, advice: error.advice)
        }
    }

    var position: Double {
        let frames = Double(writing.writtenCount) * file.format.sampleRate / device.sampleRate
        return Double(passage.fileFrame(after: Int64(frames))) / file.format.sampleRate
    }

    var duration: Double? { file.duration }
    var level: Float { 0 }
    var route: String { outputPath }
    var isFinished: Bool { writing.isOver }
    var failure: ProgramError? { writing.failure }

    func pause() {}
    func resume() {}
    func seek(to seconds: Double) {}

    func stop() {
        device.stop()
        writing.end(nil)
    }
}

/// Writes blocks and decodes the next ones, on the device's thread.
///
/// Ownership: the device's thread uses the writer and the feeder; after it has ended, the caller
/// does. The counters are behind a mutex.
private final class Writing: @unchecked Sendable {
    private let writer: WAVFileWriter
    private let feeder: FileFeeder
    private let frameCount: Int64
    private let path: String
    private let sourcePath: String
    private let state = Mutex(State())

    private struct State {
        var writtenCount: Int64 = 0
        var isOver = false
        var failure: ProgramError?
    }

    /// Thrown when all frames have been written.
    private struct Complete: Error {}

    init(
        _ writer: WAVFileWriter, _ feeder: FileFeeder, frameCount: Int64, path: String,
        sourcePath: String
    ) {
        self.writer = writer
        self.feeder = feeder
        self.frameCount = frameCount
        self.path = path
        self.sourcePath = sourcePath
    }

    var writtenCount: Int64 { state.withLock { $0.writtenCount } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var failure: ProgramError? { state.withLock { $0.failure } }

    /// Writes a block. Device's thread.
    func take(_ samples: UnsafePointer<Float>, frameCount: Int) throws {
        let left = self.frameCount - writtenCount
        let count = min(frameCount, Int(left))
        do throws(FormatError) {
            try writer.write(samples, frameCount: count)
        } catch {
            throw cannotWrite(error)
        }
        state.withLock { $0.writtenCount += Int64(count) }
        guard Int64(count) < left else { throw Complete() }
        do throws(FormatError) {
            try feeder.topUp()
        } catch {
            throw ProgramError(.badInput, error.description, in: sourcePath)
        }
    }

    /// Closes the file, once; called on the device's thread, or after that has ended.
    ///
    /// - Parameter reason: The error that ended the thread; `nil` if it was stopped.
    func end(_ reason: (any Error)?) {
        guard !isOver else { return }
        var failure = reason as? ProgramError
        do throws(FormatError) {
            try writer.close()
        } catch {
            failure = failure ?? cannotWrite(error)
        }
        state.withLock {
            $0.failure = failure
            $0.isOver = true
        }
    }

    private func cannotWrite(_ error: FormatError) -> ProgramError {
        ProgramError(.deviceMissing, error.description, in: path, advice: "make room")
    }
}
