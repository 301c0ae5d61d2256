/// A key of a terminal.
package enum TerminalKey: Hashable, Sendable {
    /// A byte that stands for itself; with the control key below 0x20.
    case character(UInt8)
    case up
    case down
    case left
    case right
}

/// Decodes keys from a terminal's bytes; a key's bytes may arrive in parts.
package struct TerminalKeyDecoder {
    private enum State {
        case ground
        case escape
        /// After `ESC [` or `ESC O`: parameters, then one final byte.
        case sequence
    }

    private var state = State.ground

    package init() {}

    /// - Returns: The keys; unknown sequences are skipped.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [TerminalKey] {
        bytes.compactMap { key(after: $0) }
    }

    private mutating func key(after byte: UInt8) -> TerminalKey? {
        switch state {
        case .ground:
            guard byte == 0x1B else { return .character(byte) }
            state = .escape
        case .escape:
            // The escape key alone is followed by the next key's bytes.
            guard byte != 0x1B else { return nil }
            state = .ground
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
                return key(after: byte)
            }
            state = .sequence
        case .sequence:
            // Parameters and intermediates; the final byte ends the sequence.
            guard !(0x20...0x3F).contains(byte) else { return nil }
            state = .ground
            switch byte {
            case UInt8(ascii: "A"): return .up
            case UInt8(ascii: "B"): return .down
            case UInt8(ascii: "C"): return .right
            case UInt8(ascii: "D"): return .left
            case 0x1B: state = .escape
            case 0x03: return .character(0x03)
            default: break
            }
        }
        return nil
    }
}
