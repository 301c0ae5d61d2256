import CLinuxShim
import Dispatch
import Glibc
import Synchronization

/// A message bus.
package enum DBusAddress: Hashable, Sendable {
    /// The user's bus: `DBUS_SESSION_BUS_ADDRESS`, or the socket `bus` in `XDG_RUNTIME_DIR`.
    case session
    case system
    /// A D-Bus address, like `unix:path=/run/bus`.
    case address(String)

    /// The address; `nil` for a session without a bus.
    var text: String? {
        switch self {
        case .session:
            variable("DBUS_SESSION_BUS_ADDRESS")
                ?? variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
        case .system:
            variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .address(let address): address
        }
    }

    /// Whether there can be a bus: a session without one has no address, or no socket at it.
    package var mayExist: Bool {
        guard let text else { return false }
        return text.split(separator: ";").contains { address in
            guard address.hasPrefix("unix:path=") else { return true }
            let path = address.dropFirst("unix:path=".count).prefix { $0 != "," }
            // A path with escapes is left to the connection.
            return path.contains("%") || access(String(path), F_OK) == 0
        }
    }

    private func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

/// The result of a request for a name.
package enum DBusNameReply: Int64, Sendable {
    case primaryOwner = 1
    case inQueue = 2
    case exists = 3
    case alreadyOwner = 4
}

/// A connection to a message bus. Any thread.
///
/// One thread of its own talks to the bus, and runs all handlers and completions. When the bus ends,
/// open calls fail, and the thread tries again until there is one: then it requests the names and
/// subscribes to the signals as before.
package final class DBusConnection: Sendable {
    /// The greatest number of calls and signals that wait to be sent.
    package static let queuedMax = 4096
    package static let defaultTimeoutSeconds = 5.0

    /// Whether this build has D-Bus (trait `DBus`).
    package static var isSupported: Bool {
        #if DBus
            true
        #else
            false
        #endif
    }

    private let inbox: BusInbox
    private let lastNumber = Atomic(0)

    /// Opens a connection, without waiting for the bus.
    ///
    /// - Parameters:
    ///   - access: What sandboxed programs may do with the objects that are exported; by default
    ///     nothing but read.
    ///   - stateChanged: Called when the bus has accepted the connection, and when it is lost.
    ///   - limitReached: Called when something that another connection sends is refused or left out,
    ///     once for each connection, and seldom; with its unique name.
    package init(
        to address: DBusAddress, access: DBusAccessPolicy = DBusAccessPolicy(),
        stateChanged: @escaping @Sendable (_ isConnected: Bool) -> Void = { _ in },
        limitReached: @escaping @Sendable (_ sender: String, _ why: String) -> Void = { _, _ in }
    ) {
        inbox = BusInbox()
        startBusThread(
            inbox, address, access,
            BusEvents(stateChanged: stateChanged, limitReached: limitReached))
    }

    deinit {
        inbox.close(waits: false)
    }

    /// Closes the connection: open calls fail, and no handler runs afterwards.
    package func close() { inbox.close(waits: true) }

    /// The unique name of this connection; `nil` while there is no bus.
    package var uniqueName: String? { inbox.uniqueName }
    package var isConnected: Bool { uniqueName != nil }

    private func nextNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    // MARK: Calls

    /// Calls a method; the completion is called once.
    package func call(
        _ call: DBusMethodCall, timeoutSeconds: Double = defaultTimeoutSeconds,
        completion: @escaping DBusCompletion
    ) {
        guard call.isValid else {
            return completion(.failure(DBusError(.invalidArguments, "a name is not valid")))
        }
        let deadline = monotonicMicroseconds(after: timeoutSeconds)
        if let error = inbox.post(.call(call, deadline: deadline, completion)) {
            completion(.failure(error))
        }
    }

    package func call(
        _ call: DBusMethodCall, timeoutSeconds: Double = defaultTimeoutSeconds
    ) async throws(DBusError) -> [DBusValue] {
        let result = await withCheckedContinuation { continuation in
            self.call(call, timeoutSeconds: timeoutSeconds) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Calls a method and blocks until it answers. It fails in a handler, which would wait for its
    /// own thread.
    package func callAndWait(
        _ call: DBusMethodCall, timeoutSeconds: Double = defaultTimeoutSeconds
    ) throws(DBusError) -> [DBusValue] {
        guard !inbox.isOnThread else {
            throw DBusError(.failed, "a handler cannot wait for a call")
        }
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<[DBusValue], DBusError>?>(nil)
        self.call(call, timeoutSeconds: timeoutSeconds) { found in
            result.withLock { $0 = found }
            done.signal()
        }
        done.wait()
        return try (result.withLock { $0 } ?? .success([])).get()
    }

    // MARK: Signals

    /// Sends a signal. It is dropped while there is no bus, or when it is not valid.
    package func emit(_ signal: DBusSignal) { _ = inbox.post(.emit(signal)) }

    /// Calls the handler for each signal that the rule matches, until the subscription is released
    /// or cancelled.
    ///
    /// - Parameter limits: What a signal's arguments may take; larger signals are left out.
    /// - Returns: `nil` for an invalid rule.
    package func subscribe(
        to rule: DBusMatchRule, limits: DBusContentLimits = .standard,
        _ handler: @escaping @Sendable (DBusSignal) -> Void
    ) -> DBusSubscription? {
        guard rule.isValid else { return nil }
        return subscription { .subscribe($0, rule, limits, handler) }
    }

    /// Calls the handler with the unique name of a name's owner (`nil` for none) once that is known,
    /// and after each change.
    package func watchOwner(
        of name: String, _ handler: @escaping @Sendable (String?) -> Void
    ) -> DBusSubscription? {
        guard isBusName(name) else { return nil }
        return subscription { .watchOwner($0, name, handler) }
    }

    private func subscription(_ command: (Int) -> BusCommand) -> DBusSubscription {
        let number = nextNumber()
        _ = inbox.post(command(number))
        return DBusSubscription(number: number, inbox: inbox)
    }

    // MARK: Objects and names

    /// Exports an object, or replaces its interfaces.
    ///
    /// - Returns: Whether all names and types are valid.
    @discardableResult
    package func export(_ interfaces: [DBusInterface], at path: String) -> Bool {
        guard isObjectPath(path), interfaces.allSatisfy(\.isValid) else { return false }
        _ = inbox.post(.export(interfaces, path))
        return true
    }

    /// Removes an object.
    package func unexport(_ path: String) { _ = inbox.post(.export([], path)) }

    /// Announces that properties of an exported object have changed; reads them on the connection's
    /// thread.
    package func propertiesChanged(_ names: [String], in interface: String, at path: String) {
        _ = inbox.post(.emitChange(path: path, interface: interface, names))
    }

    /// Requests a name on the bus, now and after each reconnection.
    ///
    /// - Parameter completion: Called once, with the first answer of a bus.
    package func requestName(
        _ name: String, replacesOwner: Bool = false, allowsReplacement: Bool = false,
        waitsInQueue: Bool = false,
        completion: @escaping @Sendable (Result<DBusNameReply, DBusError>) -> Void = { _ in }
    ) {
        guard isBusName(name), !isUniqueName(name) else {
            return completion(.failure(DBusError(.invalidArguments, "\(name) is not a bus name")))
        }
        let flags: UInt32 =
            (allowsReplacement ? 1 : 0) | (replacesOwner ? 2 : 0) | (waitsInQueue ? 0 : 4)
        if let error = inbox.post(.requestName(name, flags, completion)) {
            completion(.failure(error))
        }
    }

    package func releaseName(_ name: String) { _ = inbox.post(.releaseName(name)) }
}

/// Signals are delivered while this object is retained.
package final class DBusSubscription: Sendable {
    private let number: Int
    private let inbox: BusInbox

    init(number: Int, inbox: BusInbox) {
        self.number = number
        self.inbox = inbox
    }

    package func cancel() { _ = inbox.post(.cancel(number)) }

    deinit { cancel() }
}
