import AudioCallbacks
import CAudioToolbox
import Foundation
import MIDISynthesis
import SoundClient
import SoundRuntime
import Synchronization

/// A music sequence.
///
/// Ownership: the mutex guards the state; it is not held while tracks and players are called. The
/// tempo track is set once, in `init`.
final class MusicSequenceObject: MusicObject, @unchecked Sendable {
    private(set) var tempoTrack: MusicTrackObject!
    private let state = Mutex(State())
    private let callbackQueue: any WorkQueue

    private struct State: Sendable {
        var tracks: [MusicTrackObject] = []
        var type = MusicSequenceType.beats
        /// The address of the graph's handle; 0 for none.
        var graph: UInt = 0
        var callback: UserCallback?
        var players: [WeakPlayer] = []
    }

    /// The app's callback and what it is called with.
    struct UserCallback: Sendable {
        var procedure: MusicSequenceUserCallback
        /// The address of the app's data.
        var clientData: UInt
    }

    private struct WeakPlayer: Sendable {
        weak var player: MusicPlayerObject?
    }

    override init() {
        callbackQueue = currentApp(isForSound: false).environment.makeWorkQueue(
            label: "sori.musicsequence.callback")
        super.init()
        tempoTrack = MusicTrackObject(of: self, isTempoTrack: true)
    }

    /// Gives the sequence and its tempo track handles.
    func registerAll() -> OpaquePointer? {
        tempoTrack.register()
        return register()
    }

    /// Makes the handles of the sequence and its tracks invalid.
    func dispose() throws(MusicError) {
        let tracks = try state.withLock { state throws(MusicError) in
            guard !state.players.contains(where: { $0.player != nil }) else { throw .isInUse }
            defer { (state.tracks, state.callback) = ([], nil) }
            return state.tracks
        }
        unregister()
        for track in tracks { track.unregister() }
        tempoTrack.unregister()
    }

    // MARK: Players

    func attach(_ player: MusicPlayerObject) {
        state.withLock { state in
            state.players.removeAll { $0.player == nil || $0.player === player }
            state.players.append(WeakPlayer(player: player))
        }
    }

    func detach(_ player: MusicPlayerObject) {
        state.withLock { $0.players.removeAll { $0.player == nil || $0.player === player } }
    }

    /// Has the players play the sequence as it is now.
    func refreshPlayers() {
        for player in state.withLock({ $0.players }) { player.player?.refresh() }
    }

    // MARK: Tracks

    var tracks: [MusicTrackObject] { state.withLock { $0.tracks } }

    /// Appends a track and gives it a handle.
    @discardableResult
    func append(_ contents: MIDISequence.Track = MIDISequence.Track()) -> MusicTrackObject {
        let track = MusicTrackObject(contents, of: self)
        track.register()
        state.withLock { $0.tracks.append(track) }
        return track
    }

    func remove(_ track: MusicTrackObject) throws(MusicError) {
        try state.withLock { state throws(MusicError) in
            guard let index = state.tracks.firstIndex(where: { $0 === track }) else {
                throw .trackNotFound
            }
            state.tracks.remove(at: index)
        }
        track.unregister()
        refreshPlayers()
    }

    // MARK: Contents

    var type: MusicSequenceType { state.withLock { $0.type } }

    func setType(_ type: MusicSequenceType) throws(MusicError) {
        switch type {
        case .beats: break
        case .seconds, .samples:
            guard self.type == type || !hasTempo else { throw .invalidSequenceType }
        default: throw .invalidSequenceType
        }
        state.withLock { $0.type = type }
        refreshPlayers()
    }

    private var hasTempo: Bool {
        tempoTrack.contents.events.contains { if case .tempo = $0.body { true } else { false } }
    }

    /// The address of the graph's handle; 0 for none.
    var graph: UInt { state.withLock { $0.graph } }

    /// The graph; `nil` without one, and after it was disposed of.
    var unitGraph: UnitGraphObject? { unitGraphs[AUGraph(bitPattern: graph)] }

    /// - Throws: `invalidPlayerState` while a player plays the sequence.
    func setGraph(_ handle: AUGraph?) throws(MusicError) {
        guard handle == nil || unitGraphs[handle] != nil else { throw .invalidArgument }
        let players = state.withLock { $0.players }
        guard !players.contains(where: { $0.player?.isPlaying ?? false }) else {
            throw .invalidPlayerState
        }
        state.withLock { $0.graph = UInt(bitPattern: handle) }
    }

