import MIDISynthesis
import SoundClient
import SoundRuntime
import Synchronization

/// A music player: the place of a sequence in time, and what plays it.
///
/// Ownership: the mutex guards the state; it is not held while the sequencer and the outputs are
/// called, which synchronise themselves. The sequencer is set once, in `init`.
final class MusicPlayerObject: MusicObject, @unchecked Sendable {
    private let app: AppSound
    private var sequencer: Sequencer!
    private let instrument: InstrumentOutput
    private let state = Mutex(State())

    private struct State: Sendable {
        var sequence: MusicSequenceObject?
        /// The graph of the sequence as the output, once it has been played through.
        var graph: GraphOutput?
    }

    override init() {
        app = currentApp(isForSound: false)
        instrument = InstrumentOutput(app)
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
        sequence?.detach(self)
    }

    // MARK: The sequence

    var sequence: MusicSequenceObject? { state.withLock { $0.sequence } }

    func setSequence(_ sequence: MusicSequenceObject?) throws(MusicError) {
        guard !sequencer.isPlaying else { throw .invalidPlayerState }
        let former = state.withLock { state in
            defer { state.sequence = sequence }
            return state.sequence
        }
        former?.detach(self)
        sequence?.attach(self)
    }

    /// Plays the sequence as it is now.
    func refresh() { output.betweenSlices { sequencer.refresh() } }

    /// The graph of the sequence, or without one the default instrument.
    private var output: any MusicOutput {
        guard let graph = sequence?.unitGraph else { return instrument }
        return state.withLock { state in
            if let output = state.graph, output.graph === graph { return output }
            let output = GraphOutput(graph) { [weak self] in self?.refresh() }
            state.graph = output
            return output
        }
    }

    /// The tracks, and as the last one the user events of the tempo track.
    private var contents: Sequencer.Contents {
        guard let sequence else {
            return Sequencer.Contents(MIDISequence(), destinations: [], tracks: [])
        }
        let tracks = sequence.tracks
        let output = output
        var destinations = output.destinations(tracks.map(\.node))
        var contents = sequence.playable(sequence.contents(of: tracks))
        var users = MIDISequence.Track()
        users.events = contents.tempoTrack.events.filter {
            if case .user = $0.body { true } else { false }
        }
        if users.events.isEmpty {
            return Sequencer.Contents(contents, destinations: destinations, tracks: tracks)
        }
        users.isSoloed = contents.tracks.contains { $0.isSoloed }
        contents.tracks.append(users)
        destinations.append(output.silentDestination)
        return Sequencer.Contents(
            contents, destinations: destinations, tracks: tracks + [sequence.tempoTrack])
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
            let output = output
            output.betweenSlices { sequencer.position = newValue }
            output.noteUserEvents()
        }
    }

    var rate: Double {
        get { sequencer.rate }
        set { output.betweenSlices { sequencer.rate = newValue } }
    }

    func preroll() throws(MusicError) {
        guard sequence != nil else { throw .noSequence }
        try output.load()
    }

    /// Plays from the position; a player that the system has silenced goes on from there.
    func start() throws(MusicError) {
        guard sequence != nil else { throw .noSequence }
        let output = output
        guard !(sequencer.isPlaying && output.isRunning) else { return }
        try output.load()
        noteSound(of: app)
        if sequencer.isPlaying, try output.resume() { return }
        stop()
        let position = sequencer.position
        output.betweenSlices { sequencer.start() }
        do throws(MusicError) {
            try output.start(sequencer)
        } catch {
            // Nothing of what has been rendered is heard.
            sequencer.stop()
            sequencer.position = position
            throw error
        }
    }

    func stop() {
        let output = output
        output.noteHeard()
        output.betweenSlices { sequencer.stop() }
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
