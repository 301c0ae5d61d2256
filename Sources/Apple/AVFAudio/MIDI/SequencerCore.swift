import Foundation
import MIDISynthesis
import SoundClient
import SoundRuntime
import Synchronization

/// What an `AVAudioSequencer` is besides Apple's surface: its tracks, and its place in time.
///
/// Ownership: the mutex guards the state; it is not held while tracks and instruments are called.
final class SequencerCore: @unchecked Sendable {
    private let state = Mutex(State())
    weak let engine: AVAudioEngine?

    private struct State {
        var tracks: [AVMusicTrack] = []
        var tempoTrack: AVMusicTrack?
        var transport: SequenceTransport?
        /// The beat to begin at.
        var position = 0.0
        var rate = 1.0
        /// The instruments that have a part now.
        var instruments: [AVAudioUnitMIDIInstrument] = []
        /// Their parts, with the tracks in the order of the parts' sequence.
        var parts: [(part: SequencePart, cursor: SequenceCursor, tracks: [AVMusicTrack])] = []
        var userCallback: UserCallback?
    }

    /// The app's callback, which runs on the queue of callbacks only.
    ///
    /// Ownership: immutable.
    private final class UserCallback: @unchecked Sendable {
        let call: AVAudioSequencerUserCallback

        init(_ call: @escaping AVAudioSequencerUserCallback) {
            self.call = call
        }
    }

    private let callbackQueue: any WorkQueue

    /// The rates that can be played.
    private static let rates = 0.001...1000.0

    init(_ engine: AVAudioEngine?) {
        self.engine = engine
        let environment =
            engine?.core.app.environment ?? currentApp(isForSound: false).environment
        callbackQueue = environment.makeWorkQueue(label: "sori.avaudiosequencer.callback")
    }

    // MARK: Contents

    var tracks: [AVMusicTrack] { state.withLock { $0.tracks } }

    var tempoTrack: AVMusicTrack {
        state.withLock { state in
            if let track = state.tempoTrack { return track }
            let track = AVMusicTrack(MIDISequence.Track(), of: self, isTempoTrack: true)
            state.tempoTrack = track
            return track
        }
    }

    var tempoMap: TempoMap { sequence.tempoMap }

    /// The tracks and tempos as they are now.
    var sequence: MIDISequence {
        var sequence = MIDISequence()
        sequence.tempoTrack = tempoTrack.contents
        sequence.ticksPerBeat = tempoTrack.timeResolution
        sequence.tracks = tracks.map(\.contents)
        return sequence
    }

    func load(_ sequence: MIDISequence) {
        stop()
        let tempo = AVMusicTrack(
            sequence.tempoTrack, of: self, isTempoTrack: true,
            timeResolution: sequence.ticksPerBeat)
        let tracks = sequence.tracks.map { AVMusicTrack($0, of: self) }
        let old = state.withLock { state in
            let old = state.tracks + [state.tempoTrack].compactMap { $0 }
            (state.tracks, state.tempoTrack, state.position) = (tracks, tempo, 0)
            return old
        }
        for track in old { track.leave() }
    }

    func appendTrack() -> AVMusicTrack {
        let track = AVMusicTrack(MIDISequence.Track(), of: self)
        state.withLock { $0.tracks.append(track) }
        return track
    }

    func remove(_ track: AVMusicTrack) -> Bool {
        let isRemoved = state.withLock { state in
            let index = state.tracks.firstIndex { $0 === track }
            if let index { state.tracks.remove(at: index) }
            return index != nil
        }
        if isRemoved {
            track.leave()
            refresh()
        }
        return isRemoved
    }

    // MARK: Transport

    var isPlaying: Bool { state.withLock { $0.transport != nil } }

    var position: Double {
        get {
            let (transport, position) = state.withLock { ($0.transport, $0.position) }
            return transport?.beat ?? position
        }
        set {
            let beat = newValue.isFinite ? max(newValue, 0) : 0
            let isPlaying = state.withLock { state in
                state.position = beat
                return state.transport != nil
            }
            if isPlaying { begin(keepsNotes: false) }
        }
    }

