import Foundation
import MIDISynthesis
import SoundClient
import SoundRuntime
import Synchronization

/// What an `AVAudioSequencer` is besides Apple's surface: its tracks, and their instruments.
///
/// Ownership: the mutex guards the state; it is not held while tracks and instruments are called.
final class SequencerCore: @unchecked Sendable {
    private let state = Mutex(State())
    weak let engine: AVAudioEngine?
    /// Set once, in `init`.
    private(set) var sequencer: Sequencer!

    private struct State {
        var tracks: [AVMusicTrack] = []
        var tempoTrack: AVMusicTrack?
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

    init(_ engine: AVAudioEngine?) {
        self.engine = engine
        let environment =
            engine?.core.app.environment ?? currentApp(isForSound: false).environment
        callbackQueue = environment.makeWorkQueue(label: "sori.avaudiosequencer.callback")
        sequencer = Sequencer(
            contents: { [weak self] in
                self?.contents ?? Sequencer.Contents(MIDISequence(), destinations: [], tracks: [])
            },
            userEvents: { [weak self] in self?.call(for: $0) })
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
    var sequence: MIDISequence { sequence(of: tracks) }

    private func sequence(of tracks: [AVMusicTrack]) -> MIDISequence {
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
            (state.tracks, state.tempoTrack) = (tracks, tempo)
            return old
        }
        sequencer.position = 0
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

    func reverseEvents() {
        let tracks = tracks
        var sequence = sequence(of: tracks)
        sequence.reverse()
        for (track, new) in zip(tracks, sequence.tracks) { track.setEvents(new.events) }
        tempoTrack.setEvents(sequence.tempoTrack.events)
        refresh()
    }

    // MARK: Transport

    var isPlaying: Bool { sequencer.isPlaying }

    var position: Double {
        get { sequencer.position }
        set { sequencer.position = newValue }
    }

    var rate: Double {
        get { sequencer.rate }
        set { sequencer.rate = newValue }
    }

    func start() { sequencer.start() }

    func stop() { sequencer.stop() }

    /// Takes changed tracks over while playing.
    func refresh() { sequencer.refresh() }

    /// The time line while playing.
    var transport: SequenceTransport? { sequencer.transport }

    private var contents: Sequencer.Contents {
        let tracks = tracks
        let first = engine?.attachedNodes.compactMap { $0 as? AVAudioUnitMIDIInstrument }
            .min { $0.serial < $1.serial }
        let units = tracks.map { track in
            guard let unit = track.destinationAudioUnit else { return first }
            return unit as? AVAudioUnitMIDIInstrument
        }
        return Sequencer.Contents(
            sequence(of: tracks), destinations: units.map { $0?.destination }, tracks: tracks)
    }

    // MARK: User events

    func setUserCallback(_ callback: AVAudioSequencerUserCallback?) {
        state.withLock { $0.userCallback = callback.map(UserCallback.init) }
    }

    /// Hands user events to the callback's queue.
    private func call(for events: [Sequencer.UserEvent]) {
        guard let callback = state.withLock({ $0.userCallback }) else { return }
        callbackQueue.async {
            for event in events {
                guard let track = event.track as? AVMusicTrack else { continue }
                callback.call(track, Data(event.bytes), event.beat)
            }
        }
    }
}
