import DBus
import Dispatch

/// A service on a bus, followed through its ends and returns.
///
/// Handlers run on `queue`, in the order of the bus. They wait there with the connection's thread,
/// so that a flood of signals waits in the bus and not in memory.
///
/// Ownership: `queue`.
final class FollowedService: @unchecked Sendable {
    let name: String
    let connection: DBusConnection
    let queue: DispatchQueue
    /// The unique name of the service; `nil` while it does not run.
    private(set) var owner: String?
    private var isKnown = false
    private var subscriptions: [DBusSubscription] = []

    /// Calls that time out are made this often: a busy service is asked again.
    private static let attemptsMax = 3

    init(_ name: String, on connection: DBusConnection, queue: DispatchQueue) {
        self.name = name
        self.connection = connection
        self.queue = queue
    }

    /// Follows the service.
    ///
    /// - Parameter changed: Called with whether the service runs: once that is known, and when a
    ///   service has gone or come. Signals of a service come after this.
    func follow(_ changed: @escaping @Sendable (_ isRunning: Bool) -> Void) {
        let subscription = connection.watchOwner(of: name) { [weak self, queue] owner in
            queue.sync { self?.ownerChanged(to: owner, changed) }
        }
        if let subscription { subscriptions.append(subscription) }
    }

    private func ownerChanged(to owner: String?, _ changed: (Bool) -> Void) {
        guard !subscriptions.isEmpty, owner != self.owner || !isKnown else { return }
        let hadOwner = self.owner != nil
        isKnown = true
        self.owner = nil
        if hadOwner || owner == nil { changed(false) }
        self.owner = owner
        if owner != nil { changed(true) }
    }

    /// Calls a handler for each signal of the service.
    func listen(
        at path: String? = nil, to interface: String, _ member: String, argument: String? = nil,
        _ handler: @escaping @Sendable (DBusSignal) -> Void
    ) {
        let rule = DBusMatchRule(
            sender: name, path: path, interface: interface, member: member, argument: argument)
        let subscription = connection.subscribe(to: rule, limits: .properties) {
            [weak self, queue] signal in
            queue.sync {
                guard let self, let owner = self.owner, signal.sender == owner else { return }
                handler(signal)
            }
        }
        if let subscription { subscriptions.append(subscription) }
    }

    /// Stops following. No handler is called afterwards.
    func stop() {
        subscriptions = []
        owner = nil
    }

    // MARK: Calls

    /// Calls a method. Without the service, or when it has ended meanwhile, `completion` is not
    /// called.
    func call(
        _ member: String, of interface: String, at path: String, _ arguments: [DBusValue] = [],
        completion: @escaping @Sendable (Result<[DBusValue], DBusError>) -> Void = { _ in }
    ) {
        call(member, interface, path, arguments, attempt: 1, completion)
    }

    private func call(
        _ member: String, _ interface: String, _ path: String, _ arguments: [DBusValue],
        attempt: Int, _ completion: @escaping @Sendable (Result<[DBusValue], DBusError>) -> Void
    ) {
        // A call of the unique name does not start a service that has just ended.
        guard let owner else { return }
        let call = DBusMethodCall(
            to: owner, path: path, interface: interface, member: member, arguments: arguments)
        // Asynchronously: a call that cannot be made completes on the thread that makes it.
        connection.call(call) { [weak self, queue] result in
            queue.async { [weak self] in
                guard let self, self.owner == owner else { return }
                if case .failure(let error) = result, [.timeout, .noReply].contains(error.kind),
                    attempt < Self.attemptsMax
                {
                    self.call(
                        member, interface, path, arguments, attempt: attempt + 1, completion)
                } else {
                    completion(result)
                }
            }
        }
    }

    /// Reads a property.
    func get(
        _ property: String, of interface: String, at path: String,
        completion: @escaping @Sendable (DBusValue?) -> Void
    ) {
        call(
            "Get", of: DBusNames.properties, at: path, [.string(interface), .string(property)]
        ) { result in completion((try? result.get())?.first?.unwrapped) }
    }

    /// Reads all properties of an interface.
    func getAll(
        of interface: String, at path: String,
        completion: @escaping @Sendable ([String: DBusValue]?) -> Void
    ) {
        call("GetAll", of: DBusNames.properties, at: path, [.string(interface)]) { result in
            completion((try? result.get())?.first?.members)
        }
    }
}

extension DBusValue {
    /// The members of `(oa{sv})`: an object and its properties.
    var objectAndProperties: (path: String, properties: [String: DBusValue])? {
        guard case .structure(let members) = unwrapped, members.count == 2,
            let path = members[0].text, let properties = members[1].members
        else { return nil }
        return (path, properties)
    }
}

extension DBusSignal {
    /// The arguments of `PropertiesChanged`: the changed properties of the interface; `nil` for any
    /// other signal.
    var changedProperties: [String: DBusValue]? {
        arguments.count >= 2 ? arguments[1].members : nil
    }
}
