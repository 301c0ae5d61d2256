import AudioModel
import CAudioToolbox
import MIDISynthesis
import SoundClient
import SoundMixer
import Synchronization

/// The default instrument of a music player, which plays through a stream of the app's.
///
/// A work queue renders a little ahead of the device. Rendering takes no virtual time.
///
/// Ownership: the mutex guards all mutable state, and the instrument while it renders; it is not
/// held while the server or the sequencer is called.
final class InstrumentOutput: MusicOutput, MusicEventDestination, @unchecked Sendable {
    private let app: AppSound
    private let work: any WorkQueue
    private let instrument = Instrument()
    private let sampleRate: Double
    private let state = Mutex(State())

    /// How far ahead of the device the instrument is rendered.
    private static let aheadSeconds = 0.2
    /// Frames rendered at a time.
    private static let pieceFrames = 512
    /// The rate where the device's cannot be rendered.
    private static let defaultSampleRate = 48_000.0

    private struct State: Sendable {
        var isLoaded = false
        var run: Run?
        /// The number of the next frame to render.
        var frame: Int64 = 0
        weak var sequencer: Sequencer?
    }

    /// One playing, from a start to a stop.
    ///
    /// Ownership: the output's mutex guards it; closures of the stream only carry the reference.
    private final class Run: @unchecked Sendable {
        let feed: VoiceFeedWriter
        let startFrame: Int64
        var stream: Int?
        /// The time at which the feed's first frame was heard.
        var origin: HostTime?
        /// Whether the policy has paused the stream.
        let isPaused = Atomic(false)

        init(_ feed: VoiceFeedWriter, startFrame: Int64) {
            (self.feed, self.startFrame) = (feed, startFrame)
        }
    }

    init(_ app: AppSound) {
        self.app = app
        work = app.environment.makeWorkQueue(label: "sori.musicplayer")
        let rate = app.mixer.outputRate
        sampleRate =
            SoundFontSynthesizer.sampleRates.contains(rate) ? rate : Self.defaultSampleRate
    }

    // MARK: Control

    func destinations(_ nodes: [AUNode?]) -> [any MusicEventDestination] { nodes.map { _ in self } }

    var silentDestination: any MusicEventDestination { self }

    func betweenSlices(_ body: () -> Void) { body() }

    func resume() -> Bool { false }

    func start(_ sequencer: Sequencer) throws(MusicError) {
        try start()
        noteUserEvents()
    }

    /// Loads the instrument, once.
    func load() throws(MusicError) {
        guard !state.withLock({ $0.isLoaded }) else { return }
        instrument.prepare(sampleRate: sampleRate, maximumFrameCount: Self.pieceFrames)
        do {
            try instrument.load(.memory(DefaultInstrument.soundFont), preset: (0, 0))
        } catch {
            throw .noInstrument
        }
        state.withLock { $0.isLoaded = true }
    }

    /// Whether the device plays the instrument, or will.
    var isRunning: Bool {
        state.withLock { $0.run.map { !$0.isPaused.load(ordering: .acquiring) } ?? false }
    }

    /// Begins to render and to play.
    private func start() throws(MusicError) {
        let (run, sequencer) = state.withLock { state in
            let run = Run(
                VoiceFeedWriter(
                    channelCount: 2, sampleRate: sampleRate, capacityFrames: aheadFrames),
                startFrame: state.frame)
            state.run = run
            fill(run, &state)
            return (run, state.sequencer)
        }
        sequencer?.transport?.expectStart(at: app.environment.now.nanoseconds)
        setRefillThreshold(run)
        do throws(SessionError) {
            let stream = try app.startStream(
                .unit, .feed(run.feed.reader),
                watcher: StreamWatcher(
                    progressed: { [weak self] in self?.schedulePump() },
                    transportChanged: { run.isPaused.store($0 != .running, ordering: .releasing) }
                )
            ) { [weak self, weak run] _ in
                // The system has ended it: time stands still until the next start.
                guard let self, let run else { return }
                noteHeard()
                state.withLock { if $0.run === run { $0.run = nil } }
            }
            let isOver = state.withLock { state in
                run.stream = stream
                return state.run !== run
            }
            if isOver { try? app.stopStream(stream) }
        } catch {
            state.withLock { if $0.run === run { $0.run = nil } }
            throw .session(error)
        }
    }

