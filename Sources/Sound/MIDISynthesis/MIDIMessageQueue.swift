import Realtime
import Synchronization

/// A bounded queue of messages from any threads to one render thread.
///
/// Ownership: the mutex lets one thread at a time write; one render thread reads.
package final class MIDIMessageQueue: @unchecked Sendable {
    private let writer: RingBufferWriter<MIDIMessage>
    private let reader: RingBufferReader<MIDIMessage>
    private let turn = Mutex(())

    /// The largest number of messages that wait for a block.
    package static let countMax = 4096

    package init() {
        let ring = RingBuffer<MIDIMessage>(capacity: Self.countMax)
        writer = ring.writer
        reader = ring.reader
    }

    /// Appends a message; drops it when the queue is full, as when nothing renders.
    package func append(_ message: MIDIMessage) {
        turn.withLock { _ in _ = writer.write(message) }
    }

    /// Takes the messages that are there. On the render thread.
    package func takeAll(_ body: (MIDIMessage) -> Void) {
        while true {
            let waiting = reader.readable()
            guard let first = waiting.first else { return }
            body(first)
            reader.discard(1)
        }
    }
}
