import AppHosting
import AudioModel
import Dispatch
import Foundation
import HostLinux
import SoundPolicy
import SoundServer
import Synchronization

/// A phone with apps that are processes.
final class Host: Sendable {
    let server: Server
    private let box: Box

    init(_ change: (inout PolicyConfiguration) -> Void = { _ in }) {
        var configuration = PolicyConfiguration()
        change(&configuration)
        let box = Box()
        let queue = DispatchQueue(label: "host")
        server = Server(configuration: configuration, clock: LinuxClock(queue: queue)) {
            _, event, response in
            box.events.withLock { $0.append(event) }
            box.effects.withLock { $0 += response.effects }
            box.changed()
        }
        self.box = box
    }

    private final class Box: Sendable {
        let events = Mutex<[PolicyEvent]>([])
        let effects = Mutex<[PolicyEffect]>([])
        let childEvents = Mutex<[ChildAppEvent]>([])
        private let condition = NSCondition()

        func changed() {
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }

        func await(_ isSo: () -> Bool) -> Bool {
            let deadline = Date(timeIntervalSinceNow: Host.patience)
            // Without the lock: the question may ask the server, which calls `changed` with its own.
            while !isSo() {
                // In turns: levels come without an event.
                if Date() > deadline { return false }
                condition.lock()
                _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
                condition.unlock()
            }
            return true
        }
    }

    /// Seconds after which something is taken never to happen.
    private static let patience = 30.0

    /// The built program of this name, which stands beside the tests.
    static func path(of program: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(program).path
    }

    func launch(
        _ arguments: [String], program: String = "PhoneGuest", container: String? = nil,
        _ change: (inout AppConnectionLimits) -> Void = { _ in }
    ) throws -> ChildApp {
        // The tests make no sound on the machine.
        let program = try ChildProgram(
            Host.path(of: program), arguments: arguments, container: container,
            environment: ["PIPEWIRE_REMOTE": "/nowhere/at-all", "SWIFT_BACKTRACE": "enable=no"])
        return try ChildApp.launch(program, in: server, limits: limits(change), onEvent: record)
    }

    /// Launches a program and opens it.
    func open(
        _ arguments: [String], _ change: (inout AppConnectionLimits) -> Void = { _ in }
    ) throws -> ChildApp {
        let child = try launch(arguments, change)
        server.open(child.app)
        return child
    }

    func state(of child: ChildApp) -> AppState { server.inspect { $0.state(of: child.app) } }

    /// The verdict on the app's stream 1.
    func verdict(of child: ChildApp) -> Verdict? {
        server.inspect { $0.verdict(of: StreamID(app: child.app, number: 1)) }
    }

    func limits(_ change: (inout AppConnectionLimits) -> Void) -> AppConnectionLimits {
        var limits = AppConnectionLimits()
        change(&limits)
        return limits
    }

    /// Notes what happens to an app.
    var record: @Sendable (ChildAppEvent) -> Void {
        { [box] event in
            box.childEvents.withLock { $0.append(event) }
            box.changed()
        }
    }

    func awaitNews(_ wanted: ChildAppEvent) -> Bool { awaitNews { $0 == wanted } }

    func awaitNews(_ isWanted: (ChildAppEvent) -> Bool) -> Bool {
        box.await { box.childEvents.withLock { $0.contains(where: isWanted) } }
    }

    func hasEnded(_ child: ChildApp) -> Bool {
        if case .ended = child.status { true } else { false }
    }

    func awaitEvent(_ isWanted: (PolicyEvent) -> Bool) -> Bool {
        box.await { box.events.withLock { $0.contains(where: isWanted) } }
    }

    /// Waits until the app asks for what is wanted.
    func awaitRequest(of child: ChildApp, _ isWanted: (AppRequest) -> Bool) -> Bool {
        awaitEvent { event in
            if case .app(child.app, let request) = event { isWanted(request) } else { false }
        }
    }

    /// Whether the app has asked for something.
    func hasRequest(of child: ChildApp, _ isWanted: (AppRequest) -> Bool) -> Bool {
        box.events.withLock { events in
            events.contains { event in
                if case .app(child.app, let request) = event { isWanted(request) } else { false }
            }
        }
    }

    /// Whether the policy had it told.
    func wasTold(_ child: ChildApp, _ notification: AppNotification) -> Bool {
        box.effects.withLock { $0.contains(.notify(child.app, notification)) }
    }

    func await(_ isSo: () -> Bool) -> Bool { box.await(isSo) }

    /// How the app ended; `nil` when it did not.
    func end(of child: ChildApp) -> ChildEnd? {
        child.awaitEnd(for: .seconds(Host.patience))
        if case .ended(let end) = child.status { return end }
        return nil
    }

}

/// What the program has printed so far.
func printed(by child: ChildApp) -> [String] {
    let text = (try? String(contentsOfFile: child.outputPath, encoding: .utf8)) ?? ""
    // Ours are warnings, of the machine that has no sound.
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("sori: ") }
}
