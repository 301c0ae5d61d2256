import Realtime
import Synchronization

/// A bounded queue of messages from any threads to one render thread.
package final class MIDIMessageQueue: Sendable {
    /// A message and when it takes effect.
    package struct Entry: BitwiseCopyable, Sendable {
        package var message: MIDIMessage
        /// The number of frames of the next block before it.
        package var delay: Int
        /// How much a note that it starts is higher than its key.
        package var cents: Int16
    }

    private let writer: Mutex<RingBufferWriter<Entry>>
    private let reader: RingBufferReader<Entry>

    /// The largest number of messages that wait for a block.
    package static let countMax = 4096

    package init() {
        let ring = RingBuffer<Entry>(capacity: Self.countMax)
        writer = Mutex(ring.writer)
        reader = ring.reader
    }

    /// Appends a message; drops it when the queue is full, as when nothing renders.
    package func append(_ message: MIDIMessage, after delay: Int = 0, cents: Int16 = 0) {
        let entry = Entry(message: message, delay: max(delay, 0), cents: cents)
        writer.withLock { _ = $0.write(entry) }
    }

    /// Takes the messages that are there. On the render thread.
    package func takeAll(_ body: (Entry) -> Void) {
        while true {
            let waiting = reader.readable()
            guard let first = waiting.first else { return }
            body(first)
            reader.discard(1)
        }
    }
}
