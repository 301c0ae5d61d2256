import AVFoundation
import AudioModel
import Foundation
import HostLinux
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import TestHTTPServer
import TestSupport

/// An app on the machine's clock that plays nowhere, a server, and a log. It is used off the main thread,
/// to which the players' notifications come.
///
/// Ownership: the lines are used under the condition's lock; all else is set once.
final class MachineStage: @unchecked Sendable {
    let web: TestHTTPServer
    private let app: AppSound
    private let server: Server
    private let condition = NSCondition()
    private var lines: [String] = []
    private var tokens: [any NSObjectProtocol] = []
    private var observations: [NSKeyValueObservation] = []

    init() throws {
        web = try TestHTTPServer()
        let environment = LinuxEnvironment()
        let server = Server(
            configuration: PolicyConfiguration(), clock: LinuxClock(queue: environment.queue))
        self.server = server
        app = AppSound(
            mixer: Mixer(outputRate: 48_000), environment: environment, device: NullOutput()
        ) { server.connect(AppDescription(name: "Player"), $0) }
        server.open(app.connection.app)
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentApp.run(as: app, body)
    }

    func item(_ path: String) -> AVPlayerItem {
        run { AVPlayerItem(url: URL(string: web.url(path))!) }
    }

    func add(_ line: String) {
        condition.withLock {
            lines.append(line)
            condition.broadcast()
        }
    }

    var log: [String] { condition.withLock { lines } }

    /// Notes a notification of an object.
    func note(
        _ name: Notification.Name, of object: AnyObject, as word: String,
        _ detail: @escaping @Sendable (Notification) -> String = { _ in "" }
    ) {
        tokens.append(
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                [weak self] in self?.add(word + detail($0))
            })
    }

    func keep(_ observation: NSKeyValueObservation) { observations.append(observation) }

    /// Waits until a line begins so.
    func wait(for prefix: String, seconds: Double = 30) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !lines.contains(where: { $0.hasPrefix(prefix) }) {
                guard condition.wait(until: end) else {
                    return lines.contains { $0.hasPrefix(prefix) }
                }
            }
            return true
        }
    }

    /// 16-bit samples of one channel that rise and fall, 44.1 kHz.
    static func wave(seconds: Double) -> [UInt8] {
        wavFile(
            (0..<Int(seconds * 44_100)).map { Int16(8000 * sin(Double($0) * 0.06)) },
            rate: 44_100)
    }
}
