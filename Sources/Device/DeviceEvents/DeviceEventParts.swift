import AudioModel
import DBus
import Dispatch

/// The parts of a monitor.
///
/// Ownership: `queue`; set once, before it is used.
final class DeviceEventParts: @unchecked Sendable {
    let calls: CallMonitor
    private(set) var alarms: AlarmAnnouncements?
    private let options: DeviceEventMonitor.Options
    private let queue: DispatchQueue
    private let systemBus: DBusConnection?
    private let sessionBus: DBusConnection?
    private let followingBus: DBusConnection?
    private let act: @Sendable (DeviceEvent) -> Void
    private let sleep: @Sendable (SleepEvent) -> Void
    private var services: [FollowedService] = []
    private var announcedCalls: CallAnnouncements?
    private var lock: SessionLock?
    private var sleepMonitor: SleepMonitor?

    init(
        _ options: DeviceEventMonitor.Options, queue: DispatchQueue, systemBus: DBusConnection?,
        sessionBus: DBusConnection?, followingBus: DBusConnection?,
        act: @escaping @Sendable (DeviceEvent) -> Void,
        sleep: @escaping @Sendable (SleepEvent) -> Void
    ) {
        self.options = options
        self.queue = queue
        self.systemBus = systemBus
        self.sessionBus = sessionBus
        self.followingBus = followingBus
        self.act = act
        self.sleep = sleep
        calls = CallMonitor(
            CallBook(arrivesAsBanner: options.callsArriveAsBanner), queue: queue,
            now: options.now, act: act)
    }

    private func service(_ name: String, on bus: DBusConnection) -> FollowedService {
        let service = FollowedService(name, on: bus, queue: queue)
        services.append(service)
        return service
    }

    func start() {
        if let systemBus { startModems(systemBus) }
        if let followingBus { startGNOMECalls(followingBus) }
        if let sessionBus { startAnnouncements(sessionBus) }
        if options.sources.contains(.lock) { startLock() }
        if options.sources.contains(.sleep), let systemBus {
            let monitor = SleepMonitor(
                service(LoginSession.busName, on: systemBus), handler: sleep)
            sleepMonitor = monitor
            monitor.start()
        }
    }

    private func startModems(_ bus: DBusConnection) {
        if options.sources.contains(.ofono) {
            let ofono = OFonoCalls(service(OFonoCalls.busName, on: bus), calls)
            calls.add(ofono, for: .ofono)
            ofono.start()
        }
        if options.sources.contains(.modemManager) {
            let modemManager = ModemManagerCalls(
                service(ModemManagerCalls.busName, on: bus), calls)
            calls.add(modemManager, for: .modemManager)
            modemManager.start()
        }
    }

    private func startGNOMECalls(_ bus: DBusConnection) {
        guard options.sources.contains(.gnomeCalls) else { return }
        let gnomeCalls = GNOMECalls(service(GNOMECalls.busName, on: bus), calls)
        calls.add(gnomeCalls, for: .gnomeCalls)
        gnomeCalls.start()
    }

    private func startAnnouncements(_ bus: DBusConnection) {
        if options.sources.contains(.calls) {
            let announced = CallAnnouncements(on: bus, calls)
            announcedCalls = announced
            calls.add(announced, for: .announcement)
            announced.start()
        }
        if options.sources.contains(.alarms) {
            let alarms = AlarmAnnouncements(on: bus, queue: queue, act: act)
            self.alarms = alarms
            alarms.start()
        }
    }

    private func startLock() {
        let lock = SessionLock(hasLogin: systemBus != nil, act: act)
        self.lock = lock
        lock.start(
            login: systemBus.map { service(LoginSession.busName, on: $0) }, user: options.user,
            savers: followingBus.map { bus in
                ScreenSaver.kinds.map { service($0.name, on: bus) }
            } ?? [])
    }

    func stop() {
        for service in services { service.stop() }
        services = []
        calls.stop()
        announcedCalls?.stop()
        alarms?.stop()
        sleepMonitor?.stop()
    }
}
