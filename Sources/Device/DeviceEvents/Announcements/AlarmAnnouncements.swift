import AudioModel
import DBus
import Dispatch

/// The object by which clock programs announce alarms and timers that sound, `org.sori.Alarms1`.
///
/// The policy has one alarm and one timer: it sounds while any program has one.
///
/// Ownership: `queue`.
final class AlarmAnnouncements: @unchecked Sendable {
    static let path = "/org/sori/Alarms1"
    static let interfaceName = "org.sori.Alarms1"

    private enum Kind: String {
        case alarm, timer

        var fires: DeviceEvent { self == .alarm ? .alarmFired : .timerFired }
        var isDismissed: DeviceEvent { self == .alarm ? .alarmDismissed : .timerDismissed }
    }

    private let connection: DBusConnection
    private let queue: DispatchQueue
    private let act: @Sendable (DeviceEvent) -> Void
    private var sounding: Announcements<Kind>?

    init(
        on connection: DBusConnection, queue: DispatchQueue,
        act: @escaping @Sendable (DeviceEvent) -> Void
    ) {
        self.connection = connection
        self.queue = queue
        self.act = act
    }

    func start() {
        sounding = Announcements(on: connection, queue: queue, interface: Self.interfaceName) {
            [weak self] _, kind in self?.ended(kind)
        }
        connection.export([interface], at: Self.path)
    }

    func stop() {
        connection.unexport(Self.path)
        sounding = nil
    }

    private var interface: DBusInterface {
        let number = [DBusArgument("id", .uint32)]
        return DBusInterface(
            Self.interfaceName,
            methods: [
                method(
                    "Fire", [DBusArgument("kind", .string), DBusArgument("title", .string)], number
                ) { announcer, sender, values throws(DBusError) in
                    guard let kind = values[0].text.flatMap(Kind.init(rawValue:)) else {
                        throw DBusError(.invalidArguments, "the kind is neither alarm nor timer")
                    }
                    return [.uint32(try announcer.fire(kind, by: sender))]
                },
                method("Dismiss", number) { announcer, sender, values throws(DBusError) in
                    try announcer.end(values[0].announcementNumber, by: sender)
                },
                // The program fires the alarm again itself: the policy's own snooze would be
                // another.
                method("Snooze", number) { announcer, sender, values throws(DBusError) in
                    try announcer.end(values[0].announcementNumber, by: sender, isSnooze: true)
                },
            ],
            signals: [
                DBusSignalDescription("DismissRequested", number),
                DBusSignalDescription("SnoozeRequested", number),
            ], limits: .names)
    }

    private func method(
        _ name: String, _ inputs: [DBusArgument], _ outputs: [DBusArgument] = [],
        body:
            @escaping @Sendable (AlarmAnnouncements, String, [DBusValue]) throws(DBusError)
            -> [DBusValue]
    ) -> DBusMethod {
        DBusMethod(name, access: .announcement, inputs: inputs, outputs: outputs, on: queue) {
            [weak self] sender, values throws(DBusError) in
            guard let self else { throw DBusError(.failed, "the service ends") }
            return try body(self, sender, values)
        }
    }

    private func count(_ kind: Kind) -> Int { sounding?.all.count { $0.1 == kind } ?? 0 }

    private func fire(_ kind: Kind, by sender: String) throws(DBusError) -> UInt32 {
        guard let sounding else { throw DBusError(.failed, "the service ends") }
        let number = try sounding.add(kind, of: sender)
        // Each of them: the device's user may have ended the one before.
        act(kind.fires)
        return number
    }

    private func end(
        _ number: UInt32, by sender: String, isSnooze: Bool = false
    ) throws(DBusError) -> [DBusValue] {
        guard let sounding else { return [] }
        if isSnooze, try sounding.item(number, of: sender) == .timer {
            throw DBusError(.invalidArguments, "a timer cannot be snoozed")
        }
        ended(try sounding.remove(number, of: sender))
        return []
    }

    private func ended(_ kind: Kind) {
        if count(kind) == 0 { act(kind.isDismissed) }
    }

    // MARK: The device's user

    /// Asks the programs to end what sounds.
    func dismissAll() {
        for (number, _) in sounding?.all ?? [] { emit("DismissRequested", number) }
    }

    /// Asks the programs to snooze their alarms.
    func snoozeAlarms() {
        for (number, kind) in sounding?.all ?? [] where kind == .alarm {
            emit("SnoozeRequested", number)
        }
    }

    private func emit(_ member: String, _ number: UInt32) {
        connection.emit(
            DBusSignal(
                path: Self.path, interface: Self.interfaceName, member: member,
                arguments: [.uint32(number)]))
    }
}
