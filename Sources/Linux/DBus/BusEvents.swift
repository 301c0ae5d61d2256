/// What a connection tells of itself, on its thread.
struct BusEvents: Sendable {
    /// The bus has accepted the connection, or it is lost.
    var stateChanged: @Sendable (_ isConnected: Bool) -> Void
    /// Something that another connection has sent is refused or left out.
    var limitReached: @Sendable (_ sender: String, _ why: String) -> Void
}

/// Which senders have been reported for exceeding a limit: each is once, and some in ten minutes. One
/// thread.
struct ReportedSenders {
    private static let sendersMax = 16
    private static let microseconds: UInt64 = 600_000_000
    private var senders: Set<String> = []
    private var start: UInt64 = 0

    /// - Returns: Whether the sender is to be reported.
    mutating func insert(_ sender: String, at now: UInt64) -> Bool {
        if senders.isEmpty || now >= start + Self.microseconds {
            senders = []
            start = now
        }
        return senders.count < Self.sendersMax && senders.insert(sender).inserted
    }
}
