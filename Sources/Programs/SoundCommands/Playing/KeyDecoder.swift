import Terminal

/// A key that a player understands.
package enum Key: Equatable, Sendable {
    case space
    case left
    case right
    case louder
    case quieter
    case next
    case previous
    /// The key `?`.
    case help
    /// Ctrl-Z.
    case suspend
    /// The key `q` or Ctrl-D.
    case quit
    /// Ctrl-C.
    case interrupt

    /// Makes the player's key of a terminal key; `nil` for a key without a meaning.
    init?(_ key: TerminalKey) {
        switch key {
        case .character(" "): self = .space
        case .character("q"), .character("Q"), .control("d"): self = .quit
        case .interrupt: self = .interrupt
        case .suspend: self = .suspend
        case .left: self = .left
        case .right: self = .right
        case .up, .character("+"): self = .louder
        case .down, .character("-"): self = .quieter
        case .character("n"), .character(">"): self = .next
        case .character("p"), .character("<"): self = .previous
        case .character("?"): self = .help
        default: return nil
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
