import Foundation
import Glibc
import Synchronization

/// What the threads of a server share.
///
/// Ownership: all state is used under the condition's lock.
final class TestServerState: @unchecked Sendable {
    struct State {
        var handlers: [String: TestHTTPServer.Handler] = [:]
        var prefixes: [(prefix: String, handler: TestHTTPServer.Handler)] = []
        var log: [TestRequest] = []
        var connections: [ObjectIdentifier: TestConnection] = [:]
        var hasStopped = false

        var busyCount: Int { connections.values.count { $0.isBusy } }
    }

    private let condition = NSCondition()
    private var state = State()

    /// - Returns: `nil` after the server's end.
    func add(_ descriptor: Int32) -> TestConnection? {
        condition.withLock {
            guard !state.hasStopped else { return nil }
            let connection = TestConnection(descriptor)
            state.connections[ObjectIdentifier(connection)] = connection
            condition.broadcast()
            return connection
        }
    }

    func remove(_ connection: TestConnection) {
        condition.withLock {
            state.connections[ObjectIdentifier(connection)] = nil
            connection.close()
            condition.broadcast()
        }
    }

    /// - Returns: Whether it was not stopped before.
    func stop() -> Bool {
        condition.withLock {
            guard !state.hasStopped else { return false }
            state.hasStopped = true
            for connection in state.connections.values { connection.end() }
            return true
        }
    }

    func handle(
        _ path: String, _ handler: @escaping TestHTTPServer.Handler, isPrefix: Bool = false
    ) {
        condition.withLock {
            if isPrefix {
                state.prefixes.append((path, handler))
            } else {
                state.handlers[path] = handler
            }
        }
    }

    func answer(_ request: TestRequest, _ connection: TestConnection) {
        let handler = condition.withLock {
            state.log.append(request)
            condition.broadcast()
            return state.handlers[request.path]
                ?? state.prefixes.last { request.path.hasPrefix($0.prefix) }?.handler
        }
        if let handler {
            handler(request, connection)
        } else {
            connection.answerOwnPath(request)
        }
    }

    /// Has the waiting threads look again.
    func tell() {
        condition.withLock { condition.broadcast() }
    }

    var log: [TestRequest] { condition.withLock { state.log } }
    var connectionCount: Int { condition.withLock { state.busyCount } }

    func wait(_ seconds: Double, until isTrue: (State) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isTrue(state) {
                guard condition.wait(until: end) else { return isTrue(state) }
            }
            return true
        }
    }
}
