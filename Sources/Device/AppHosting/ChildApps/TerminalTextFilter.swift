/// Turns what a program writes to a terminal into lines of text without control characters.
///
/// Escape sequences vanish; a carriage return begins the line again, a backspace takes a character
/// back. A line end ends every sequence, so that an unfinished one hides one line at most.
///
/// Source: ECMA-48, "Control functions"; xterm, "Control Sequences".
package struct TerminalTextFilter {
    private var state = State.text
    package private(set) var line: [UInt8] = []
    private var mayBeginAgain = false

    package init() {}

    /// Most bytes of a line; the rest is dropped.
    package static let lineBytesMax = 16_384

    private enum State {
        case text
        /// After ESC.
        case escape
        /// A control sequence, up to its final byte.
        case sequence
        /// A control string, up to BEL or ST.
        case string
        case stringEscape
        /// After the first byte of a C1 control in UTF-8.
        case c1
    }

    /// - Parameter onLine: Called with each line that ends.
    package mutating func take(_ bytes: some Sequence<UInt8>, onLine: ([UInt8]) -> Void) {
        for byte in bytes { take(byte, onLine) }
    }

    /// Ends the last line, which has no line end.
    package mutating func endLine(_ onLine: ([UInt8]) -> Void) {
        if !line.isEmpty { onLine(line) }
        line = []
        mayBeginAgain = false
        state = .text
    }

    private mutating func take(_ byte: UInt8, _ onLine: ([UInt8]) -> Void) {
        if byte == UInt8(ascii: "\n") {
            onLine(line)
            (line, mayBeginAgain, state) = ([], false, .text)
            return
        }
        switch state {
        case .text: takeText(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence
            // OSC, DCS, SOS, PM, APC.
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
                UInt8(ascii: "_"):
                state = .string
            // Intermediate bytes; the final byte follows.
            case 0x20...0x2F: break
            case 0x1B: break
            default: state = .text
            }
        case .sequence:
            switch byte {
            case 0x40...0x7E, 0x18, 0x1A: state = .text
            case 0x1B: state = .escape
            default: break
            }
        case .string:
            switch byte {
            case 0x07, 0x18, 0x1A: state = .text
            case 0x1B: state = .stringEscape
            default: break
            }
        case .stringEscape:
            if byte == UInt8(ascii: "\\") {
                state = .text
            } else {
                state = .escape
                take(byte, onLine)
            }
        case .c1:
            switch byte {
            case 0x9B: state = .sequence
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
            case 0x80...0x9A, 0x9C: state = .text
            case 0xA0...0xBF:
                state = .text
                append(0xC2)
                append(byte)
            // No UTF-8. Kept, it could make a control together with a later byte.
            default:
                state = .text
                takeText(byte)
            }
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0xC2: state = .c1
        case UInt8(ascii: "\r"): mayBeginAgain = true
        case 0x08: removeLast()
        case UInt8(ascii: "\t"): append(byte)
        case 0..<0x20, 0x7F: break
        default: append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if mayBeginAgain { (line, mayBeginAgain) = ([], false) }
        if line.count < Self.lineBytesMax { line.append(byte) }
    }

    /// Takes back the last character with all of its bytes.
    private mutating func removeLast() {
        while let byte = line.popLast(), byte & 0xC0 == 0x80 {}
    }
}
