/// Whether decoding these bytes and encoding the message again gives the same bytes; `true` also
/// for bytes that are not a message. For fuzzing.
public func isReadAsWritten(_ bytes: [UInt8]) -> Bool {
    if let message = try? AppMessage(decoding: bytes) {
        guard let written = try? message.encoded(), written == bytes else { return false }
    }
    if let message = try? PhoneMessage(decoding: bytes) {
        guard let written = try? message.encoded(), written == bytes else { return false }
    }
    return true
}