    /// Ends all sound.
    func stop() {
        let stream = state.withLock { state in
            defer { state.run = nil }
            return state.run?.stream
        }
        // Fails only for a stream that has ended already.
        if let stream { try? app.stopStream(stream) }
        state.withLock { _ in instrument.silence() }
    }

    func setPart(_ part: SequencePart?, of sequencer: Sequencer, keepsNotes: Bool) {
        let isJump = state.withLock { state in
            instrument.setPart(part, of: sequencer, keepsNotes: keepsNotes)
            state.sequencer = part == nil ? nil : sequencer
            return !keepsNotes && part != nil && state.run != nil
        }
        // What has been rendered ahead is not heard.
        if isJump {
            stop()
            try? start()
        }
    }

    // MARK: The pump

    private var aheadFrames: Int { Int(sampleRate * Self.aheadSeconds) }

    private func schedulePump() {
        work.async { [weak self] in self?.pump() }
    }

    private func pump() {
        state.withLock { state in
            if let run = state.run { fill(run, &state) }
        }
        noteUserEvents()
    }

    /// Takes the user events over that have been rendered, and hands on those that have been heard.
    func noteUserEvents() {
        let (run, sequencer) = state.withLock { ($0.run, $0.sequencer) }
        guard let run else { return }
        noteHeard()
        sequencer?.deliverUserEvents()
        setRefillThreshold(run)
    }

    /// Renders as much as there is room for. With the mutex held.
    private func fill(_ run: Run, _ state: inout State) {
        var left = [Float](repeating: 0, count: Self.pieceFrames)
        var right = left
        var both = [Float](repeating: 0, count: 2 * Self.pieceFrames)
        while true {
            let room = min(
                aheadFrames - (run.feed.writtenFrames - run.feed.takenFrames), run.feed.freeFrames)
            let count = min(room, Self.pieceFrames)
            guard count > 0 else { return }
            left.withUnsafeMutableBufferPointer { left in
                right.withUnsafeMutableBufferPointer { right in
                    guard let left = left.baseAddress, let right = right.baseAddress else { return }
                    _ = instrument.render(
                        [left, right], channelCount: 2, frameCount: count,
                        sampleTime: state.frame)
                }
            }
            for frame in 0..<count {
                both[2 * frame] = left[frame]
                both[2 * frame + 1] = right[frame]
            }
            _ = run.feed.write(both, frameCount: count)
            state.frame += Int64(count)
        }
    }

    /// Sets the frame at which to render again: half of what is ahead, or the next user event.
    private func setRefillThreshold(_ run: Run) {
        let event = state.withLock { $0.sequencer }?.nextUserEventFrame
        state.withLock { _ in
            var frame = run.feed.writtenFrames - aheadFrames / 2
            if let event { frame = min(frame, Int(clamping: event - run.startFrame) + 1) }
            run.feed.setRefillThreshold(atFrame: frame)
        }
    }

    /// Tells the sequencer how far it has been heard.
    func noteHeard() {
        let now = app.environment.now
        let heard = state.withLock { state -> (Sequencer?, Int64, HostTime?)? in
            guard let run = state.run else { return nil }
            let taken = run.feed.takenFrames
            let played = Double(taken + run.feed.underrunFrameCount) / sampleRate
            if taken > 0, run.origin == nil { run.origin = now - .seconds(played) }
            return (
                state.sequencer, run.startFrame + Int64(taken),
                run.origin.map { $0 + .seconds(played) }
            )
        }
        guard let (sequencer, frame, time) = heard else { return }
        sequencer?.transport?.noteHeard(until: frame, at: time?.nanoseconds)
    }
}
