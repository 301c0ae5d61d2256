/// What a key asks of a player.
package enum Key: Equatable, Sendable {
    case space
    case left
    case right
    /// `q`, Ctrl-C or Ctrl-D.
    case quit
}

/// Keys from a terminal's bytes; a key's bytes may come in pieces.
package struct KeyDecoder {
    private enum State {
        case ground
        case escape
        /// After `ESC [` or `ESC O`: parameters, then one final byte.
        case sequence
    }

    private var state = State.ground

    package init() {}

    /// - Returns: The known keys; others are passed over.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        bytes.compactMap { key(after: $0) }
    }

    private mutating func key(after byte: UInt8) -> Key? {
        switch state {
        case .ground:
            switch byte {
            case UInt8(ascii: " "): return .space
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03, 0x04: return .quit
            case 0x1B: state = .escape
            default: break
            }
        case .escape:
            // An escape key pressed alone is followed by a key of its own.
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
            case UInt8(ascii: "C"): return .right
            case UInt8(ascii: "D"): return .left
            case 0x1B: state = .escape
            case 0x03: return .quit
            default: break
            }
        }
        return nil
    }
}
