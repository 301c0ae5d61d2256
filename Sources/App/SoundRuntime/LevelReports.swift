import AudioModel
import DeviceProtocol
import HostLinux
import SoundClient
import SoundMixer
import Synchronization

/// Reports the levels of the app's streams to its phone or its device service while there are any. Any thread.
final class LevelReports: Sendable {
    private let environment: LinuxEnvironment
    private let send: @Sendable ([StreamLevel]) -> Void
    private let state = Mutex(State())

    private struct State {
        weak var app: AppSound?
        var isReporting = false
    }

    /// The interval between two reports: 15 reports a second.
    private static let interval = HostInterval.milliseconds(66)

    init(environment: LinuxEnvironment, send: @escaping @Sendable ([StreamLevel]) -> Void) {
        self.environment = environment
        self.send = send
    }

    func report(on app: AppSound) { state.withLock { $0.app = app } }

    /// Starts the reports unless they are running.
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
            // The last report is empty.
            if meters.isEmpty { state.isReporting = false }
            return meters
        }
        send(
            meters.sorted { $0.key < $1.key }.map { number, meter in
                StreamLevel(
                    number: number, sourcePeak: finite(meter.sourcePeak),
                    outputPeak: finite(meter.outputPeak))
            })
        if !meters.isEmpty { scheduleReport() }
    }

    private func finite(_ level: Float) -> Float { level.isFinite ? level : 0 }
}
