import MIDISynthesis
import Synchronization

/// An instrument of an engine as the destination of sequencers.
///
/// Ownership: a mutex guards the sequencers; the instrument synchronises itself.
final class InstrumentDestination: MusicEventDestination {
    private let instrument: Instrument
    /// The sequencers that play with the instrument now.
    private let sequencers = Mutex<[WeakSequencer]>([])

    private struct WeakSequencer: Sendable {
        weak var sequencer: Sequencer?
    }

    init(_ instrument: Instrument) {
        self.instrument = instrument
    }

    func setPart(_ part: SequencePart?, of sequencer: Sequencer, keepsNotes: Bool) {
        instrument.setPart(part, of: sequencer, keepsNotes: keepsNotes)
        sequencers.withLock { sequencers in
            sequencers.removeAll { $0.sequencer == nil || $0.sequencer === sequencer }
            if part != nil { sequencers.append(WeakSequencer(sequencer: sequencer)) }
        }
    }

    /// Delivers the user events of the block that has been rendered.
    func renderCycleDidEnd() {
        for sequencer in sequencers.withLock({ $0 }) { sequencer.sequencer?.deliverUserEvents() }
    }
}
