package import AudioModel
package import DeviceProtocol
import HostLinux
import SoundServer
import Synchronization

/// An app in a process that the device has not started, and that has connected to it. Any thread.
///
/// The device hears of its end by the end of the connection; it neither stops nor kills the process.
package final class ConnectedApp: HostedApp {
    /// What the app has said of itself.
    package let introduction: AppIntroduction
    /// The process that has connected, as the kernel knows it.
    package let processID: Int32

    /// `nil` when the system has no memory for it.
    let page: SessionPage?
    let performSync: @Sendable (() -> Void) -> Void
    private let state: Mutex<State>
    private let wake: @Sendable () -> Void

    private struct State {
        var link: AppLink
        var connection: (any AppConnection)?
        var isHeld = false
    }

    /// - Parameters:
    ///   - decisions: What the device has decided, for all apps.
    ///   - performSync: Runs a closure that makes the server decide, and waits for it.
    ///   - wake: Wakes the thread that serves the sockets.
    init(
        _ introduction: AppIntroduction, _ client: AppClient<ConnectedApp>,
        limits: AppConnectionLimits, decisions: DecisionCount,
        performSync: @escaping @Sendable (() -> Void) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.introduction = introduction
        processID = client.processID
        page = SessionPage(decisions)
        self.performSync = performSync
        self.wake = wake
        var link = AppLink(client.socket, limits: limits)
        link.reportsCallbackReturns = client.reportsCallbackReturns
        state = Mutex(State(link: link))
    }

    /// The app's identifier on the server; `.phone` before it is known.
    package var app: AppID { connection?.app ?? .phone }

    /// The description under which the server knows the app.
    package var description: AppDescription {
        var description = AppDescription(
            name: introduction.name, backgroundModes: introduction.backgroundModes)
        description.exitsOnSuspend = introduction.exitsOnSuspend
        return description
    }

    /// Linear peak of a stream's latest samples after all gains; 0 for an unknown stream.
    package func level(ofStream number: Int) -> Float {
        withLink { $0.levels[number]?.outputPeak ?? 0 }
    }

    // MARK: The thread of the sockets

    var connection: (any AppConnection)? { state.withLock { $0.connection } }

    func withLink<Result: Sendable>(_ body: (inout AppLink) -> Result) -> Result {
        state.withLock { body(&$0.link) }
    }

    /// Welcomes the app, which the server has connected. With the device.
    func welcome(_ connection: any AppConnection) {
        page?.show(connection)
        state.withLock { state in
            state.connection = connection
            state.link.welcome(connection.app, showing: page)
        }
    }

    /// The process runs on: there is nothing to stop.
    func outputHeld() {}

    /// Tells the server that the process is gone.
    func disconnect() {
        connection?.disconnect(.killed)
        _ = withLink { $0.end() }
    }

    private func change(_ body: (inout State) -> Void) {
        let needsThread = state.withLock { state in
            body(&state)
            return state.link.hasBacklog || state.link.failure != nil
        }
        if needsThread { wake() }
    }
}

extension ConnectedApp: AppReceiver {
    package func apply(_ directive: StreamDirective, toStream number: Int) {
        change { $0.link.apply(directive, toStream: number) }
    }

    package func receive(_ notification: AppNotification) {
        change { $0.link.notify(notification, at: LinuxClock.now) }
    }

    package func follow(_ appState: AppState) {
        change { state in
            switch appState {
            case .notRunning: state.link.fail(.endedByDevice)
            case .suspended:
                guard !state.isHeld else { return }
                state.isHeld = true
                state.link.send(.holdOutput)
            case .background, .inactive, .active:
                guard state.isHeld else { return }
                state.isHeld = false
                state.link.send(.resumeOutput)
            }
        }
    }
}
