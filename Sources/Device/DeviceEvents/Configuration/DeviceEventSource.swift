/// Something that machines tell of over D-Bus.
package enum DeviceEventSource: String, CaseIterable, Sendable {
    case ofono, modemManager, gnomeCalls
    /// Programs that announce calls by `org.sori.Calls1`.
    case calls
    /// Programs that announce alarms and timers by `org.sori.Alarms1`.
    case alarms
    /// The lock of the session, from logind or a screen saver.
    case lock
    case sleep

    /// The word of a configuration: `modem-manager`.
    package var word: String {
        rawValue.reduce("") { $0 + ($1.isUppercase ? "-" : "") + $1.lowercased() }
    }
}