    var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            guard newValue.isFinite, newValue > 0 else { return }
            let rate = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
            let position = position
            let isPlaying = state.withLock { state in
                (state.rate, state.position) = (rate, position)
                return state.transport != nil
            }
            if isPlaying { begin(keepsNotes: true) }
        }
    }

    func start() {
        if !isPlaying { begin(keepsNotes: false) }
    }

    func stop() {
        let position = position
        let instruments = state.withLock { state in
            (state.position, state.transport) = (position, nil)
            defer { state.instruments = [] }
            return state.instruments
        }
        for unit in instruments { unit.setPart(nil, of: self, keepsNotes: false) }
        deliverUserEvents()
        state.withLock { if $0.transport == nil { $0.parts = [] } }
    }

    // MARK: Reversal

    func reverseEvents() {
        let tracks = tracks
        var sequence = sequence
        sequence.reverse()
        for (track, new) in zip(tracks, sequence.tracks) { track.setEvents(new.events) }
        tempoTrack.setEvents(sequence.tempoTrack.events)
        refresh()
    }

    // MARK: Host times

    /// The time line while playing.
    var transport: SequenceTransport? { state.withLock { $0.transport } }

    // MARK: User events

    func setUserCallback(_ callback: AVAudioSequencerUserCallback?) {
        state.withLock { $0.userCallback = callback.map(UserCallback.init) }
    }

    /// Hands the user events that have been rendered to the callback's queue.
    func deliverUserEvents() {
        struct Delivery: Sendable {
            var track: AVMusicTrack
            var data: Data
            var beat: Double
        }
        let (callback, deliveries) = state.withLock { state in
            let deliveries = state.parts.flatMap { part, cursor, tracks in
                part.takeUserEvents().compactMap { event -> Delivery? in
                    guard tracks.indices.contains(event.track) else { return nil }
                    let bytes = cursor.userData(ofEvent: event.event, inTrack: event.track)
                    return Delivery(track: tracks[event.track], data: Data(bytes), beat: event.beat)
                }
            }
            return (state.userCallback, deliveries)
        }
        guard let callback, !deliveries.isEmpty else { return }
        callbackQueue.async {
            for delivery in deliveries {
                callback.call(delivery.track, delivery.data, delivery.beat)
            }
        }
    }

    /// Begins at the position, with the tracks as they are.
    private func begin(keepsNotes: Bool) {
        let sequence = sequence
        let transport = state.withLock { state in
            let transport = SequenceTransport(
                sequence.tempoMap, rate: state.rate, startBeat: state.position)
            state.transport = transport
            return transport
        }
        setParts(of: sequence, transport, from: transport.startBeat, keepsNotes: keepsNotes)
    }

    /// Takes changed tracks over while playing.
    func refresh() {
        guard let transport = state.withLock({ $0.transport }) else { return }
        let sequence = sequence
        guard sequence.tempoMap == transport.tempoMap else {
            let position = transport.beat
            state.withLock { $0.position = position }
            return begin(keepsNotes: true)
        }
        setParts(of: sequence, transport, from: transport.nextBeat, keepsNotes: true)
    }

    private func setParts(
        of sequence: MIDISequence, _ transport: SequenceTransport, from beat: Double,
        keepsNotes: Bool
    ) {
        let (tracks, destinations) = (tracks, destinations)
        var instruments: [AVAudioUnitMIDIInstrument] = []
        for unit in destinations {
            if let unit, !instruments.contains(where: { $0 === unit }) { instruments.append(unit) }
        }
        let parts = instruments.map { unit in
            let cursor = SequenceCursor(sequence, from: beat) {
                destinations.indices.contains($0) && destinations[$0] === unit
            }
            return (part: SequencePart(transport, cursor), cursor: cursor, tracks: tracks)
        }
        for (unit, part) in zip(instruments, parts) {
            unit.setPart(part.part, of: self, keepsNotes: keepsNotes)
        }
        // What the former parts have reached.
        deliverUserEvents()
        let former = state.withLock { state in
            defer { (state.instruments, state.parts) = (instruments, parts) }
            return state.instruments
        }
        for unit in former where !instruments.contains(where: { $0 === unit }) {
            unit.setPart(nil, of: self, keepsNotes: false)
        }
    }

    /// The instrument of each track.
    private var destinations: [AVAudioUnitMIDIInstrument?] {
        let first = engine?.attachedNodes.compactMap { $0 as? AVAudioUnitMIDIInstrument }
            .min { $0.serial < $1.serial }
        return tracks.map { track in
            guard let unit = track.destinationAudioUnit else { return first }
            return unit as? AVAudioUnitMIDIInstrument
        }
    }
}
