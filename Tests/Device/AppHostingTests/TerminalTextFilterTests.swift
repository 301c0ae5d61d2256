import AppHosting
import Testing

@Suite("A program's output without its control characters")
struct TerminalTextFilterTests {
    /// The lines that a program's bytes become.
    private func lines(_ bytes: some Sequence<UInt8>) -> [String] {
        var filter = TerminalTextFilter()
        var lines: [String] = []
        filter.take(bytes) { lines.append(String(decoding: $0, as: UTF8.self)) }
        filter.endLine { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }

    @Test(
        "is the text that a terminal would show",
        arguments: [
            ("plain\n", ["plain"]),
            ("no line end", ["no line end"]),
            ("\u{1B}[1;31mred\u{1B}[0m and \u{1B}[38;5;10mgreen\u{1B}[m\n", ["red and green"]),
            ("\u{1B}]0;a title\u{7}text\n", ["text"]),
            ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\\n", ["link"]),
            ("\u{1B}P1$r0m\u{1B}\\after\n", ["after"]),
            ("\u{1B}(Bascii \u{1B}=keypad\n", ["ascii keypad"]),
            ("\u{9B}31mred\u{9B}0m\n", ["red"]),
            ("\u{9D}0;title\u{7}text\n", ["text"]),
            ("10 %\r20 %\r100 %\n", ["100 %"]),
            ("line\r\nnext\r\n", ["line", "next"]),
            ("abx\u{8}c é\u{8}e\n", ["abc e"]),
            ("bell\u{7} and \u{0}null\n", ["bell and null"]),
            ("a\tb\n", ["a\tb"]),
            ("caf\u{E9} \u{A9}\n", ["caf\u{E9} \u{A9}"]),
            ("\u{1B}]0;a title without end\nnext\n", ["", "next"]),
            ("\u{1B}[12\nnext\n", ["", "next"]),
            ("\u{1B}\u{1B}[1mtwice\n", ["twice"]),
        ])
    func text(written: String, shown: [String]) {
        #expect(lines(written.utf8) == shown)
    }

    @Test("has no control character, whatever the program writes")
    func anything() {
        var seed: UInt64 = 1
        for _ in 0..<200 {
            let bytes = (0..<500).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt8(truncatingIfNeeded: seed >> 33)
                // Escape sequences are more frequent than in random bytes.
                return seed >> 60 < 4 ? [0x1B, 0x5B, 0x5D, 0xC2][Int(seed >> 60)] : byte
            }
            for line in lines(bytes) {
                let controls = line.unicodeScalars.filter {
                    ($0.value < 0x20 && $0 != "\t") || (0x7F...0x9F).contains($0.value)
                }
                #expect(controls.isEmpty)
            }
        }
    }

    @Test("has lines of limited length")
    func longLine() {
        let shown = lines(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
        #expect(shown.map(\.count) == [TerminalTextFilter.lineBytesMax])
    }
}
