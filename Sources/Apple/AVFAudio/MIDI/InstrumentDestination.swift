import AudioGraph
import AudioModel
import AudioUnits
import MIDISynthesis
import Synchronization

/// An instrument of an engine as the destination of sequencers.
protocol EngineDestination: MusicEventDestination {
    /// Delivers the user events of the block that has been rendered.
    func renderCycleDidEnd()
}

/// The sequencers that play with an instrument now.
///
/// Ownership: a mutex.
private final class PlayingSequencers: Sendable {
    private let list = Mutex<[WeakSequencer]>([])

    private struct WeakSequencer: Sendable {
        weak var sequencer: Sequencer?
    }

    func set(_ sequencer: Sequencer, isPlaying: Bool) {
        list.withLock { list in
            list.removeAll { $0.sequencer == nil || $0.sequencer === sequencer }
            if isPlaying { list.append(WeakSequencer(sequencer: sequencer)) }
        }
    }

    func deliverUserEvents() {
        for entry in list.withLock({ $0 }) { entry.sequencer?.deliverUserEvents() }
    }
}

/// One of Apple's instruments as the destination of sequencers.
///
/// Ownership: immutable; the instrument and the list synchronise themselves.
final class InstrumentDestination: EngineDestination {
    private let instrument: Instrument
    private let sequencers = PlayingSequencers()

    init(_ instrument: Instrument) {
        self.instrument = instrument
    }

    func setPart(_ part: SequencePart?, of sequencer: Sequencer, keepsNotes: Bool) {
        instrument.setPart(part, of: sequencer, keepsNotes: keepsNotes)
        sequencers.set(sequencer, isPlaying: part != nil)
    }

    func renderCycleDidEnd() { sequencers.deliverUserEvents() }
}

/// An instrument of the app's own as the destination of sequencers: it gets the messages of a slice
/// before that is rendered, each with its frame.
///
/// Ownership: a lock guards the parts; the kernel calls it before a slice, without its own lock.
final class AppUnitDestination: EngineDestination {
    private struct State {
        var parts: [(owner: ObjectIdentifier, part: SequencePart)] = []
        /// The number of frames that have been rendered.
        var frame: Int64 = 0
    }

    private let kernel: AppUnitKernel
    private let sequencers = PlayingSequencers()
    private let state = Mutex(State())

    init(_ kernel: AppUnitKernel) {
        self.kernel = kernel
        kernel.setSliceHook { [weak self] in self?.deliver($0, $1, $2) }
    }

    func setPart(_ part: SequencePart?, of sequencer: Sequencer, keepsNotes: Bool) {
        let owner = ObjectIdentifier(sequencer)
        let ends = state.withLock { state -> [MIDIMessage] in
            let index = state.parts.firstIndex { $0.owner == owner }
            let former = index.map { state.parts.remove(at: $0).part }
            if let part {
                if keepsNotes, let former { part.cursor.adoptNotes(of: former.cursor) }
                state.parts.append((owner, part))
            }
            return keepsNotes && part != nil ? [] : former?.cursor.soundingNoteEnds ?? []
        }
        for message in ends { kernel.sendMIDI(message.bytes, after: 0) }
        sequencers.set(sequencer, isPlaying: part != nil)
    }

    /// Sends the messages of a slice. The app's code is called without the lock.
    private func deliver(_ time: RenderTime, _ frameCount: Int, _ sampleRate: Double) {
        let due = state.withLock { state -> [(bytes: [UInt8], offset: Int)] in
            var due: [(bytes: [UInt8], offset: Int)] = []
            for (_, part) in state.parts {
                part.render(
                    atFrame: state.frame, frameCount: frameCount, sampleRate: sampleRate,
                    hostTime: time.hostTime?.nanoseconds
                ) { delivery, offset in
                    if case .message(let message) = delivery { due.append((message.bytes, offset)) }
                }
            }
            state.frame += Int64(frameCount)
            return due
        }
        for message in due { kernel.sendMIDI(message.bytes, after: message.offset) }
    }

    func renderCycleDidEnd() { sequencers.deliverUserEvents() }
}
