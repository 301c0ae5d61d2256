import MIDISynthesis
import SoundClient
import SoundRuntime
import Synchronization

/// A music player: the place of a sequence in time, and the default instrument that plays it.
///
/// Ownership: the mutex guards the state; it is not held while the sequencer and the output are
/// called, which synchronise themselves. The sequencer is set once, in `init`.
final class MusicPlayerObject: MusicObject, @unchecked Sendable {
    private let app: AppSound
    private var sequencer: Sequencer!
    private let output: InstrumentOutput
    private let state = Mutex<MusicSequenceObject?>(nil)

    override init() {
        app = currentApp(isForSound: false)
        output = InstrumentOutput(app)
        super.init()
        sequencer = Sequencer(
            contents: { [weak self] in
                self?.contents ?? Sequencer.Contents(MIDISequence(), destinations: [], tracks: [])
            },
            userEvents: { [weak self] in self?.sequence?.call(for: $0) })
    }

    func dispose() {
        unregister()
        stop()
        state.withLock { $0 }?.detach(self)
    }

    // MARK: The sequence

    var sequence: MusicSequenceObject? { state.withLock { $0 } }

    func setSequence(_ sequence: MusicSequenceObject?) throws(MusicError) {
        guard !sequencer.isPlaying else { throw .invalidPlayerState }
        let former = state.withLock { state in
            defer { state = sequence }
            return state
        }
        former?.detach(self)
        sequence?.attach(self)
    }

    /// Plays the sequence as it is now.
    func refresh() { sequencer.refresh() }

    /// The tracks, and as the last one the user events of the tempo track.
    private var contents: Sequencer.Contents {
        guard let sequence else {
            return Sequencer.Contents(MIDISequence(), destinations: [], tracks: [])
        }
        let tracks = sequence.tracks
        var contents = sequence.playable(sequence.contents(of: tracks))
        var users = MIDISequence.Track()
        users.events = contents.tempoTrack.events.filter {
            if case .user = $0.body { true } else { false }
        }
        if users.events.isEmpty {
            return Sequencer.Contents(
                contents, destinations: tracks.map { _ in output }, tracks: tracks)
        }
        users.isSoloed = contents.tracks.contains { $0.isSoloed }
        contents.tracks.append(users)
        return Sequencer.Contents(
            contents, destinations: contents.tracks.map { _ in output },
            tracks: tracks + [sequence.tempoTrack])
    }

    // MARK: Transport

    var isPlaying: Bool { sequencer.isPlaying }

    /// The position in beats.
    var position: Double {
        get {
            output.noteHeard()
            return sequencer.position
        }
        set {
            sequencer.position = newValue
            output.noteUserEvents()
        }
    }

    var rate: Double {
        get { sequencer.rate }
        set { sequencer.rate = newValue }
    }

    func preroll() throws(MusicError) {
        guard sequence != nil else { throw .noSequence }
        try output.load()
    }

    /// Plays from the position; a player that the system has silenced goes on from there.
    func start() throws(MusicError) {
        guard sequence != nil else { throw .noSequence }
        guard !(sequencer.isPlaying && output.isRunning) else { return }
        try output.load()
        noteSound(of: app)
        stop()
        let position = sequencer.position
        sequencer.start()
        do throws(MusicError) {
            try output.start()
            output.noteUserEvents()
        } catch {
            // Nothing of what has been rendered is heard.
            sequencer.stop()
            sequencer.position = position
            throw error
        }
    }

    func stop() {
        output.noteHeard()
        sequencer.stop()
        output.stop()
    }

    /// The host time of a beat, in nanoseconds.
    func hostTime(ofBeat beat: Double) throws(MusicError) -> UInt64 {
        output.noteHeard()
        guard let transport = sequencer.transport, let time = transport.time(ofBeat: beat) else {
            throw .invalidPlayerState
        }
        guard beat >= transport.startBeat, time >= 0 else { throw .startOfTrack }
        return UInt64(time)
    }

    /// The beat of a host time in nanoseconds.
    func beat(ofHostTime time: UInt64) throws(MusicError) -> Double {
        output.noteHeard()
        guard let transport = sequencer.transport,
            let beat = transport.beat(atTime: Int64(clamping: time))
        else { throw .invalidPlayerState }
        guard beat >= transport.startBeat else { throw .startOfTrack }
        return beat
    }
}
