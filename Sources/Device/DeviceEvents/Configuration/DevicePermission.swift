package import DBus
import DeviceActions

/// What the configuration can allow sandboxed programs.
package enum DevicePermission {
    /// Which app is in front.
    package static let front = "front"
    /// What tells of other programs: their names, streams and sessions, the journal.
    package static let read = "read"
    /// Calls and alarms that a program announces.
    package static let announce = "announce"

    /// All words, in the order of messages.
    package static let words =
        [DBusAllowances.all, front, read, announce, DBusAllowances.music]
        + DeviceCommand.actingWords

    /// The word for an action of the device's user, which is the first argument of a call: the
    /// action's own first word.
    package static func word(for arguments: [DBusValue]) -> String {
        let text = arguments.first?.text ?? ""
        let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        return DeviceCommand.actingWords.contains(word) ? word : DBusAllowances.all
    }
}
