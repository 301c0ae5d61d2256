/// Messages that wait until the other end has read others, first in, first out.
struct Backlog {
    private var messages: [[UInt8]] = []
    private var first = 0

    var isEmpty: Bool { first == messages.count }
    var count: Int { messages.count - first }

    mutating func append(_ message: [UInt8]) { messages.append(message) }

    /// Sends as many as the kernel takes; returns at once.
    mutating func send(over line: MessageSocket) {
        while first < messages.count, case .sent = line.send(messages[first]) { first += 1 }
        // In blocks: one by one, many would take long.
        if first > messages.count / 2 {
            messages.removeFirst(first)
            first = 0
        }
    }
}
