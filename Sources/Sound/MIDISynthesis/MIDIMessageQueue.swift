import Realtime
import Synchronization

/// A bounded queue of messages from any threads to one render thread.
package final class MIDIMessageQueue: Sendable {
    private let writer: Mutex<RingBufferWriter<MIDIMessage>>
    private let reader: RingBufferReader<MIDIMessage>

    /// The largest number of messages that wait for a block.
    package static let countMax = 4096

    package init() {
        let ring = RingBuffer<MIDIMessage>(capacity: Self.countMax)
        writer = Mutex(ring.writer)
        reader = ring.reader
    }

    /// Appends a message; drops it when the queue is full, as when nothing renders.
    package func append(_ message: MIDIMessage) {
        writer.withLock { _ = $0.write(message) }
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
