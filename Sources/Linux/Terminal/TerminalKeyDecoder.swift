/// Decodes keys from a terminal's bytes; a key's bytes may arrive in parts.
///
/// Source: ECMA-48, 5.4; xterm control sequences, "Device Attributes"; kitty graphics protocol.
package struct TerminalKeyDecoder {
    private enum State {
        case ground
        case escape
        /// After `ESC [`: parameters, then one final byte.
        case sequence
        /// After `ESC O`: one byte.
        case shifted
        /// After `ESC _`, `ESC P` or `ESC ]`, until `ESC \`.
        case string(isEnding: Bool)
    }

    private var state = State.ground
    private var parameters: [UInt8] = []
    /// The bytes of a character that is not complete.
    private var partial: [UInt8] = []

    /// Most bytes of a sequence that are kept.
    private static let parametersMax = 256

    package init() {}

    /// Whether an escape byte waits for what follows.
    package var isWaiting: Bool { if case .escape = state { true } else { false } }

    /// Nothing has followed an escape byte for some time: it was the escape key.
    package mutating func finishWaiting() -> [TerminalKey] {
        guard isWaiting else { return [] }
        state = .ground
        return [.escape]
    }

    /// - Returns: The keys; unknown sequences are skipped.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [TerminalKey] {
        var keys: [TerminalKey] = []
        for byte in bytes { read(byte, into: &keys) }
        return keys
    }

    private mutating func read(_ byte: UInt8, into keys: inout [TerminalKey]) {
        switch state {
        case .ground: readGround(byte, into: &keys)
        case .escape:
            switch byte {
            case 0x1B: keys.append(.escape)
            case UInt8(ascii: "["): (state, parameters) = (.sequence, [])
            case UInt8(ascii: "O"): state = .shifted
            case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
                (state, parameters) = (.string(isEnding: false), [])
            default:
                state = .ground
                keys.append(.escape)
                readGround(byte, into: &keys)
            }
        case .shifted:
            state = .ground
            guard byte >= 0x20 else { return readGround(byte, into: &keys) }
            if let key = Self.key(final: byte, parameters: "") { keys.append(key) }
        case .sequence:
            if (0x20...0x3F).contains(byte) {
                if parameters.count < Self.parametersMax { parameters.append(byte) }
                return
            }
            state = .ground
            // Control characters work within a sequence, and end it.
            guard byte >= 0x20 else { return readGround(byte, into: &keys) }
            let text = String(decoding: parameters, as: UTF8.self)
            if let key = Self.key(final: byte, parameters: text) { keys.append(key) }
        case .string(let isEnding):
            if byte == 0x03 {
                // Ctrl-C works in a string that does not end, too.
                state = .ground
                keys.append(.interrupt)
            } else if isEnding || byte == 0x07 {
                state = .ground
                if parameters.starts(with: "Gi=".utf8) {
                    let answer = String(decoding: parameters, as: UTF8.self)
                    keys.append(.kittyGraphics(isSupported: answer.hasSuffix(";OK")))
                }
            } else if byte == 0x1B {
                state = .string(isEnding: true)
            } else if parameters.count < Self.parametersMax {
                parameters.append(byte)
            }
        }
    }

    private mutating func readGround(_ byte: UInt8, into keys: inout [TerminalKey]) {
        guard byte < 0x80 else {
            partial.append(byte)
            guard let text = String(validating: partial, as: UTF8.self) else {
                if partial.count >= 4 { partial = [] }
                return
            }
            partial = []
            keys += text.map { .character($0) }
            return
        }
        partial = []
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: keys.append(.enter)
        case 0x09: keys.append(.tab)
        case 0x7F, 0x08: keys.append(.backspace)
        case 0x01...0x1A:
            keys.append(.control(Character(UnicodeScalar(byte + 0x60))))
        case 0x20...0x7E: keys.append(.character(Character(UnicodeScalar(byte))))
        default: break
        }
    }

    private static func key(final: UInt8, parameters: String) -> TerminalKey? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "M") where parameters.isEmpty: return .enter
        case UInt8(ascii: "c") where parameters.hasPrefix("?"):
            return .attributes(parameters.dropFirst().split(separator: ";").compactMap { Int($0) })
        case UInt8(ascii: "t"):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            guard numbers.count == 3, numbers[0] == 6 else { return nil }
            return .cellSize(height: numbers[1], width: numbers[2])
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: { $0 != ";" }) {
            case "1", "7": return .home
            case "4", "8": return .end
            case "5": return .pageUp
            case "6": return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}
