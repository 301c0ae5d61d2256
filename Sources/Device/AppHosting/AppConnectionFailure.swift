import AudioModel
import DeviceProtocol

/// Why a phone has killed an app's process, or a device service has disconnected an app.
enum AppConnectionFailure: Hashable, Sendable {
    case notOurs
    case versionsDiffer
    case didNotIntroduceItself
    case garbled(MessageError)
    case tooLarge
    case unexpectedMessage
    case floods(perSecond: Int)
    case doesNotRead
    case didNotReturnFrom(String, seconds: Double)
    case doesNotAcknowledge(notifications: Int)
    case tooManyStreams(Int)
    case hungUp
    /// The device has ended the app.
    case endedByDevice

    /// The violation as a clause, for the user.
    var words: String {
        switch self {
        case .notOurs: "a process of another user connected to its socket"
        case .versionsDiffer: "it uses another version of Sori: rebuild both"
        case .didNotIntroduceItself: "it did not say in time which app it is"
        case .garbled(let error): "it sent a message that \(error)"
        case .tooLarge:
            "it sent a message of more than \(MessageLimits.messageBytesMax / 1024) kilobytes"
        case .unexpectedMessage: "it sent a message out of turn"
        case .floods(let perSecond): "it sent more than \(perSecond) messages a second"
        case .doesNotRead: "it did not read its messages"
        case .didNotReturnFrom(let what, let seconds):
            "it did not return from \(what) within \(Numeral.short(seconds, places: 6)) s"
        case .doesNotAcknowledge(let count):
            "it left more than \(count) notifications unacknowledged"
        case .tooManyStreams(let most): "it started more than \(most) sounds at a time"
        case .hungUp: "it closed its connection and kept running"
        case .endedByDevice: "the device ended it"
        }
    }
}
