/// A key that a player understands.
package enum Key: Equatable, Sendable {
    case space
    case left
    case right
    /// The key `q` or Ctrl-D.
    case quit
    /// Ctrl-C.
    case interrupt

    /// Makes the player's key of a terminal key; `nil` for a key without a meaning.
    init?(_ key: TerminalKey) {
        switch key {
        case .character(UInt8(ascii: " ")): self = .space
        case .character(UInt8(ascii: "q")), .character(UInt8(ascii: "Q")), .character(0x04):
            self = .quit
        case .character(0x03): self = .interrupt
        case .left: self = .left
        case .right: self = .right
        case .up, .down, .character: return nil
        }
    }
}

/// Decodes a player's keys from a terminal's bytes.
package struct KeyDecoder {
    private var decoder = TerminalKeyDecoder()

    package init() {}

    /// - Returns: The player's keys; others are skipped.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        decoder.keys(in: bytes).compactMap { Key($0) }
    }
}
