import AudioFormats
import AudioModel
import CommandLineTool
import Glibc
import HostLinux
import SoundClient
import SoundMixer
import SoundServer

/// Plays a passage of a file on a device, at the device's pace, with an audio queue. A seek takes a
/// new one.
final class FilePlayer: Player {
    private let request: PlayRequest
    private let file: AudioFileReader
    private let passage: PlaybackRange
    private let app: AppSound
    private let device: any HostOutput

    private var queue: PassageQueue
    /// Frames of the passage before the queue's first.
    private var first: Int64 = 0
    /// Frames of the queue that were played at the last check.
    private var playedCount: Int64 = 0
    private var isPaused = false
    private var wasStopped = false

    /// Limit of the time for stopping a device that hangs.
    private static let stopTimeout = HostInterval.milliseconds(500)

    /// Starts playing, under a session of the request's category.
    init(
        _ request: PlayRequest, _ file: AudioFileReader, _ passage: PlaybackRange, on app: AppSound,
        _ device: any HostOutput
    ) throws(ProgramError) {
        self.request = request
        self.file = file
        self.passage = passage
        self.app = app
        self.device = device
        queue = try Self.queue(request, file, passage, after: 0, app, device)
        if app.connection.session.category != request.category {
            do throws(SessionError) {
                try app.request(.setCategory(request.category, .default, [], .default))
            } catch {
                try checkStatus(
                    error.rawValue, "cannot play", in: request.path,
                    advice: "try another --category")
            }
        }
        try queue.start()
    }

    private static func queue(
        _ request: PlayRequest, _ file: AudioFileReader, _ passage: PlaybackRange,
        after first: Int64, _ app: AppSound, _ device: any HostOutput
    ) throws(ProgramError) -> PassageQueue {
        let reader = try readingInput(request.path) { () throws(FormatError) in
            try PassageReader(file, passage, startingAfter: first)
        }
        return try PassageQueue(
            reader, sampleRate: file.format.sampleRate, volume: request.volume, path: request.path,
            on: app, drainTime: { device.drainTime })
    }

    /// The reason why nothing is heard although it plays; `nil` otherwise.
    var silence: String? {
        guard let number = app.streamNumbers.last,
            let verdict = app.connection.verdict(ofStream: number), verdict.state == .silent
        else { return nil }
        return verdict.reasons.map(\.sentence).joined(separator: "; ")
    }

    // MARK: Position and level

    var position: Double { Double(passage.fileFrame(after: heardCount)) / file.format.sampleRate }
    var duration: Double? { Double(passage.fileEnd) / file.format.sampleRate }
    var route: String { device.routeName }
    var level: Float { app.meters.values.map(\.outputPeak).max() ?? 0 }
    var isFinished: Bool { wasStopped || queue.drainedAt.map { LinuxClock.now >= $0 } ?? false }

    var failure: ProgramError? {
        queue.failure.map { ProgramError(.badInput, $0.description, in: request.path) }
    }

    /// Frames of the passage that have been heard.
    private var heardCount: Int64 {
        playedCount = max(playedCount, queue.playedCount ?? 0)
        let played: Int64
        // Frames in the device's buffer are not heard yet.
        let held: HostInterval
        if let drainedAt = queue.drainedAt, !wasStopped, let total = passage.totalCount {
            played = total
            held = drainedAt - LinuxClock.now
        } else {
            played = first + playedCount
            held = isPaused || wasStopped ? .zero : device.drainTime
        }
        let heldFrames = Int64(max(held.seconds, 0) * file.format.sampleRate)
        return max(played - heldFrames, first)
    }

    // MARK: Control

    func pause() throws(ProgramError) {
        isPaused = true
        try queue.pause()
    }

    func resume() throws(ProgramError) {
        isPaused = false
        try queue.start()
    }

    func seek(to seconds: Double) throws(ProgramError) {
        let frame = Int64(min(max(seconds, 0), duration ?? 0) * file.format.sampleRate)
        let goal = passage.playedCount(atFileFrame: frame, inPassOf: heardCount)
        let next = try Self.queue(request, file, passage, after: goal, app, device)
        if !isPaused { try next.start() }
        // The old queue fades out while the new one fades in.
        queue.dispose()
        queue = next
        first = goal
        playedCount = 0
    }

    func stop() {
        guard !isFinished else { return }
        let last = heardCount
        if !isPaused { awaitFade() }
        queue.dispose()
        wasStopped = true
        playedCount = last - first
    }

    /// Returns when the last frame of a fade has been heard.
    private func awaitFade() {
        let deadline = LinuxClock.now + Self.stopTimeout
        let fadeFrames = Int64(2 * PassageQueue.fadeSeconds * file.format.sampleRate)
        let end = (queue.playedCount ?? 0) + fadeFrames
        queue.fadeOut()
        while let played = queue.playedCount, played < end, LinuxClock.now < deadline {
            usleep(2_000)
        }
        let rest = min(device.drainTime, Self.stopTimeout)
        usleep(UInt32(max(rest.nanoseconds, 0) / 1000))
    }
}
