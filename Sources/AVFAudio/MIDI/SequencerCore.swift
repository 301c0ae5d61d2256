import Foundation
import MIDISynthesis
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
    }

    /// The rates that can be played.
    private static let rates = 0.001...1000.0

    init(_ engine: AVAudioEngine?) {
        self.engine = engine
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
        for unit in instruments { unit.instrument.setPart(nil, of: self, keepsNotes: false) }
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
        let destinations = destinations
        var instruments: [AVAudioUnitMIDIInstrument] = []
        for unit in destinations {
            if let unit, !instruments.contains(where: { $0 === unit }) { instruments.append(unit) }
        }
        for unit in instruments {
            let cursor = SequenceCursor(sequence, from: beat) { destinations[$0] === unit }
            unit.instrument.setPart(
                SequencePart(transport, cursor), of: self, keepsNotes: keepsNotes)
        }
        let former = state.withLock { state in
            defer { state.instruments = instruments }
            return state.instruments
        }
        for unit in former where !instruments.contains(where: { $0 === unit }) {
            unit.instrument.setPart(nil, of: self, keepsNotes: false)
        }
    }

    /// The instrument of each track.
    private var destinations: [AVAudioUnitMIDIInstrument?] {
        let first = engine?.attachedNodes.compactMap { $0 as? AVAudioUnitMIDIInstrument }
            .min { $0.serial < $1.serial }
        return tracks.map { $0.destinationAudioUnit ?? first }
    }
}
