/// Whether a message that is read from these bytes is the same once it was written and read again;
/// so it is also for bytes that are no message. For fuzzing.
public func isReadAsWritten(_ bytes: [UInt8]) -> Bool {
    if let message = try? AppMessage(decoding: bytes) {
        guard let written = try? message.encoded(), written == bytes else { return false }
    }
    if let message = try? PhoneMessage(decoding: bytes) {
        guard let written = try? message.encoded(), written == bytes else { return false }
    }
    return true
}
