import AudioModel
import Foundation
import HostLinux
import SoundClient
import SoundMixer
import SoundServer
import SoundWire
import Synchronization

private let codeSaysItReturns = Atomic<Bool>(false)

/// From now on the process's own app says when its code has returned from what it is told
/// (`AppRequest.returned`), so that its phone can wait for that. Before the first `currentApp()`.
package func announceReturns() { codeSaysItReturns.store(true, ordering: .releasing) }

/// Whether another process is the phone that decides for an app.
package func hasPhoneElsewhere(_ app: AppSound) -> Bool {
    app.connection is PhoneConnection || app.connection is NoPhone
}

/// The app of a process that the phone at the other end of a socket has started: it renders its
/// own sound, and the phone decides.
///
/// - Parameter path: Of the phone's socket.
func makeAppOfPhone(at path: String, name: String) -> AppSound {
    let device = DeferredOutput(sampleRate: 48_000) { findOutput(for: name) }
    let input = DeferredInput(sampleRate: 48_000, channelCount: 2) { findInput(for: name) }
    let environment = LinuxEnvironment()
    func makeApp(_ connect: (any AppReceiver) -> any AppConnection) -> AppSound {
        AppSound(
            mixer: Mixer(outputRate: device.sampleRate), environment: environment, device: device,
            inputDevice: input, connect: connect)
    }
    do throws(PhoneLineError) {
        let line = try PhoneConnection(
            to: path, saysItReturns: codeSaysItReturns.load(ordering: .acquiring))
        let levels = LevelReports(environment: environment, line: line)
        let app = makeApp { receiver in
            var events = PhoneLineEvents()
            events.streamStarted = { levels.begin() }
            // Not on the line's own thread: a device takes its time to stop.
            events.holdOutput = {
                environment.onQueue {
                    device.hold()
                    line.tellOutputIsHeld()
                }
            }
            events.letOutputGoOn = { environment.onQueue { device.letGoOn() } }
            events.lost = { why in
                // Nobody could open it, or end it, any more.
                if why == .closed, codeSaysItReturns.load(ordering: .acquiring) {
                    _exit(EXIT_FAILURE)
                }
                // Nor let it go on.
                environment.onQueue { device.letGoOn() }
                if why != .closed { warn("\(why): no sound from here on") }
            }
            line.attach(receiver, events: events)
            return line
        }
        levels.report(on: app)
        return app
    } catch {
        // Not a phone of its own instead: then nobody would decide.
        warn("\(error): no sound is played")
        return makeApp { _ in NoPhone() }
    }
}

/// The connection of an app whose phone is not there.
private final class NoPhone: AppConnection {
    let app = AppID(rawValue: -1)
    let session = SessionSnapshot(
        category: .soloAmbient, mode: .default, options: [], isActive: false,
        isOtherAudioPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        route: Route(outputs: [.speaker]), outputVolume: 0)

    func request(_ request: AppRequest) throws(SessionError) { throw .mediaServicesFailed }
    func verdict(ofStream number: Int) -> Verdict? { nil }
    func disconnect(_ termination: Termination) {}
}

/// Tells the phone how loud the app's streams are, as long as there are any.
private final class LevelReports: Sendable {
    private let environment: LinuxEnvironment
    private let line: PhoneConnection
    private let state = Mutex(State())

    private struct State {
        weak var app: AppSound?
        var isReporting = false
    }

    /// Between two reports: 15 a second.
    private static let interval = HostInterval.milliseconds(66)

    init(environment: LinuxEnvironment, line: PhoneConnection) {
        self.environment = environment
        self.line = line
    }

    func report(on app: AppSound) { state.withLock { $0.app = app } }

    /// Any thread; does nothing while reports are made.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.isReporting = true }
            return !state.isReporting
        }
        if isFirst { scheduleReport() }
    }

    private func scheduleReport() {
        environment.after(Self.interval) { [weak self] in self?.report() }
    }

    private func report() {
        let meters = state.withLock { state in
            let meters = state.app?.meters ?? [:]
            // The last report is of nothing.
            if meters.isEmpty { state.isReporting = false }
            return meters
        }
        line.tell(
            meters.sorted { $0.key < $1.key }.map { number, meter in
                StreamLevel(
                    number: number, sourcePeak: finite(meter.sourcePeak),
                    outputPeak: finite(meter.outputPeak))
            })
        if !meters.isEmpty { scheduleReport() }
    }

    private func finite(_ level: Float) -> Float { level.isFinite ? level : 0 }
}
