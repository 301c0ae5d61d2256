import DeviceConnections

/// A FIFO queue of messages that the peer's socket had no room for.
struct Backlog {
    private var messages: [[UInt8]] = []
    private var first = 0

    var isEmpty: Bool { first == messages.count }
    var count: Int { messages.count - first }

    mutating func append(_ message: [UInt8]) { messages.append(message) }

    /// Sends as many messages as the socket takes; does not block.
    mutating func send(over socket: MessageSocket) {
        while first < messages.count, case .sent = socket.send(messages[first]) { first += 1 }
        // Removes in blocks: one by one would take quadratic time.
        if first > messages.count / 2 {
            messages.removeFirst(first)
            first = 0
        }
    }
}
