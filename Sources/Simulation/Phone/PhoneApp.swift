import AudioModel
import SoundClient

extension SimulatedPhone {
    /// One app of the phone: the code that was run as its own.
    @MainActor
    public final class App: CustomStringConvertible {
        public nonisolated let name: String
        /// Of its Info.plist, as `launch` was given it.
        public nonisolated let info: [String: any Sendable]

        let staged: StagedApp
        private let storage: Container
        /// What its code returned at its launch.
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

        /// Runs code as the app's, on its main thread: a button is tapped, or a test looks at what
        /// the app knows. `AVAudioSession.sharedInstance()` is the app's own in it.
        @discardableResult
        public func run<Result>(_ code: @MainActor () throws -> Result) rethrows -> Result {
            prepare()
            defer { phone?.stage.runDue() }
            return try staged.run { try code() }
        }

        /// Runs code as the app's that waits for something.
        @discardableResult
        public func run<Result: Sendable>(
            _ code: @MainActor () async throws -> Result
        ) async rethrows -> Result {
            prepare()
            defer { phone?.stage.runDue() }
            return try await CurrentApp.$simulated.withValue(staged.sound) {
                try await CurrentApp.$isOnSimulatedMain.withValue(true) { try await code() }
            }
        }

        private func prepare() {
            phone?.stage.prepareForAct()
            switch state {
            case .suspended: phone?.note("\(name) is suspended: its code would not run")
            case .notRunning: phone?.note("\(name) is not running: its code would not run")
            case .background, .inactive, .active: break
            }
        }

        /// Called in its code: keeps its main thread for so long of the phone's time, as a call that
        /// takes long does. What is due there waits, and the system may lose patience.
        public func stayBusy(for duration: Duration) {
            staged.stayBusy(for: HostInterval(duration))
        }

        // MARK: What it is like

        /// `CFBundleIdentifier` of its Info.plist, or one made of its name.
        public nonisolated var identifier: String {
            info["CFBundleIdentifier"] as? String ?? "sori.\(name)"
        }

        /// Its files, made at first use.
        public var container: Container {
            do {
                try storage.create()
            } catch {
                phone?.note("\(name) has nowhere to keep files: \(error.localizedDescription)")
            }
            return storage
        }

        public var state: AppState {
            phone?.stage.server.inspect { [id = staged.id] in $0.state(of: id) } ?? .notRunning
        }

        /// Of its session; the category that a session starts with when it is not running.
        public var category: SessionCategory { staged.sound.connection.session.category }
        public var isSessionActive: Bool { staged.sound.connection.session.isActive }

        // MARK: What it was told

        /// What its session was told, in order: interruptions, routes, hints, volumes, the media
        /// services.
        public var notifications: [AppNotification] {
            told.map(\.what).filter { !$0.isForApplication }
        }

        /// The remote commands that were delivered to it, in order.
        public var remoteCommands: [RemoteCommand] {
            told.compactMap { entry in
                if case .remoteCommand(let command) = entry.what { command } else { nil }
            }
        }

        /// What it was told of its life, in order: that it has become active, and so on.
        public var lifeCycle: [AppNotification] { told.map(\.what).filter(\.isOfLifeCycle) }

        /// All that it was told and when, oldest first: `1.500  interruption.began reason default`.
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
