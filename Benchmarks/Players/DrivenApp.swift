import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization

/// An app in the foreground of a phone that renders when it is asked to, block by block, with all of
/// its work on the caller's thread.
final class DrivenApp {
    let app: AppSound
    private let server: Server
    private let environment: DrivenEnvironment
    private var block = [Float](repeating: 0, count: 2 * blockFrames)

    static let sampleRate = 48_000.0
    static let blockFrames = 512
    static let blocksPerSecond = 94

    init() {
        let environment = DrivenEnvironment()
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        let server = Server(configuration: configuration, clock: environment)
        self.environment = environment
        self.server = server
        app = AppSound(mixer: Mixer(outputRate: Self.sampleRate), environment: environment) {
            server.connect(AppDescription(name: "bench"), $0)
        }
        server.open(app.connection.app)
    }

    /// Runs code as the app.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { environment.runDue() }
        return try CurrentApp.run(as: app, body)
    }

    /// Renders a block and does the work that follows.
    ///
    /// - Returns: The first frame in it that is not silent; `nil` if there is none.
    func render() -> Int? {
        let hasEvents = block.withUnsafeMutableBufferPointer {
            app.output.render(into: $0.baseAddress!, frameCount: Self.blockFrames)
        }
        environment.pass(.seconds(Double(Self.blockFrames) / Self.sampleRate))
        if hasEvents { app.output.service() }
        environment.runDue()
        return block.firstIndex { $0 != 0 }.map { $0 / 2 }
    }

    /// Frames of silence that voices have played because their feeds were empty.
    var underrunFrames: Int { app.meters.values.reduce(0) { $0 + $1.underrunFrames } }
}

/// The threads and the clock of a `DrivenApp`. Timers never fire.
private final class DrivenEnvironment: AppEnvironment, ServerClock {
    private struct State {
        var now = HostTime.zero
        var due: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var now: HostTime { state.withLock { $0.now } }

    func pass(_ interval: HostInterval) {
        state.withLock { $0.now = $0.now + interval }
    }

    func onMain(_ block: @escaping @Sendable () -> Void) { onQueue(block) }

    func onQueue(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.due.append(block) }
    }

    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {}
    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {}

    func makeWorkQueue(label: String) -> any WorkQueue { DrivenQueue(self) }

    /// Runs what is due, and what that makes due.
    func runDue() {
        while true {
            let blocks = state.withLock { state in
                defer { state.due = [] }
                return state.due
            }
            guard !blocks.isEmpty else { return }
            for block in blocks { block() }
        }
    }

    private final class DrivenQueue: WorkQueue {
        let runsWhileCallersWait = false
        private let environment: DrivenEnvironment

        init(_ environment: DrivenEnvironment) {
            self.environment = environment
        }

        func async(_ block: @escaping @Sendable () -> Void) { environment.onQueue(block) }
    }
}
