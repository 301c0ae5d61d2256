import Terminal

/// A key that a player understands.
package enum Key: Equatable, Sendable {
    case space
    case left
    case right
    case louder
    case quieter
    case mute
    /// The key `,`: a minute back.
    case minuteBack
    /// The key `.`: a minute on.
    case minuteOn
    case slower
    case faster
    /// The backspace key: the usual speed.
    case usualSpeed
    case nextChapter
    case previousChapter
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
        case .character("m"), .character("M"): self = .mute
        case .character(","): self = .minuteBack
        case .character("."): self = .minuteOn
        case .character("["): self = .slower
        case .character("]"): self = .faster
        case .backspace: self = .usualSpeed
        case .pageUp: self = .nextChapter
        case .pageDown: self = .previousChapter
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