    /// The tracks and tempos as they are now.
    var contents: MIDISequence { contents(of: tracks) }

    func contents(of tracks: [MusicTrackObject]) -> MIDISequence {
        var sequence = MIDISequence()
        sequence.tempoTrack = tempoTrack.contents
        sequence.ticksPerBeat =
            (try? tempoTrack.read { $0.timeResolution }) ?? MIDISequence.defaultTicksPerBeat
        sequence.tracks = tracks.map(\.contents)
        return sequence
    }

    /// The contents with tempos in beats a minute, whatever a beat means.
    func playable(_ contents: MIDISequence) -> MIDISequence {
        let factor: Double
        switch type {
        case .seconds: factor = 1
        case .samples: factor = 60
        default: return contents
        }
        var result = contents
        let first = MIDISequence.Event(0, .tempo(factor == 1 ? 60 : Self.defaultSampleRate))
        result.tempoTrack.events = ([first] + contents.tempoTrack.events).map { event in
            guard case .tempo(let tempo) = event.body else { return event }
            return MIDISequence.Event(event.beat, .tempo(tempo * factor))
        }
        return result
    }

    /// Samples a second of a sequence in samples without a tempo.
    private static let defaultSampleRate = 44_100.0

    /// The relation of the beats to seconds.
    var tempoMap: TempoMap {
        var sequence = MIDISequence()
        sequence.tempoTrack = tempoTrack.contents
        return playable(sequence).tempoMap
    }

    func reverse() {
        let tracks = tracks
        var sequence = contents(of: tracks)
        sequence.reverse()
        for (track, new) in zip(tracks, sequence.tracks) {
            track.replace { $0.track.events = new.events }
        }
        tempoTrack.replace { $0.track.events = sequence.tempoTrack.events }
        refreshPlayers()
    }

    /// Appends the tracks of a file, in place of the tempos those of the file.
    func load(_ file: MIDIFile, splitsChannels: Bool) {
        let sequence = MIDISequence(file, splitsChannels: splitsChannels)
        tempoTrack.replace { state in
            state.track = sequence.tempoTrack
            state.timeResolution = sequence.ticksPerBeat
        }
        for track in sequence.tracks { append(track) }
        state.withLock { $0.type = file.division.ticksPerSecond == nil ? .beats : .seconds }
        refreshPlayers()
    }

    /// The bytes of a file.
    ///
    /// - Parameter resolution: Ticks in a beat, or frames and ticks of a time code; 0 for the
    ///   sequence's own.
    func file(resolution: Int16) throws(MusicError) -> [UInt8] {
        switch type {
        case .beats:
            guard resolution >= 0 else { throw .invalidArgument }
            return contents.file(ticksPerBeat: resolution > 0 ? Int(resolution) : nil).bytes
        case .seconds:
            // One tick a millisecond.
            guard resolution != 0 else {
                return contents.file(framesPerSecond: 25, ticksPerFrame: 40).bytes
            }
            guard resolution < 0 else { throw .invalidArgument }
            return contents.file(
                framesPerSecond: -Int(resolution >> 8), ticksPerFrame: Int(resolution & 0xFF)
            ).bytes
        default: throw .invalidSequenceType
        }
    }

    // MARK: User events

    func setCallback(_ callback: UserCallback?) { state.withLock { $0.callback = callback } }

    /// Hands user events to the callback's queue.
    func call(for events: [Sequencer.UserEvent]) {
        guard state.withLock({ $0.callback != nil }), let handle else { return }
        let sequence = UInt(bitPattern: handle)
        callbackQueue.async { [self] in
            for event in events {
                // The app may have taken it away meanwhile, with its data.
                guard let callback = state.withLock({ $0.callback }),
                    let track = (event.track as? MusicTrackObject)?.handle,
                    let sequence = OpaquePointer(bitPattern: sequence)
                else { continue }
                let memory = MusicEventMemory()
                let block = memory.block(ofEvent: 0, .user(event.bytes))
                callback.procedure(
                    UnsafeMutableRawPointer(bitPattern: callback.clientData), sequence, track,
                    event.trackBeat,
                    UnsafePointer(block.address.assumingMemoryBound(to: MusicEventUserData.self)),
                    event.slice.start, event.slice.end)
                withExtendedLifetime(memory) {}
            }
        }
    }
}
