#if DBus
    import CSystemd

    /// The messages that wait until the bus takes them: a bus that takes none must not fill this
    /// process's memory. One thread.
    struct SentMessages {
        /// Beyond this, received calls and changes of properties wait.
        static let waitingMax: UInt64 = 64
        /// Beyond this, signals and errors are dropped.
        static let droppedFrom: UInt64 = 4_096
        /// A bus that takes nothing for this long is left, and another connection is made: it may
        /// wait for one that never reads what this one has sent.
        private static let stallMicroseconds: UInt64 = 30_000_000

        private(set) var waiting: UInt64 = 0
        private var sentCount: UInt64 = 0
        private var takenCount: UInt64 = 0
        /// When nothing more could be sent, and the bus has taken nothing since.
        private var stallStart: UInt64?

        var isBlocked: Bool { waiting >= Self.waitingMax }
        var isFull: Bool { waiting >= Self.droppedFrom }
        /// When the connection is to be given up; `nil` while the bus takes messages.
        var deadline: UInt64? { stallStart.map { $0 + Self.stallMicroseconds } }

        mutating func send(
            _ message: OpaquePointer, on bus: OpaquePointer, cookie: UnsafeMutablePointer<UInt64>?
        ) -> Bool {
            guard sd_bus_send(bus, message, cookie) >= 0 else { return false }
            sentCount &+= 1
            sd_bus_get_n_queued_write(bus, &waiting)
            return true
        }

        /// Notes what the bus has taken.
        mutating func update(_ bus: OpaquePointer, now: @autoclosure () -> UInt64) {
            guard waiting > 0 else { return stallStart = nil }
            sd_bus_get_n_queued_write(bus, &waiting)
            let taken = sentCount &- waiting
            if !isBlocked {
                stallStart = nil
            } else if stallStart == nil || taken != takenCount {
                stallStart = now()
            }
            takenCount = taken
        }
    }
#endif
