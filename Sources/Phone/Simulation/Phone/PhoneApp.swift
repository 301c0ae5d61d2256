public import AudioModel
import Foundation
import SimulatedDevice
import SoundClient
import SoundPolicy
import SoundServer

extension SimulatedPhone {
    /// An app on the phone: the code that the test runs as the app.
    @MainActor
    public final class App: CustomStringConvertible {
        /// The name given to `launch`.
        public nonisolated let name: String
        /// The app's Info.plist, as given to `launch`.
        public nonisolated let info: [String: any Sendable]

        let staged: StagedApp
        /// The app's transfers over the phone's network.
        var networkWay: AppNetwork?
        private let storage: Container
        /// The value that the app's code returned at its launch.
        var root: Any?
        private weak var phone: SimulatedPhone?

        init(
            _ name: String, info: [String: any Sendable], _ staged: StagedApp,
            _ storage: Container, on phone: SimulatedPhone
        ) {
            self.name = name
            self.info = info
            self.staged = staged
            self.storage = storage
            self.phone = phone
        }

        public nonisolated var description: String { name }

        /// Runs code as the app on its main thread, for example to tap a button or to inspect the
        /// app's state. `AVAudioSession.sharedInstance()` returns the app's session there.
        @discardableResult
        public func run<Result>(_ code: @MainActor () throws -> Result) rethrows -> Result {
            prepare()
            defer { phone?.stage.loop.runDue() }
            return try staged.run { try code() }
        }

        /// Runs asynchronous code as the app.
        @discardableResult
        public func run<Result: Sendable>(
            _ code: @MainActor () async throws -> Result
        ) async rethrows -> Result {
            prepare()
            defer { phone?.stage.loop.runDue() }
            return try await CurrentApp.run(as: staged.sound) {
                try await CurrentApp.$isOnSimulatedMain.withValue(true) {
                    try await CurrentApp.runInTaskOfTest { try await code() }
                }
            }
        }

        private func prepare() {
            phone?.stage.loop.prepareForAct()
            switch state {
            case .suspended: phone?.note("\(name) is suspended: its code would not run")
            case .notRunning: phone?.note("\(name) is not running: its code would not run")
            case .background, .inactive, .active: break
            }
        }

        /// Keeps the app's main thread busy for a duration of the phone's time, as a slow call
        /// does. Call it in the app's code. What is due on the thread waits, and the watchdog may
        /// end the app.
        public func stayBusy(for duration: Duration) {
            staged.stayBusy(for: HostInterval(duration))
        }

        // MARK: Properties

        /// `CFBundleIdentifier` of its Info.plist, or an identifier made from its name.
        public nonisolated var identifier: String {
            info["CFBundleIdentifier"] as? String ?? "sori.\(name)"
        }

        /// The folders for the app's files, created at first use.
        public var container: Container {
            do {
                try storage.create()
            } catch {
                phone?.note("\(name) has nowhere to keep files: \(error.localizedDescription)")
            }
            return storage
        }

        /// Removes the app's files, with the app itself.
        func removeFiles() { storage.remove() }

        /// The path of the app's home folder, which need not exist.
        var homePath: String { storage.home.path }

        /// The app's state, as the system sees it.
        public var state: AppState {
            phone?.stage.server.inspect { [id = staged.id] in $0.state(of: id) } ?? .notRunning
        }

        /// The session's category; the default category when the app is not running.
        public var category: SessionCategory { staged.sound.connection.session.category }
        /// Whether the app's session is active.
        public var isSessionActive: Bool { staged.sound.connection.session.isActive }

        // MARK: Notifications

        /// The notifications that the app's session received, in order: interruptions, route
        /// changes, hints, volumes, the media services.
        public var notifications: [AppNotification] {
            told.map(\.what).filter { !$0.isForApplication }
        }

        /// The remote commands that the app received, in order.
        public var remoteCommands: [RemoteCommand] {
            told.compactMap { entry in
                if case .remoteCommand(let command) = entry.what { command } else { nil }
            }
        }

        /// The life cycle notifications that the app received, in order.
        public var lifeCycle: [AppNotification] {
            told.map(\.what).filter(\.isLifeCycleNotification)
        }

        /// All notifications with their times, oldest first: `1.500  interruption.began reason
        /// default`.
        public var history: [String] {
            told.map { time, what in
                let words = what.words
                let detail = words.detail.isEmpty ? "" : " " + words.detail
                return "\(time.secondsText)  \(words.event)\(detail)"
            }
        }

        private var told: [(time: HostTime, what: AppNotification)] {
            let id = staged.id
            return phone?.watch.told.filter { $0.app == id }.map { ($0.time, $0.what) } ?? []
        }
    }
}
