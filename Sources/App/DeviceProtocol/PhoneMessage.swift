package import AudioModel
package import SoundServer

/// A message from the phone to an app's process.
package enum PhoneMessage: Hashable, Sendable {
    /// Accepts a `hello`: the phone's version and the app's number on this phone.
    case welcome(ProtocolVersion, AppID)
    /// Rejects a `hello` because the versions differ.
    case versionMismatch(ProtocolVersion)
    case granted(question: UInt32)
    /// Refuses a request, and says why where that is known.
    case refused(question: UInt32, SessionError, RefusalReason?)
    case session(question: UInt32, SessionSnapshot)
    case verdict(question: UInt32, Verdict?)
    /// A directive for one stream. The app obeys it before it handles the next message.
    case directive(streamNumber: Int, StreamDirective)
    /// A notification to deliver to the app, in order. The app acknowledges the number with
    /// `AppMessage.acknowledged`.
    case notification(number: UInt32, AppNotification)
    /// The app is about to be suspended: its output device has to stop. The app answers with
    /// `AppMessage.outputHeld`.
    case holdOutput
    /// The app runs again: its output device may restart.
    case resumeOutput
}

enum PhoneMessageKind: UInt8, CaseIterable {
    case welcome, versionMismatch, granted, refused, session, verdict, directive, notification
    case holdOutput, resumeOutput
}

extension PhoneMessage {
    /// Encodes the message.
    ///
    /// - Throws: `tooLarge` for texts and lists that exceed `MessageLimits`.
    package func encoded() throws(MessageError) -> [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .welcome(let version, let app):
            writer.write(case: PhoneMessageKind.welcome)
            writer.write(version)
            writer.write(app.rawValue)
        case .versionMismatch(let version):
            writer.write(case: PhoneMessageKind.versionMismatch)
            writer.write(version)
        case .granted(let question):
            writer.write(case: PhoneMessageKind.granted)
            writer.write(question)
        case .refused(let question, let error, let reason):
            writer.write(case: PhoneMessageKind.refused)
            writer.write(question)
            writer.write(case: error)
            writer.write(reason) { $1.write($0) }
        case .session(let question, let session):
            writer.write(case: PhoneMessageKind.session)
            writer.write(question)
            writer.write(session)
        case .verdict(let question, let verdict):
            writer.write(case: PhoneMessageKind.verdict)
            writer.write(question)
            writer.write(verdict) { $1.write($0) }
        case .directive(let number, let directive):
            writer.write(case: PhoneMessageKind.directive)
            writer.write(number)
            writer.write(directive)
        case .notification(let number, let notification):
            writer.write(case: PhoneMessageKind.notification)
            writer.write(number)
            writer.write(notification)
        case .holdOutput: writer.write(case: PhoneMessageKind.holdOutput)
        case .resumeOutput: writer.write(case: PhoneMessageKind.resumeOutput)
        }
        return try writer.finish()
    }

    /// Decodes a message.
    ///
    /// - Throws: The first error in bytes that `encoded` does not produce.
    package init(decoding bytes: [UInt8]) throws(MessageError) {
        var reader = MessageReader(bytes)
        switch try reader.readCase("kind of message", of: PhoneMessageKind.self) {
        case .welcome:
            self = .welcome(try reader.readVersion(), AppID(rawValue: try reader.readInt()))
        case .versionMismatch: self = .versionMismatch(try reader.readVersion())
        case .granted: self = .granted(question: try reader.readNumber())
        case .refused:
            self = .refused(
                question: try reader.readNumber(), try reader.readCase("error"),
                try reader.readOptional("choice") { reader throws(MessageError) in
                    try reader.readRefusal()
                })
        case .session:
            self = .session(question: try reader.readNumber(), try reader.readSession())
        case .verdict:
            self = .verdict(
                question: try reader.readNumber(),
                try reader.readOptional("choice") { reader throws(MessageError) in
                    try reader.readVerdict()
                })
        case .directive:
            self = .directive(streamNumber: try reader.readInt(), try reader.readDirective())
        case .notification:
            self = .notification(number: try reader.readNumber(), try reader.readNotification())
        case .holdOutput: self = .holdOutput
        case .resumeOutput: self = .resumeOutput
        }
        try reader.finish()
    }
}
