public import Foundation
import MIDISynthesis
import Synchronization

/// A range of beats.
public struct _AVBeatRange: Equatable, Sendable {
    /// The first beat.
    public var start: AVMusicTimeStamp
    /// The number of beats.
    public var length: AVMusicTimeStamp

    /// Makes an empty range at beat 0.
    public init() { self.init(start: 0, length: 0) }

    /// Makes a range of beats.
    public init(start: AVMusicTimeStamp, length: AVMusicTimeStamp) {
        self.start = start
        self.length = length
    }
}

/// A range of beats.
public typealias AVBeatRange = _AVBeatRange

/// Makes a range of beats.
public func AVMakeBeatRange(
    _ startBeat: AVMusicTimeStamp, _ lengthInBeats: AVMusicTimeStamp
) -> AVBeatRange {
    AVBeatRange(start: startBeat, length: lengthInBeats)
}

/// How often a track's loop is played.
public enum AVMusicTrackLoopCount: Int, Sendable {
    /// The loop is played without end.
    case forever = -1
}

/// A track of a sequencer. Any thread; a change while the sequencer plays takes effect at once.
///
/// Ownership: a mutex guards the track.
open class AVMusicTrack: NSObject, @unchecked Sendable {
    private let state: Mutex<State>
    let isTempoTrack: Bool

    struct State {
        var track: MIDISequence.Track
        /// The loop that was set; `nil` for the whole track.
        var loopRange: AVBeatRange?
        var isLooping = false
        var loopCount = 1
        var timeResolution: Int
        var isAutomated = false
        var unit: AVAudioUnit?
        weak var owner: SequencerCore?

        /// The loop, in beats of the track.
        var loop: AVBeatRange { loopRange ?? AVBeatRange(start: 0, length: track.length) }
    }

    init(
        _ track: MIDISequence.Track, of owner: SequencerCore, isTempoTrack: Bool = false,
        timeResolution: Int = MIDISequence.defaultTicksPerBeat
    ) {
        var state = State(track: track, timeResolution: timeResolution)
        state.owner = owner
        self.state = Mutex(state)
        self.isTempoTrack = isTempoTrack
    }

    /// The track with its loop.
    var contents: MIDISequence.Track {
        state.withLock { state in
            var track = state.track
            let range = state.loop
            if state.isLooping, range.start >= 0, range.length > 0, range.length.isFinite {
                track.loop = range.start..<range.start + range.length
                track.loopCount = state.loopCount < 0 ? nil : max(state.loopCount, 1)
            }
            return track
        }
    }

    /// Clears the reference to a sequencer that has removed the track.
    func leave() { state.withLock { $0.owner = nil } }

    /// Changes the track, and notifies its sequencer, which applies the change while it plays.
    @discardableResult
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, owner) = state.withLock { (body(&$0), $0.owner) }
        owner?.refresh()
        return result
    }

    /// Replaces the events without notifying the sequencer.
    func setEvents(_ events: [MIDISequence.Event]) {
        state.withLock { $0.track.events = events }
    }

    func read<Result>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }

    // MARK: Destination

    /// The instrument that plays the track; `nil` stands for the engine's first one. Set it while
    /// the sequencer does not play. A unit that is no instrument plays nothing.
    open var destinationAudioUnit: AVAudioUnit? {
        get { state.withLock { $0.unit } }
        set { change { $0.unit = newValue } }
    }

    // MARK: Loops

    /// The part that is repeated while `isLoopingEnabled`; the whole track at first.
    open var loopRange: AVBeatRange {
        get { state.withLock { $0.loop } }
        set { change { $0.loopRange = newValue } }
    }

    /// Whether the loop range is repeated.
    open var isLoopingEnabled: Bool {
        get { state.withLock { $0.isLooping } }
        set { change { $0.isLooping = newValue } }
    }

    /// How often the loop range is played; −1 without end. At least 1 otherwise.
    open var numberOfLoops: Int {
        get { state.withLock { $0.loopCount } }
        set { change { $0.loopCount = newValue < 0 ? -1 : max(newValue, 1) } }
    }

    // MARK: The track

    /// The delay of the track, in beats.
    open var offsetTime: AVMusicTimeStamp {
        get { state.withLock { $0.track.offset } }
        set { change { $0.track.offset = newValue.isFinite ? newValue : 0 } }
    }

    /// Whether the track is silent.
    open var isMuted: Bool {
        get { state.withLock { $0.track.isMuted } }
        set { change { $0.track.isMuted = newValue } }
    }

    /// Whether only this track, and others with a solo, are heard.
    open var isSoloed: Bool {
        get { state.withLock { $0.track.isSoloed } }
        set { change { $0.track.isSoloed = newValue } }
    }

    /// The length in beats: the length that was set, or the end of the last event if that is later.
    open var lengthInBeats: AVMusicTimeStamp {
        get { state.withLock { $0.track.length } }
        set { change { $0.track.setLength = newValue.isFinite ? max(newValue, 0) : 0 } }
    }

    /// The length in seconds at a rate of 1.
    open var lengthInSeconds: TimeInterval {
        get {
            let (length, owner) = state.withLock { ($0.track.length, $0.owner) }
            return (owner?.tempoMap ?? TempoMap()).seconds(atBeat: length)
        }
        set {
            let owner = state.withLock { $0.owner }
            lengthInBeats = (owner?.tempoMap ?? TempoMap()).beats(atSecond: newValue)
        }
    }

    /// Ticks per beat of the loaded file, or 480 without one; for the tempo track only.
    open var timeResolution: Int { state.withLock { $0.timeResolution } }
}
