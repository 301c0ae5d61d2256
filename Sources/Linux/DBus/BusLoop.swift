import Glibc

/// Starts the thread of a connection, in a build with D-Bus.
func startBusThread(
    _ inbox: BusInbox, _ address: DBusAddress, _ access: DBusAccessPolicy, _ events: BusEvents
) {
    #if DBus
        inbox.start {
            let loop = BusLoop(inbox, address, access, events)
            loop.run()
        }
    #endif
}

#if DBus
    import CSystemd

    /// The loop of a connection's thread: it owns the bus, and all handlers.
    final class BusLoop {
        let inbox: BusInbox
        private let address: DBusAddress
        private let events: BusEvents
        private(set) var bus: OpaquePointer?
        private(set) var isConnected = false
        /// When to try to connect again.
        private var retryTime: UInt64 = 0
        private var retryMicroseconds = BusLoop.retryMin
        /// Limited commands that wait for the bus.
        private var waiting: [BusCommand] = []

        var calls = OpenCalls()
        var exported = ExportedObjects()
        var received = ReceivedCalls()
        var waitingCalls = WaitingCalls<WaitingCall>()
        var sent = SentMessages()
        private var reported = ReportedSenders()
        var access: AccessRule
        /// Changed properties that are announced when the bus takes messages again.
        private var unsentChanges: [ChangedInterface: Set<String>] = [:]
        var subscriptions = Subscriptions()
        /// Names with their flags, in the order of their requests.
        private var names: [(name: String, flags: UInt32)] = []

        /// Whether the last connection was given up because the bus took nothing.
        private var isStalled = false

        /// Source: D-Bus Specification 0.38, "org.freedesktop.DBus.RequestName".
        private static let doNotQueue: UInt32 = 4
        private static let retryMin: UInt64 = 50_000
        private static let retryMax: UInt64 = 10_000_000
        /// Messages that are received before commands and received calls get their turn: more than a
        /// bus sends meanwhile, so that none wait there behind a flood.
        private static let messagesPerTurnMax = 256
        /// Time after which commands and received calls get their turn, and then messages again.
        private static let microsecondsPerTurn: UInt64 = 2_000

        private struct ChangedInterface: Hashable {
            var path: String
            var interface: String
        }

        init(
            _ inbox: BusInbox, _ address: DBusAddress, _ access: DBusAccessPolicy,
            _ events: BusEvents
        ) {
            self.inbox = inbox
            self.address = address
            self.access = AccessRule(access)
            self.events = events
        }

        func run() {
            while !inbox.isClosed {
                if bus == nil, monotonicMicroseconds() >= retryTime { connect() }
                let hasMore = process()
                if let bus { sent.update(bus, now: monotonicMicroseconds()) }
                performCommands()
                let hasCalls = handleCalls(
                    for: hasMore ? Self.microsecondsPerTurn / 4 : Self.microsecondsPerTurn)
                performCommands()
                emitUnsentChanges()
                expire()
                if !hasMore, !hasCalls, !inbox.isClosed { wait() }
            }
            performCommands()
            disconnect("the connection is closed")
            // A completion or a handler may hold the last reference of a subscription.
            subscriptions = Subscriptions()
            _ = inbox.takeCommands().map { $0.fail(Self.closed) }
        }

        private static let closed = DBusError(.disconnected, "the connection is closed")

        // MARK: The bus

        private func connect() {
            guard let text = address.text else { return retryLater() }
            var made: OpaquePointer?
            guard sd_bus_new(&made) >= 0, let bus = made else { return retryLater() }
            let user = Unmanaged.passUnretained(self).toOpaque()
            let isStarted =
                sd_bus_set_address(bus, text) >= 0
                && sd_bus_set_bus_client(bus, 1) >= 0
                && sd_bus_negotiate_fds(bus, 1) >= 0
                && sd_bus_set_connected_signal(bus, 1) >= 0
                && sd_bus_add_filter(bus, nil, receiveMessage, user) >= 0
                && sd_bus_start(bus) >= 0
            guard isStarted else {
                sd_bus_close_unref(bus)
                return retryLater()
            }
            self.bus = bus
        }

        private func retryLater() {
            retryTime = monotonicMicroseconds() + retryMicroseconds
            retryMicroseconds = min(retryMicroseconds * 2, Self.retryMax)
        }

        fileprivate func connected() {
            guard let bus, !isConnected else { return }
            isConnected = true
            retryMicroseconds = Self.retryMin
            var name: UnsafePointer<CChar>?
            if sd_bus_get_unique_name(bus, &name) >= 0, let name {
                inbox.uniqueName = String(cString: name)
            }
            for rule in subscriptions.ruleTexts { changeMatch("AddMatch", rule) }
            for name in subscriptions.watchedNames { findOwner(of: name) }
            // The bus may not know yet that a connection which it does not read is closed.
            let waits: UInt32 = isStalled ? Self.doNotQueue : 0
            isStalled = false
            for entry in names { request(entry.name, entry.flags & ~waits) { _ in } }
            events.stateChanged(true)
            let commands = waiting
            waiting = []
            for command in commands { perform(command) }
        }

        private func disconnect(_ why: String) {
            if let bus {
                received.removeAll()
                for call in waitingCalls.takeAll() { sd_bus_message_unref(call.message) }
                access.forgetPrograms()
                sent = SentMessages()
                unsentChanges = [:]
                self.bus = nil
                sd_bus_close_unref(bus)
            }
            let wasConnected = isConnected
            isConnected = false
            inbox.uniqueName = nil
            let error = DBusError(.disconnected, why)
            calls.failAll(error)
            if inbox.isClosed {
                for command in waiting { command.fail(error) }
                waiting = []
            }
            for name in subscriptions.forgetOwners() { subscriptions.notifyOwner(nil, of: name) }
            if wasConnected { events.stateChanged(false) }
            retryLater()
        }

        /// Handles some messages.
        ///
        /// - Returns: Whether more wait.
        private func process() -> Bool {
            let end = monotonicMicroseconds() + Self.microsecondsPerTurn
            for _ in 0..<Self.messagesPerTurnMax {
                guard let bus else { return false }
                let result = sd_bus_process(bus, nil)
                if result < 0 || sd_bus_is_open(bus) <= 0 {
                    disconnect("the bus has closed the connection")
                    return false
                }
                if result == 0 { return false }
                if monotonicMicroseconds() >= end { break }
            }
            return true
        }

        /// Handles received calls for a time, each sender's in turn: less than it takes to receive
        /// messages while there are more, or those would wait in the bus, behind each other.
        ///
        /// - Returns: Whether more wait for their turn, and not for the bus.
        private func handleCalls(for microseconds: UInt64) -> Bool {
            guard waitingCalls.hasTurn else { return false }
            let end = monotonicMicroseconds() + microseconds
            repeat {
                guard !sent.isBlocked else { return false }
                guard let first = waitingCalls.first else { return false }
                if mustWait(first) {
                    waitingCalls.pauseFirst()
                } else if let call = waitingCalls.next() {
                    handle(call)
                }
            } while monotonicMicroseconds() < end
            return waitingCalls.hasTurn
        }

        /// Reports a sender, once.
        func reportLimit(_ sender: String, _ why: String) {
            guard reported.insert(sender, at: monotonicMicroseconds()) else { return }
            events.limitReached(sender, why)
        }

        private func wait() {
            var deadline = min(calls.deadline ?? .max, received.deadline ?? .max)
            deadline = min(deadline, waiting.compactMap(\.deadline).min() ?? .max)
            deadline = min(deadline, sent.deadline ?? .max)
            var descriptors = [pollfd(fd: inbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
            if let bus {
                var timeout: UInt64 = .max
                if sd_bus_get_timeout(bus, &timeout) > 0 { deadline = min(deadline, timeout) }
                let events = sd_bus_get_events(bus)
                descriptors.append(
                    pollfd(fd: sd_bus_get_fd(bus), events: Int16(max(events, 0)), revents: 0))
            } else {
                deadline = min(deadline, retryTime)
            }
            let now = monotonicMicroseconds()
            // Rounded up, so that the deadline has passed afterwards.
            let milliseconds = deadline <= now ? 0 : min((deadline - now) / 1000 + 1, 60_000)
            poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
            var count: UInt64 = 0
            if descriptors[0].revents != 0 { _ = read(inbox.wakeDescriptor, &count, 8) }
        }

        private func expire() {
            let now = monotonicMicroseconds()
            if let deadline = sent.deadline, deadline <= now {
                isStalled = true
                disconnect("the bus takes no messages")
            }
            calls.expire(by: now)
            for (message, error) in received.takeExpired(by: now) {
                answer(message, .failure(error))
                sd_bus_message_unref(message)
            }
            let late = waiting.filter { ($0.deadline ?? .max) <= now }
            waiting.removeAll { ($0.deadline ?? .max) <= now }
            for command in late { command.fail(OpenCalls.timedOut) }
        }

        // MARK: Commands

        /// Performs what waits in the inbox. An object that was exported before a call was made is
        /// there for the call.
        func performCommands() {
            for command in inbox.takeCommands() { perform(command) }
        }

        private func perform(_ command: BusCommand) {
            switch command {
            case .call, .requestName:
                guard isConnected else { return putOff(command) }
                send(command)
            case .emit(let signal): emit(signal)
            case .emitChange(let path, let interface, let names):
                guard isConnected else { return }
                emitChange(of: names, in: ChangedInterface(path: path, interface: interface))
            case .subscribe(let number, let rule, let limits, let handler):
                changed(subscriptions.add(number, rule, limits, handler))
            case .watchOwner(let number, let name, let handler):
                changed(subscriptions.add(number, name, handler))
            case .cancel(let number): changed(subscriptions.remove(number))
            case .export(let interfaces, let path): exported.set(interfaces, at: path)
            case .releaseName(let name):
                names.removeAll { $0.name == name }
                call(.ofBus("ReleaseName", [.string(name)])) { _ in }
            case .identified(let sender, let found, let generation):
                access.lookCount -= 1
                identified(sender, found, generation)
            case .reply(let number, let result):
                guard let message = received.take(number) else { return }
                answer(message, result)
                sd_bus_message_unref(message)
            }
        }

        private func emitChange(of names: [String], in changed: ChangedInterface) {
            guard !sent.isBlocked else {
                unsentChanges[changed, default: []].formUnion(names)
                return
            }
            let signal = exported.change(of: names, in: changed.interface, at: changed.path)
            if let signal { emit(signal) }
        }

        private func emitUnsentChanges() {
            guard !unsentChanges.isEmpty, isConnected, !sent.isBlocked else { return }
            let changes = unsentChanges
            unsentChanges = [:]
            for (changed, names) in changes { emitChange(of: names.sorted(), in: changed) }
        }

        private func putOff(_ command: BusCommand) {
            if inbox.isClosed { return command.fail(Self.closed) }
            guard waiting.count < DBusConnection.queuedMax else {
                return command.fail(DBusError(.limitsExceeded, "too many messages wait"))
            }
            waiting.append(command)
        }

        private func send(_ command: BusCommand) {
            switch command {
            case .call(let call, let deadline, let completion):
                self.call(call, deadline: deadline, completion)
            case .requestName(let name, let flags, let completion):
                names.removeAll { $0.name == name }
                names.append((name, flags))
                request(name, flags, completion)
            default: break
            }
        }

        private func request(
            _ name: String, _ flags: UInt32,
            _ completion: @escaping @Sendable (Result<DBusNameReply, DBusError>) -> Void
        ) {
            call(.ofBus("RequestName", [.string(name), .uint32(flags)])) { result in
                completion(
                    result.flatMap { values in
                        guard let reply = values.first?.integer.flatMap(DBusNameReply.init) else {
                            return .failure(DBusError(.failed, "the bus gave no answer"))
                        }
                        return .success(reply)
                    })
            }
        }

        private func changed(_ change: Subscriptions.Change) {
            guard isConnected else { return }
            for rule in change.added { changeMatch("AddMatch", rule) }
            for rule in change.removed { changeMatch("RemoveMatch", rule) }
            for name in change.namesToFind { findOwner(of: name) }
        }

        private func changeMatch(_ member: String, _ rule: String) {
            call(.ofBus(member, [.string(rule)])) { _ in }
        }

        private func findOwner(of name: String) {
            // The completion runs on this thread, while the loop runs.
            nonisolated(unsafe) unowned let loop = self
            call(.ofBus("GetNameOwner", [.string(name)])) { result in
                let owner = (try? result.get())?.first?.text
                loop.subscriptions.setOwner(owner, of: name)
                loop.subscriptions.notifyOwner(owner, of: name)
            }
        }
    }

    extension BusCommand {
        fileprivate var deadline: UInt64? {
            if case .call(_, let deadline, _) = self { deadline } else { nil }
        }
    }

    /// The function that libsystemd calls for every message.
    private func receiveMessage(
        _ message: OpaquePointer?, _ user: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let user else { return 0 }
        let loop = Unmanaged<BusLoop>.fromOpaque(user).takeUnretainedValue()
        if let member = sd_bus_message_get_member(message), loop.bus != nil,
            sd_bus_message_is_signal(message, "org.freedesktop.DBus.Local", nil) > 0
        {
            if String(cString: member) == "Connected" { loop.connected() }
            return 1
        }
        return loop.receive(message) ? 1 : 0
    }
#endif
