import AudioModel
import Foundation
import SoundClient
public import SoundPolicy
import SoundServer
import Synchronization

// VoIP calls of apps: what the phone's user does with them, and what their apps are asked to do.

extension SimulatedPhone {
    /// The VoIP call of an app.
    public struct Call: Sendable {
        public let app: App
        public let state: AppCallState
        /// The name of the other party, as its app gives it; empty for none.
        public let name: String
        /// The address of the other party, as its app gives it; empty for none.
        public let handle: String
        public let isOutgoing: Bool
        public let hasVideo: Bool
    }

    /// The VoIP calls that have not ended, at most one.
    public var calls: [Call] {
        guard
            let call = stage.server.inspect({ $0.appCall }),
            let app = apps.first(where: { $0.staged.id == call.app })
        else { return [] }
        let shown = stage.server.callDescription(of: call.app)
        return [
            Call(
                app: app, state: call.state, name: shown?.name ?? "", handle: shown?.handle ?? "",
                isOutgoing: shown?.isOutgoing ?? false, hasVideo: shown?.hasVideo ?? false)
        ]
    }

    /// Receives a VoIP call for an app.
    ///
    /// An app with a `PKPushRegistry` receives a push, `["caller": "…"]`, and reports the call itself.
    /// For any other one the phone rings at once, and the system lets it run. The session is activated
    /// by the system when the call is answered, with the priority of a call.
    ///
    /// `answerCall`, `declineCall` and `endCall` are for this call too: an app with a `CXProvider`
    /// carries them out.
    public func receiveCall(for app: App) {
        guard app.staged.sound.appCalls.pushHandler == nil else {
            return push(["caller": "Anna"], to: app)
        }
        happen(.arrived, toCallOf: app)
    }

    /// Starts a VoIP call from an app: an app with a `CXProvider` is asked to, for any other one it is
    /// connected at once.
    ///
    /// - Parameter handle: The address of the other party.
    public func startCall(from app: App, to handle: String = "Anna") {
        guard app.state != .notRunning, let provider = app.staged.sound.appCalls.provider else {
            return happen(.started, toCallOf: app)
        }
        stage.loop.prepareForAct()
        let words = app.staged.run { provider.startCall(to: handle) }
        if let words { note("\(app.name) starts no call: \(words)") }
        stage.loop.runDue()
    }

    /// Puts the VoIP call of an app on hold.
    public func holdCall(of app: App) { happen(.held, toCallOf: app) }
    /// Takes the held VoIP call of an app up again; needed after a telephone call that has put it on
    /// hold and that its remote party ended.
    public func resumeCall(of app: App) { happen(.resumed, toCallOf: app) }

    private func happen(_ event: AppCallEvent, toCallOf app: App) {
        let id = app.staged.id
        stage.loop.prepareForAct()
        if let words = stage.server.inspect({ $0.missingObject(ofCall: event, of: id) }) {
            return note(words)
        }
        stage.server.send(event, toCallOf: id)
        stage.loop.runDue()
    }

    // MARK: Pushes

    /// Sends an app a push for a call, which lets it run.
    ///
    /// From iOS 13 on, the app is ended, with a finding, when it has not reported a call with CallKit
    /// by the time that it calls the push's completion, or within 30 seconds.
    ///
    /// An app that does not run cannot be started with its code: launch it with the option
    /// `.inBackground(.remoteNotification)`, and push then.
    public func push(_ payload: [String: any Sendable], to app: App) {
        stage.loop.prepareForAct()
        guard app.state != .notRunning else {
            return note("\(app.name) receives no push: it is not running; launch it first")
        }
        let calls = app.staged.sound.appCalls
        guard let handler = calls.pushHandler else {
            return note("\(app.name) receives no push: no PKPushRegistry of it wants voIP")
        }
        stage.server.runInBackground(app.staged.id, for: .remoteNotification)
        let check = PushCheck(calls) { [weak self, weak app] when in
            guard let self, let app else { return }
            endForPush(app, when)
        }
        handler(payload) { check.finish("when it completed a push") }
        app.staged.sound.environment.after(Self.pushLimit) {
            // The phone's own loop runs this.
            check.finish("30 seconds after a push", isOnMain: true)
        }
        stage.loop.runDue()
    }

    private static let pushLimit = HostInterval.seconds(30)

    private func endForPush(_ app: App, _ when: String) {
        guard profile >= .ios13, app.state != .notRunning else { return }
        note(
            "\(app.name) is ended: it had reported no call \(when); call reportNewIncomingCall first"
        )
        app.staged.sound.connection.disconnect(.killed)
    }

    /// Gives a launched app what its provider of calls and its phone share.
    func shareCalls(with app: App, modes: [String]) {
        let home = app.homePath
        _ = app.staged.sound.attachment {
            AppCalls(hasVoIPMode: modes.contains("voip")) { [home, "\(home)/Library/Sounds"] }
        }
    }
}

extension SimulatedPhone.App {
    /// What the delegate of the app's `CXProvider` was asked to do and was told, in order: `Start`,
    /// `Answer`, `End`, `SetHeld(true)`, `SetMuted(true)`, `PlayDTMF(1)`, `didActivate`,
    /// `didDeactivate`, `didReset`, `timedOut(Answer)`.
    public var callActions: [String] { staged.sound.appCalls.actions.map(\.words) }
}

/// Whether an app has reported a call for a push in time. Any thread.
private final class PushCheck: Sendable {
    private let calls: AppCalls
    private let reportsBefore: Int
    private let isOver = Atomic<Bool>(false)
    private let failed: @MainActor @Sendable (_ when: String) -> Void

    init(_ calls: AppCalls, failed: @escaping @MainActor @Sendable (_ when: String) -> Void) {
        self.calls = calls
        reportsBefore = calls.reportCount
        self.failed = failed
    }

    func finish(_ when: String, isOnMain: Bool = Thread.isMainThread) {
        guard !isOver.exchange(true, ordering: .relaxed), calls.reportCount == reportsBefore
        else { return }
        if isOnMain {
            MainActor.assumeIsolated { failed(when) }
        } else {
            Task { @MainActor in failed(when) }
        }
    }
}
