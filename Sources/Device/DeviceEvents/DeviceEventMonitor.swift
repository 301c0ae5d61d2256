package import AudioModel
package import DBus
import Dispatch
import Glibc

extension DeviceEventSource {
    fileprivate var isOnSystemBus: Bool {
        switch self {
        case .ofono, .modemManager, .lock, .sleep: true
        case .gnomeCalls, .calls, .alarms: false
        }
    }
}

/// Turns what services of the machine say into events of the device. Any thread.
///
/// Services that end and return are followed, and so are buses that were there in the beginning. A
/// monitor must be closed before it is released.
package final class DeviceEventMonitor: Sendable {
    package struct Options: Sendable {
        package var sources = Set(DeviceEventSource.allCases)
        package var systemBus = DBusAddress.system
        /// The number of the user; the session of this user is followed.
        package var user: UInt32 = getuid()
        /// Whether a call that comes in is a banner over the app in front.
        package var callsArriveAsBanner = false
        package var now: @Sendable () -> HostTime = {
            HostTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
        }

        package init() {}
    }

    private let queue = DispatchQueue(label: "sori.device.events")
    private let systemBus: DBusConnection?
    private let parts: DeviceEventParts
    /// Answers and ends the calls of the services, for the device's user.
    package let callControl: CallControl
    /// Ends the alarms of clock programs, for the device's user.
    package let alarmControl: AlarmControl

    /// Starts to follow the services.
    ///
    /// - Parameters:
    ///   - sessionBus: The connection that has the device service's name; `nil` without a session
    ///     bus. It must be closed before or after `close`, but not while a handler waits.
    ///   - followingBus: The connection on which services of that bus are followed, so that their
    ///     signals do not delay callers; `sessionBus` by default.
    ///   - act: Receives the events, in order, on a serial queue. The bus waits meanwhile.
    ///   - sleep: Receives the sleep of the machine on the same queue: `sleepBegins` must return
    ///     when the streams are held.
    package init(
        _ options: Options = Options(), sessionBus: DBusConnection?,
        followingBus: DBusConnection? = nil,
        act: @escaping @Sendable (DeviceEvent) -> Void,
        sleep: @escaping @Sendable (SleepEvent) -> Void
    ) {
        let usesSystemBus = options.sources.contains { $0.isOnSystemBus }
        let hasSystemBus = usesSystemBus && options.systemBus.mayExist
        systemBus =
            DBusConnection.isSupported && hasSystemBus ? DBusConnection(to: options.systemBus) : nil
        let parts = DeviceEventParts(
            options, queue: queue, systemBus: systemBus, sessionBus: sessionBus,
            followingBus: followingBus ?? sessionBus, act: act, sleep: sleep)
        self.parts = parts
        callControl = CallControl(parts.calls)
        alarmControl = AlarmControl(parts, queue: queue)
        queue.sync { parts.start() }
    }

    /// Stops. No handler is called afterwards. Not to be called by a handler, or while one waits
    /// for the caller.
    package func close() {
        queue.sync { parts.stop() }
        systemBus?.close()
    }
}

/// Answers and ends calls for the device's user. Any thread; it waits for nothing.
package final class CallControl: Sendable {
    private let monitor: CallMonitor

    init(_ monitor: CallMonitor) { self.monitor = monitor }

    /// Answers the call that rings, and holds the one that is connected.
    package func answer() {
        monitor.queue.async { [monitor] in monitor.answer() }
    }

    /// Declines the call that rings, or ends the one that is connected.
    package func hangUp() {
        monitor.queue.async { [monitor] in monitor.hangUp() }
    }
}

/// Ends alarms and timers for the device's user. Any thread; it waits for nothing.
package final class AlarmControl: Sendable {
    private let parts: DeviceEventParts
    private let queue: DispatchQueue

    init(_ parts: DeviceEventParts, queue: DispatchQueue) {
        self.parts = parts
        self.queue = queue
    }

    /// Asks the programs to end the alarms and timers that sound.
    package func dismiss() {
        queue.async { [parts] in parts.alarms?.dismissAll() }
    }

    /// Asks the programs to snooze their alarms.
    package func snooze() {
        queue.async { [parts] in parts.alarms?.snoozeAlarms() }
    }
}
