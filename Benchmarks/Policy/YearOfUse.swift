import AudioModel
import CommandLineTool
import Simulation
import SoundPolicy
import SoundServer
import Synchronization

/// A phone that is used for a year: apps launch, play, are interrupted and end, and outputs are
/// plugged in and out. Its memory at the end must not exceed that of the beginning.
package struct YearOfUse {
    private let clock = SkippingClock()
    private let server: Server
    private var random: RandomSource
    private var apps: [any AppConnection] = []
    package private(set) var launchCount = 0

    /// Limit of apps that run at the same time.
    private static let appCountMax = 12
    private static let actsADay = 500

    package init(seed: UInt64) {
        server = Server(clock: clock)
        random = RandomSource(state: seed)
    }

    package mutating func pass(days: Int) {
        for _ in 0..<days * YearOfUse.actsADay {
            clock.advance(by: .seconds(86_400 / Double(YearOfUse.actsADay)))
            act()
        }
    }

    /// Numbers of objects that the policy keeps.
    package struct Kept: Sendable {
        package var apps: Int
        package var streams: Int
        package var mediaVolumes: Int
        package var callVolumes: Int
        /// Largest number of notifications kept for one suspended app.
        package var pendingMax: Int
        /// Events that the server keeps in its log.
        package var events: Int
    }

    package var kept: Kept {
        let events = server.recentEvents.count
        return server.inspect { machine in
            Kept(
                apps: machine.apps.count, streams: machine.streams.count,
                mediaVolumes: machine.device.mediaVolumes.count,
                callVolumes: machine.device.callVolumes.count,
                pendingMax: machine.apps.values.map(\.pending.count).max() ?? 0, events: events)
        }
    }

    private mutating func act() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: launch()
        case 1: if apps.count > YearOfUse.appCountMax / 2 { leaveOne() }
        case 2...5: anApp.map { server.open($0.app) }
        case 6...13: anApp.map { app in try? app.request(request()) }
        default: server.send(deviceEvent())
        }
    }

    private var anApp: (any AppConnection)? {
        mutating get { apps.randomElement(using: &random) }
    }

    private mutating func launch() {
        if apps.count >= YearOfUse.appCountMax { leaveOne() }
        launchCount += 1
        let description = AppDescription(
            name: "App \(launchCount)",
            backgroundModes: Bool.random(using: &random) ? ["audio"] : [])
        apps.append(server.connect(description, DeafReceiver()))
    }

    private mutating func leaveOne() {
        guard let index = apps.indices.randomElement(using: &random) else { return }
        apps.remove(at: index).disconnect(pick([.quit, .killed, .crashed]))
    }

    private mutating func request() -> AppRequest {
        let number = Int.random(in: 1...3, using: &random)
        return pick([
            .setCategory(.playback, .default, [], .default),
            .setCategory(.playback, .default, .duckOthers, .default),
            .setCategory(.ambient, .default, [], .default),
            .setCategory(.playAndRecord, .default, .mixWithOthers, .default),
            .activate, .deactivate(notifyingOthers: true),
            .startStream(number: number, .player, appVolume: 1),
            .startStream(number: number, .systemSound, appVolume: 1),
            .pauseStream(number: number), .resumeStream(number: number),
            .streamEnded(number: number), .stopStream(number: number),
        ])
    }

    private mutating func deviceEvent() -> DeviceEvent {
        let receiver = Port(.airplay, name: "Room \(Int.random(in: 1...100_000, using: &random))")
        return pick([
            .volumePressed(.up), .volumePressed(.down), .ringSwitchMoved(.silent),
            .ringSwitchMoved(.ring), .portPlugged(.headphones), .portUnplugged(.headphones),
            .portPlugged(receiver), .routePicked(receiver), .portUnplugged(receiver),
            .callArrived, .callAnswered, .callEnded, .callEnded, .alarmFired, .alarmSnoozed,
            .alarmDismissed, .locked, .unlocked, .unlocked, .memoryLow, .mediaServicesReset,
        ])
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}

extension YearOfUse {
    /// Limit of growth after the first weeks, in megabytes, for the heap's own variation.
    private static let megabytesMax = 1.0

    static func step() -> BenchStep {
        BenchStep(name: "a year of use, growth after 30 days") { _ throws(ProgramError) in
            var use = YearOfUse(seed: 1)
            use.pass(days: 30)
            let before = ProcessMemory.residentBytes()
            use.pass(days: 335)
            guard let before, let after = ProcessMemory.residentBytes() else {
                return .skipped(reason: "/proc does not tell the memory")
            }
            return .found(.growth(from: before, to: after, most: megabytesMax))
        }
    }
}

/// A clock that stands still until it is advanced, and meets deadlines on the way at their times.
private final class SkippingClock: ServerClock {
    private struct State {
        var now = HostTime.zero
        var due: (time: HostTime, block: @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var now: HostTime { state.withLock { $0.now } }

    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        state.withLock { state in state.due = time.map { ($0, block) } }
    }

    func advance(by interval: HostInterval) {
        let end = now + interval
        while let block = takeDue(until: end) { block() }
        state.withLock { $0.now = end }
    }

    private func takeDue(until end: HostTime) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let due = state.due, due.time <= end else { return nil }
            state.now = max(state.now, due.time)
            state.due = nil
            return due.block
        }
    }
}

final class DeafReceiver: AppReceiver {
    func apply(_ directive: StreamDirective, toStream number: Int) {}
    func receive(_ notification: AppNotification) {}
}

/// Pseudo-random numbers, the same in every run.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
private struct RandomSource: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
