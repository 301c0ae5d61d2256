/// What is wrong with a message, and where.
///
/// The one error of this module. `description` is a clause for people: "a message …".
package struct WireError: Error, Hashable, Sendable {
    package var reason: Reason
    /// Bytes from the start of the message.
    package var offset: Int

    package init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    package enum Reason: Hashable, Sendable {
        case endsEarly
        /// Bytes are left after its last field.
        case goesOn
        /// The named field has a value that it cannot have.
        case badField(String)
        /// The named thing exceeds a limit of `WireLimits`.
        case tooLarge(String)
    }
}

extension WireError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .endsEarly: "ends early, at byte \(offset)"
        case .goesOn: "goes on after its end, at byte \(offset)"
        case .badField(let field): "has a \(field) that cannot be, at byte \(offset)"
        case .tooLarge(let part): "has too large a \(part), at byte \(offset)"
        }
    }
}

/// How much a message may hold.
package enum WireLimits {
    /// Bytes of one message, either way.
    package static let messageBytesMax = 64 * 1024
    /// UTF-8 bytes of one text: a port's name, a reason's sentence, a URL.
    package static let textBytesMax = 4096
    /// Ports of a route, and those to choose from.
    package static let portsMax = 64
    package static let factorsMax = 16
    package static let reasonsMax = 32
    /// Streams whose levels are told at once; as many as a mixer has voices by default.
    package static let levelsMax = 1024
}
