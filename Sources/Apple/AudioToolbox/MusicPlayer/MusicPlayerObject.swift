import AudioUnits
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
    private let state = Mutex(State())

    private struct State: Sendable {
        var sequence: MusicSequenceObject?
        /// The graph of the sequence as the output, once it has been played through.
        var graph: GraphOutput?
        /// The default instrument, once it has been needed.
        var instrument: GraphOutput?
    }

    override init() {
        app = currentApp(isForSound: false)
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
    func refresh() { betweenSlices { sequencer.refresh() } }

    /// The graph of the sequence; without one the default instrument, if it has been made.
    private var output: GraphOutput? {
        let graph = sequence?.unitGraph
        return state.withLock { state in
            guard let graph else { return state.instrument }
            if let output = state.graph, output.graph === graph { return output }
            let output = GraphOutput(graph) { [weak self] in self?.refresh() }
            state.graph = output
            return output
        }
    }

    /// Makes the output ready, and the default instrument where it is needed.
    private func load() throws(MusicError) -> GraphOutput {
        var output = output
        if sequence?.unitGraph == nil, output?.isLost ?? true {
            do throws(UnitError) {
                let graph = try UnitGraphObject.ofDefaultInstrument(app)
                output = GraphOutput(graph, isOwn: true) { [weak self] in self?.refresh() }
            } catch {
                throw .unit(error)
            }
            state.withLock { $0.instrument = output }
        }
        guard let output else { throw .noSequence }
        try output.load()
        return output
    }

    private func betweenSlices(_ body: () -> Void) {
        if let output { output.betweenSlices(body) } else { body() }
    }

    /// The tracks, and as the last one the user events of the tempo track.
    private var contents: Sequencer.Contents {
        guard let sequence else {
            return Sequencer.Contents(MIDISequence(), destinations: [], tracks: [])
        }
        let tracks = sequence.tracks
        let output = output
        var destinations: [(any MusicEventDestination)?] =
            output?.destinations(tracks.map(\.node)) ?? tracks.map { _ in nil }
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
        destinations.append(output?.silentDestination)
        return Sequencer.Contents(
            contents, destinations: destinations, tracks: tracks + [sequence.tempoTrack])
    }

    // MARK: Transport

    var isPlaying: Bool { sequencer.isPlaying }

    /// The position in beats.
    var position: Double {
        get {
            output?.noteHeard()
            return sequencer.position
        }
        set {
            betweenSlices { sequencer.position = newValue }
            output?.noteUserEvents()
        }
    }

    var rate: Double {
        get { sequencer.rate }
        set { betweenSlices { sequencer.rate = newValue } }
    }

    func preroll() throws(MusicError) {
        guard sequence != nil else { throw .noSequence }
        _ = try load()
    }

    /// Plays from the position; a player that the system has silenced goes on where it was.
    func start() throws(MusicError) {
        guard sequence != nil else { throw .noSequence }
        guard !(sequencer.isPlaying && output?.isRunning ?? false) else { return }
        let output = try load()
        noteSound(of: app)
        if sequencer.isPlaying {
            if output.isInUse { return try output.resume() }
            stop()
        }
        let position = sequencer.position
        betweenSlices { sequencer.start() }
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
        output?.noteHeard()
        betweenSlices { sequencer.stop() }
        output?.stop()
    }

    /// The host time of a beat, in nanoseconds.
    func hostTime(ofBeat beat: Double) throws(MusicError) -> UInt64 {
        output?.noteHeard()
        guard let transport = sequencer.transport, let time = transport.time(ofBeat: beat) else {
            throw .invalidPlayerState
        }
        guard beat >= transport.startBeat, time >= 0 else { throw .startOfTrack }
        return UInt64(time)
    }

    /// The beat of a host time in nanoseconds.
    func beat(ofHostTime time: UInt64) throws(MusicError) -> Double {
        output?.noteHeard()
        guard let transport = sequencer.transport,
            let beat = transport.beat(atTime: Int64(clamping: time))
        else { throw .invalidPlayerState }
        guard beat >= transport.startBeat else { throw .startOfTrack }
        return beat
    }
}
