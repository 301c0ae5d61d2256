import DBus

/// What the machine's sleep asks of the device.
package enum SleepEvent: Sendable {
    /// The machine sleeps when the handler of this event has returned, or some seconds later.
    case sleepBegins
    case sleepEnds
}

/// The machine's sleep, which waits until the device's streams are held.
///
/// Source: systemd 252, `org.freedesktop.login1(5)`: `PrepareForSleep`, and a lock of the mode
/// `delay`, which holds for `InhibitDelayMaxSec` at most.
///
/// Ownership: the queue of `service`.
final class SleepMonitor: @unchecked Sendable {
    private let service: FollowedService
    private let handler: @Sendable (SleepEvent) -> Void
    /// Sleep waits while this is open.
    private var inhibitor: DBusFileDescriptor?
    private var isAsleep = false
    /// Counts the requests for an inhibitor, of which only the last one's answer is kept.
    private var requestCount = 0

    init(_ service: FollowedService, handler: @escaping @Sendable (SleepEvent) -> Void) {
        self.service = service
        self.handler = handler
    }

    func start() {
        service.listen(
            at: LoginSession.managerPath, to: LoginSession.managerInterface, "PrepareForSleep"
        ) { [weak self] signal in
            guard let self, let begins = signal.arguments.first?.bool else { return }
            begins ? sleepBegins() : sleepEnds()
        }
        service.follow { [weak self] isRunning in
            guard let self else { return }
            drop()
            // A logind that has ended does not say when the machine wakes.
            isRunning ? take() : sleepEnds()
        }
    }

    func stop() { drop() }

    private func sleepBegins() {
        guard !isAsleep else { return }
        isAsleep = true
        handler(.sleepBegins)
        drop()
    }

    private func sleepEnds() {
        guard isAsleep else { return }
        isAsleep = false
        handler(.sleepEnds)
        take()
    }

    private func take() {
        requestCount += 1
        let request = requestCount
        service.call(
            "Inhibit", of: LoginSession.managerInterface, at: LoginSession.managerPath,
            ["sleep", "Sori", "Holds the sounds before the machine sleeps", "delay"]
                .map { .string($0) }
        ) { [weak self] result in
            guard let self, request == requestCount, !isAsleep,
                case .fileDescriptor(let file)? = (try? result.get())?.first
            else { return }
            inhibitor = file
        }
    }

    private func drop() {
        requestCount += 1
        inhibitor = nil
    }
}
