import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool
import Dispatch
import Glibc
import Playback
import SoundClient
import SoundRuntime
import Synchronization

/// Renders a passage of a file into a WAV file, as fast as the disk allows, with an audio queue in
/// offline mode.
///
/// It cannot be paused or seek: it ends before a user would try.
final class WAVRenderer: Player {
    private let input: SoundInput
    private let speed: Double
    private let passage: PlaybackRange
    private let path: String
    private let outputPath: String
    private let outputRate: Double
    private let rendering: Rendering

    /// - Parameter outputRate: The rate of the WAV file and of `writer`, in Hz.
    init(
        _ request: PlayRequest, _ track: Track,
        into outputPath: String, _ writer: WAVFileWriter, outputRate: Double
    ) throws(ProgramError) {
        input = track.input
        passage = track.passage
        path = request.path
        self.outputPath = outputPath
        self.outputRate = outputRate
        let sourceRate = input.sampleRate
        let reader = try readingInput(request.path) { () throws(FormatError) in
            try TrackSequence(
                track, request.speed, tailFrames: sourceRate == outputRate ? 0 : 1 << 12)
        }
        speed = reader.rate
        let total = passage.totalCount.map {
            Int64((Double($0) * outputRate / sourceRate / reader.rate).rounded(.up))
        }
        let phone = EmbeddedPhone(outputRate: outputRate)
        var gain: (@Sendable (Int) -> Float)?
        if request.replayGain != .off, !StreamPath.isStream(request.path),
            WebAddress(request.path) == nil
        {
            let factor = request.replayGain.factor(ofFile: request.path)
            gain = { _ in factor }
        }
        let queue = try PassageQueue(
            reader, gain: gain, volume: request.volume,
            path: request.path, on: phone.app,
            offlineRate: outputRate)
        rendering = Rendering(
            queue, phone, writer, frameCount: input.isSeekable ? total ?? 0 : .max,
            path: outputPath, input: track.input, sourcePath: request.path)
        DispatchQueue(label: "sori.rendering").async { [rendering] in rendering.run() }
    }

    var position: Double {
        let frames = Double(rendering.writtenCount) * input.sampleRate * speed / outputRate
        return Double(passage.fileFrame(after: Int64(frames))) / input.sampleRate
    }

    var duration: Double? { input.duration }
    var volume = 1.0
    var level: Float { 0 }
    var route: String { outputPath }
    var isFinished: Bool { rendering.isOver }
    var failure: ProgramError? { rendering.failure }

    func pause() {}
    func resume() {}
    func seek(to seconds: Double) {}
    func stop() { rendering.stop() }

    func missingAudio() throws(ProgramError) -> MissingAudio? {
        try readingInput(path, input.missingAudio)
    }
}

/// Renders blocks and writes them, on a thread of its own.
///
/// Ownership: its thread uses the queue and the writer; the rest is behind a mutex.
private final class Rendering: @unchecked Sendable {
    private let queue: PassageQueue
    /// The phone lives as long as its queue.
    private let phone: EmbeddedPhone
    private let writer: WAVFileWriter
    private let frameCount: Int64
    private let path: String
    private let input: SoundInput
    private let sourcePath: String
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    private struct State {
        var writtenCount: Int64 = 0
        var isStopWanted = false
        var isOver = false
        var failure: ProgramError?
    }

    /// How long to wait for a buffer that is being decoded.
    private static let waitMicroseconds: UInt32 = 200

    init(
        _ queue: PassageQueue, _ phone: EmbeddedPhone, _ writer: WAVFileWriter, frameCount: Int64,
        path: String, input: SoundInput, sourcePath: String
    ) {
        self.queue = queue
        self.phone = phone
        self.writer = writer
        self.frameCount = frameCount
        self.path = path
        self.input = input
        self.sourcePath = sourcePath
    }

    var writtenCount: Int64 { state.withLock { $0.writtenCount } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var failure: ProgramError? { state.withLock { $0.failure } }

    /// Returns when the file is closed.
    func stop() {
        state.withLock { $0.isStopWanted = true }
        input.cancel()
        ended.wait()
        ended.signal()
    }

    func run() {
        var failure: ProgramError?
        do throws(ProgramError) { try render() } catch { failure = error }
        // The queue's callback may wait for a stream.
        input.cancel()
        queue.dispose()
        do throws(FormatError) {
            try writer.close()
        } catch {
            failure = failure ?? outputError(error, in: path)
        }
        state.withLock {
            $0.failure = failure
            $0.isOver = true
        }
        ended.signal()
    }

    private func render() throws(ProgramError) {
        try queue.start()
        var left = frameCount
        while left > 0, !state.withLock({ $0.isStopWanted }) {
            let wasEmpty = queue.isEmpty
            let count = try queue.render(frameCount: Int(clamping: left)) {
                (samples, count) throws(ProgramError) in
                do throws(FormatError) {
                    try writer.write(samples, frameCount: count)
                } catch {
                    throw outputError(error, in: path)
                }
            }
            left -= Int64(count)
            state.withLock { $0.writtenCount += Int64(count) }
            guard count == 0 else { continue }
            if wasEmpty { break }
            usleep(Self.waitMicroseconds)
        }
        if let error = queue.segment(0)?.failure {
            throw playbackError(error, of: input, in: sourcePath)
        }
    }
}
