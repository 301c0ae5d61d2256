/// Received calls that wait to be handled. The senders take turns, so that one that calls without end
/// delays another by one call. One thread.
struct WaitingCalls<Call> {
    /// Most calls of one sender.
    static var callsOfSenderMax: Int { 1_024 }
    /// Most calls beside the first of each sender.
    static var callsMax: Int { 8_192 }
    static var sendersMax: Int { 4_096 }
    /// Most bytes in memory.
    static var bytesMax: Int { 67_108_864 }
    /// A sender's first call is taken in any case when it takes no more bytes.
    static var smallCallBytesMax: Int { 16_384 }

    private struct Entry {
        var call: Call
        var byteCount: Int
    }

    private var calls: [String: [Entry]] = [:]
    /// The senders in the order of their turns, from `firstTurn` on.
    private var turns: [String] = []
    private var firstTurn = 0
    /// Senders without a turn until something is known of them.
    private var paused: Set<String> = []
    private var count = 0
    private var byteCount = 0

    /// Whether a call can be handled.
    var hasTurn: Bool { firstTurn < turns.count }

    /// Why another call of a sender cannot wait; `nil` when it can.
    func refusal(of sender: String) -> String? {
        guard let own = calls[sender]?.count else {
            return calls.count < Self.sendersMax ? nil : "too many programs call at once"
        }
        guard own < Self.callsOfSenderMax else {
            return "more than \(Self.callsOfSenderMax) calls of this connection wait"
        }
        return count < Self.callsMax + calls.count
            ? nil : "more than \(Self.callsMax) calls of all programs wait"
    }

    /// Adds a call that is not refused.
    ///
    /// - Returns: Whether there was room for its bytes.
    mutating func add(_ call: Call, of sender: String, byteCount bytes: Int) -> Bool {
        let isFirst = calls[sender] == nil
        guard
            byteCount + bytes <= Self.bytesMax || isFirst && bytes <= Self.smallCallBytesMax
        else { return false }
        calls[sender, default: []].append(Entry(call: call, byteCount: bytes))
        if isFirst { turns.append(sender) }
        count += 1
        byteCount += bytes
        return true
    }

    /// The first call of the sender with the next turn.
    var first: Call? { hasTurn ? calls[turns[firstTurn]]?.first?.call : nil }

    private mutating func takeTurn() -> String? {
        guard hasTurn else { return nil }
        let sender = turns[firstTurn]
        firstTurn += 1
        if firstTurn > Self.callsMax {
            turns.removeFirst(firstTurn)
            firstTurn = 0
        }
        return sender
    }

    /// Lets all calls of the sender with the next turn wait, until `resume`.
    mutating func pauseFirst() {
        if let sender = takeTurn() { paused.insert(sender) }
    }

    /// Takes the first call of the sender with the next turn.
    mutating func next() -> Call? {
        guard let sender = takeTurn() else { return nil }
        guard let entry = calls[sender]?.removeFirst() else { return nil }
        if calls[sender]?.isEmpty == true {
            calls[sender] = nil
        } else {
            turns.append(sender)
        }
        count -= 1
        byteCount -= entry.byteCount
        return entry.call
    }

    /// Gives a paused sender its turn.
    mutating func resume(_ sender: String) {
        if paused.remove(sender) != nil { turns.append(sender) }
    }

    /// Takes all calls.
    mutating func takeAll() -> [Call] {
        defer { self = WaitingCalls() }
        return calls.values.flatMap { $0.map(\.call) }
    }
}
