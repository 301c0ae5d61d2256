import DeviceConnections
import DeviceProtocol
import SoundServer
import Synchronization

// The connection of a program to the phone that has started it.

extension ChildApp: HostedApp {
    var connection: (any AppConnection)? { state.withLock { $0.connection } }
    var page: SessionPage? { nil }

    func withLink<Result: Sendable>(_ body: (inout AppLink) -> Result) -> Result {
        state.withLock { body(&$0.link) }
    }

    func outputHeld() { stopIfSuspended() }
}

extension ChildApp: AppHost {
    func admits(_ socket: MessageSocket) -> Bool {
        guard socket.isPeerSameUser else {
            fail(.notOurs)
            return false
        }
        return true
    }

    /// The phone knows the app that it has started: its hello is enough.
    func app(
        of client: AppClient<ChildApp>, introducedBy introduction: AppIntroduction?
    ) -> ChildApp? {
        guard let app = connection?.app else { return nil }
        change { state in
            state.link.connect(over: client.socket)
            state.link.welcome(app, showing: nil)
            for notification in state.kept { state.link.notify(notification, at: clock()) }
            state.kept = []
            state.launchingSince = nil
            if case .holding = state.suspension { state.link.send(.holdOutput) }
        }
        report(.connected)
        return self
    }

    func failed(_ failure: AppConnectionFailure, _ client: AppClient<ChildApp>) { fail(failure) }
}
