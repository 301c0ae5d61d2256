/// The error in a message and its position.
///
/// The only error type of this module. `description` is a predicate for a sentence that begins with
/// "a message".
package struct MessageError: Error, Hashable, Sendable {
    package var reason: Reason
    /// The position of the error in bytes from the start of the message.
    package var offset: Int

    package init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    package enum Reason: Hashable, Sendable {
        case endsEarly
        /// Bytes remain after the message's last field.
        case goesOn
        /// The named field has an invalid value.
        case badField(String)
        /// The named part exceeds a limit of `MessageLimits`.
        case tooLarge(String)
    }
}

extension MessageError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .endsEarly: "is truncated, at byte \(offset)"
        case .goesOn: "has excess bytes, at byte \(offset)"
        case .badField(let field): "has an invalid \(field), at byte \(offset)"
        case .tooLarge(let part): "has a \(part) that is too large, at byte \(offset)"
        }
    }
}

/// The size limits of a message.
package enum MessageLimits {
    /// The number of bytes of one message, in either direction.
    package static let messageBytesMax = 64 * 1024
    /// The number of UTF-8 bytes of one text: a port's name, a reason's sentence, a URL.
    package static let textBytesMax = 4096
    /// The number of ports of a route or a list of available ports.
    package static let portsMax = 64
    /// The number of background modes of an app.
    package static let backgroundModesMax = 32
    package static let factorsMax = 16
    package static let reasonsMax = 32
    /// The number of streams in one report of levels; the default number of a mixer's voices.
    package static let levelsMax = 1024
    /// Bytes of a picture in one message; a picture takes several.
    package static let artworkPartBytesMax = 48 * 1024
}
