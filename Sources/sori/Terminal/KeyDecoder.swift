/// What a key asks of a player.
package enum Key: Equatable, Sendable {
    case space
    case left
    case right
    /// `q` or Ctrl-D.
    case quit
    /// Ctrl-C.
    case interrupt

    /// `nil` for a key that means nothing to a player.
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

/// The known keys of a player from a terminal's bytes.
package struct KeyDecoder {
    private var decoder = TerminalKeyDecoder()

    package init() {}

    /// - Returns: The known keys; others are passed over.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        decoder.keys(in: bytes).compactMap { Key($0) }
    }
}
