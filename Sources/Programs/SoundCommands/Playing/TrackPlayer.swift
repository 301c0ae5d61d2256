import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool
import Glibc
import HostLinux
import Playback
import SoundClient
import SoundMixer
import SoundServer

/// Plays a track on a device, at the device's pace, with an audio queue that goes on with the next
/// tracks. A seek takes a new queue.
final class TrackPlayer: Player {
    private var request: PlayRequest
    private let track: Track
    private let app: AppSound
    private let device: ConnectingOutput
    private let tracks: PlayListTracks

    private(set) var queue: PassageQueue
    /// The place of the track in the queue's segments.
    private var segmentNumber: Int
    /// The greatest known number of the queue's frames that have been heard.
    private var playedFrames: Double = 0
    private(set) var isPaused = false
    private var wasStopped = false
    private var keptPosition: Double?

    /// A sound that was left this near to its end begins again.
    private static let restSeconds = 1.0
    /// Limit of the time for stopping a device that hangs.
    private static let stopTimeout = HostInterval.milliseconds(500)

    /// Starts playing, under a session of the request's category.
    ///
    /// - Parameter tracks: The list's tracks, of which the queue goes on with those behind `track`.
    init(
        _ request: PlayRequest, _ track: Track, of tracks: PlayListTracks, on app: AppSound,
        _ device: ConnectingOutput
    ) throws(ProgramError) {
        self.request = request
        self.track = track
        self.app = app
        self.device = device
        self.tracks = tracks
        volume = request.volume
        isMuted = request.isMuted
        segmentNumber = 0
        let duration = track.input.duration ?? 0
        let start = request.resumeAt < duration - Self.restSeconds ? request.resumeAt : 0
        let first = track.passage.playedCount(
            atFileFrame: Int64(start * track.input.sampleRate), inPassOf: 0)
        queue = try Self.queue(request, track, after: first, app, device, tracks)
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

    /// Takes over the queue of a player that has played its track.
    ///
    /// - Returns: `nil` when the queue does not go on with the track at `index`.
    init?(continuing last: TrackPlayer, _ request: PlayRequest, at index: Int) {
        let number = last.segmentNumber + 1
        guard !last.wasStopped, let segment = last.queue.segment(number),
            segment.track.place == index
        else { return nil }
        self.request = request
        track = segment.track
        app = last.app
        device = last.device
        tracks = last.tracks
        volume = last.volume
        isMuted = last.isMuted
        isPaused = last.isPaused
        queue = last.queue
        segmentNumber = number
        playedFrames = last.playedFrames
        queue.forget(before: number)
    }

    /// Takes the error of a file that the queue has skipped, when it is the file's turn; `nil` for a
    /// file that it has not.
    func takeFailure(ofSkipped index: Int) -> ProgramError? {
        wasStopped ? nil : tracks.takeFailure(at: index)
    }

    private static func queue(
        _ request: PlayRequest, _ track: Track, after first: Int64,
        _ app: AppSound, _ device: ConnectingOutput, _ tracks: PlayListTracks
    ) throws(ProgramError) -> PassageQueue {
        let reader = try readingInput(request.path) { () throws(FormatError) in
            try TrackSequence(track, startingAfter: first, request.speed)
        }
        var gain: (@Sendable (Int) -> Float)?
        if request.replayGain != .off { gain = { place in tracks.gain(at: place) } }
        return try PassageQueue(
            reader, of: tracks,
            gain: gain,
            volume: request.isMuted ? 0 : request.volume, path: request.path,
            on: app,
            drainTime: { device.drainTime })
    }

    func missingAudio() throws(ProgramError) -> MissingAudio? {
        try readingInput(request.path, track.input.missingAudio)
    }

    /// The reason why nothing is heard although it plays; `nil` otherwise.
    var silence: String? {
        guard let number = app.streamNumbers.last,
            let verdict = app.connection.verdict(ofStream: number), verdict.state == .silent
        else { return nil }
        return verdict.reasons.map(\.sentence).joined(separator: "; ")
    }

    // MARK: Position and level

    var position: Double {
        if let keptPosition { return keptPosition }
        return Double(track.passage.fileFrame(after: heardCount)) / track.input.sampleRate
    }

    var duration: Double? { track.input.duration }

    var route: String { device.routeName }
    var level: Float { app.meters.values.map(\.outputPeak).max() ?? 0 }

    var volume: Double {
        didSet { applyVolume() }
    }

    var isMuted: Bool {
        didSet { applyVolume() }
    }

    private func applyVolume() {
        (request.volume, request.isMuted) = (volume, isMuted)
        queue.setVolume(isMuted ? 0 : volume)
    }

    var about: SoundAbout { track.input.tags().map { SoundAbout($0) } ?? fileAbout }

    /// Read when it is shown first: playback begins without it.
    private lazy var fileAbout =
        StreamPath.isStream(request.path) ? SoundAbout() : SoundAbout(ofFile: request.path)

    var isFinished: Bool {
        if wasStopped { return true }
        if queue.segment(segmentNumber + 1) != nil, let end = queue.segment(segmentNumber)?.end {
            return sourceFrames >= Double(end)
        }
        return queue.drainedAt.map { LinuxClock.now >= $0 } ?? false
    }

    var failure: ProgramError? {
        guard isFinished else { return nil }
        return queue.segment(segmentNumber)?.failure.map {
            playbackError($0, of: track.input, in: request.path)
        }
    }

    /// The queue's frames that have been heard, in frames of the tracks before the speed changed.
    private var sourceFrames: Double {
        let played = Double(queue.playedCount)
        // Frames in the device's buffer are not heard yet.
        let held: HostInterval
        if let drainedAt = queue.drainedAt, !wasStopped {
            held = drainedAt - LinuxClock.now
        } else {
            held = isPaused || wasStopped ? .zero : device.drainTime
        }
        let heard = played - max(held.seconds, 0) * queue.sampleRate
        playedFrames = max(playedFrames, heard)
        return playedFrames * queue.rate
    }

    /// Frames of the passage that have been heard.
    private var heardCount: Int64 {
        guard let segment = queue.segment(segmentNumber) else { return 0 }
        let isDrained = queue.drainedAt.map { LinuxClock.now >= $0 } ?? false
        let isLast = queue.segment(segmentNumber + 1) == nil
        let frames =
            !wasStopped && isDrained && isLast
            ? Double(segment.end ?? segment.start)
            : min(sourceFrames, segment.end.map(Double.init) ?? .infinity)
        if frames == segment.end.map(Double.init), segment.failure == nil, track.input.isSeekable,
            let total = track.passage.totalCount
        {
            return total
        }
        let inQueue = max(frames - Double(segment.start), 0)
        return segment.first + Int64(inQueue * track.input.sampleRate / queue.sampleRate)
    }

    // MARK: Control

    func pause() throws(ProgramError) {
        isPaused = true
        try queue.pause()
    }

    func resume() throws(ProgramError) {
        isPaused = false
        device.release()
        try queue.start()
    }

    var removedDevice: String? { device.removedSink }
    var hasDevice: Bool { device.hasSink }

    func seek(to seconds: Double) throws(ProgramError) {
        guard let duration else { return }
        let frame = Int64(min(max(seconds, 0), duration) * track.input.sampleRate)
        try goOn(after: track.passage.playedCount(atFileFrame: frame, inPassOf: heardCount))
    }

    var rate: Double { request.speed.rate }

    var rateRefusal: String? {
        guard track.input.isSeekable else { return "a stream keeps its speed" }
        return MachinePlayers.canChangeSpeed ? nil : "the speed needs SoundTouch"
    }

    func setRate(_ rate: Double) throws(ProgramError) {
        let goal = heardCount
        request.speed.rate = rate
        try goOn(after: goal)
    }

    /// Goes on after frames of the passage, with a queue of its own.
    private func goOn(after goal: Int64) throws(ProgramError) {
        let following = try Self.queue(request, track, after: goal, app, device, tracks)
        if !isPaused { try following.start() }
        // The old queue fades out while the new one fades in.
        queue.dispose()
        queue = following
        segmentNumber = 0
        playedFrames = 0
    }

    func stop() {
        guard !isFinished else { return }
        let last = position
        if !isPaused { awaitFade() }
        queue.dispose()
        wasStopped = true
        keptPosition = last
    }

    /// Returns when the last frame of a fade has been heard.
    private func awaitFade() {
        let deadline = LinuxClock.now + Self.stopTimeout
        let fadeFrames = Int64(2 * PassageQueue.fadeSeconds * queue.sampleRate)
        let end = queue.playedCount + fadeFrames
        queue.fadeOut()
        while queue.isRunning, queue.playedCount < end, LinuxClock.now < deadline {
            usleep(2_000)
        }
        let rest = min(device.drainTime, Self.stopTimeout)
        usleep(UInt32(max(rest.nanoseconds, 0) / 1000))
    }
}
