import AudioFormats
import AudioModel
import Dispatch
import HostLinux
import SoundClient

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Plays a passage of a file on a device, at the device's pace.
final class FilePlayer: Player {
    private let request: PlayRequest
    private let file: AudioFileReader
    private let passage: PlaybackRange
    private let app: AppSound
    private let device: any HostOutput

    private var voice: Voice
    private var isPaused = false
    private var wasStopped = false

    /// A voice from a start or a seek to the next seek or the end.
    private struct Voice {
        var stream: Int
        /// Frames of the passage before the voice.
        var first: Int64
        var end: VoiceCompletion
        var timer: any DispatchSourceTimer
        /// Frames of the voice that were played at the last check.
        var playedCount: Int64 = 0
    }

    /// Limit of the time for stopping a device that hangs.
    private static let stopTimeout = HostInterval.milliseconds(500)
    /// Interval at which the feed, which holds a second, is filled.
    private static let feedingInterval = DispatchTimeInterval.milliseconds(100)

    /// Starts playing.
    init(
        _ request: PlayRequest, _ file: AudioFileReader, _ passage: PlaybackRange, on app: AppSound,
        _ device: any HostOutput
    ) throws(ProgramError) {
        self.request = request
        self.file = file
        self.passage = passage
        self.app = app
        self.device = device
        voice = try Self.begin(request, file, passage, after: 0, isHeld: false, app, device)
    }

    deinit {
        voice.timer.cancel()
    }

    /// The reason why nothing is heard although it plays; `nil` otherwise.
    var silence: String? { app.silence(ofStream: voice.stream) }

    private static func begin(
        _ request: PlayRequest, _ file: AudioFileReader, _ passage: PlaybackRange,
        after first: Int64,
        isHeld: Bool, _ app: AppSound, _ device: any HostOutput
    ) throws(ProgramError) -> Voice {
        let end = VoiceCompletion()
        let feeder: FileFeeder
        do throws(FormatError) {
            feeder = try FileFeeder(file, passage, startingAfter: first)
            try feeder.topUp()
        } catch {
            throw ProgramError(.badInput, error.description, in: request.path)
        }
        let stream = try app.startPlaying(feeder.feed, request, isHeld: isHeld) { [device] _ in
            end.end(untilHeard: device.timeUntilHeard)
        }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "sori.feeding"))
        timer.schedule(deadline: .now(), repeating: feedingInterval)
        timer.setEventHandler {
            do throws(FormatError) {
                try feeder.topUp()
            } catch {
                end.fail(error)
            }
        }
        timer.resume()
        return Voice(stream: stream, first: first, end: end, timer: timer)
    }

    // MARK: Position and level

    var position: Double { seconds(passage.fileFrame(after: heard)) }
    var duration: Double? { file.duration }
    var route: String { device.routeName }

    var level: Float { app.meter(ofStream: voice.stream)?.outputPeak ?? 0 }

    var isFinished: Bool {
        wasStopped || voice.end.heardAt.map { LinuxClock.now >= $0 } ?? false
    }

    var failure: ProgramError? {
        voice.end.failure.map { ProgramError(.badInput, $0.description, in: request.path) }
    }

    /// Frames of the passage that have been heard.
    private var heard: Int64 {
        if let meter = app.meter(ofStream: voice.stream) {
            voice.playedCount = max(voice.playedCount, Int64(meter.framesPlayed))
        }
        let played: Int64
        // Frames in the device's buffer are not heard yet.
        let held: HostInterval
        if let heardAt = voice.end.heardAt, !wasStopped, let total = passage.totalCount {
            played = total
            held = heardAt - LinuxClock.now
        } else {
            played = voice.first + voice.playedCount
            held = isPaused || wasStopped ? .zero : device.timeUntilHeard
        }
        let heldFrames = Int64(max(held.seconds, 0) * file.format.sampleRate)
        return max(played - heldFrames, voice.first)
    }

    private func seconds(_ frame: Int64) -> Double { Double(frame) / file.format.sampleRate }

    // MARK: Control

    func pause() throws(ProgramError) {
        isPaused = true
        try control { () throws(SessionError) in try app.pauseStream(voice.stream) }
    }

    func resume() throws(ProgramError) {
        isPaused = false
        try control { () throws(SessionError) in try app.resumeStream(voice.stream) }
    }

    func seek(to seconds: Double) throws(ProgramError) {
        let frame = Int64(min(max(seconds, 0), file.duration) * file.format.sampleRate)
        let goal = passage.heard(atFileFrame: frame, inPassOf: heard)
        let next = try Self.begin(
            request, file, passage, after: goal, isHeld: isPaused, app, device)
        // The old voice fades out while the new one fades in.
        voice.timer.cancel()
        try control { () throws(SessionError) in try app.stopStream(voice.stream) }
        voice = next
    }

    func stop() {
        guard !isFinished else { return }
        let last = heard
        voice.timer.cancel()
        try? app.stopStream(voice.stream)
        if voice.end.wait(atMost: Self.stopTimeout), let heardAt = voice.end.heardAt {
            let rest = min(heardAt - LinuxClock.now, Self.stopTimeout)
            usleep(UInt32(max(rest.nanoseconds, 0) / 1000))
        }
        wasStopped = true
        voice.playedCount = last - voice.first
    }

    private func control(_ body: () throws(SessionError) -> Void) throws(ProgramError) {
        do throws(SessionError) {
            try body()
        } catch {
            throw ProgramError(.deviceMissing, "the player cannot be steered: \(error)")
        }
    }
}
