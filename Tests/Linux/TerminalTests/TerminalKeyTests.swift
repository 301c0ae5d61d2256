import Testing
import Terminal

@Suite("The keys of a terminal")
struct TerminalKeyTests {
    @Test(
        "are decoded from a terminal's bytes",
        arguments: [
            ("q", [.character("q")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
            ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6;5~", [.pageDown]), ("\u{1B}[H", [.home]),
            ("\u{1B}[4~", [.end]), ("\r", [.enter]), ("\t", [.tab]), ("\u{1B}[Z", [.backTab]),
            ("\u{7F}", [.backspace]), ("\u{3}", [.interrupt]), ("\u{1A}", [.suspend]),
            ("é東", [.character("é"), .character("東")]),
            ("\u{1B}[?62;4;22c", [.attributes([62, 4, 22])]),
            ("\u{1B}[6;20;10t", [.cellSize(height: 20, width: 10)]),
            ("\u{1B}_Gi=31;OK\u{1B}\\x", [.kittyGraphics(isSupported: true), .character("x")]),
            ("\u{1B}_Gi=31;ENOTSUP\u{1B}\\", [.kittyGraphics(isSupported: false)]),
            ("\u{4}\u{10}", [.control("d"), .control("p")]), ("\u{8}\u{A}", [.backspace, .enter]),
            ("\u{1B}[\u{3}", [.interrupt]), ("\u{1B}]11\u{3}", [.interrupt]),
            ("\u{1B}O\u{3}", [.interrupt]), ("\u{1B}\u{1B}[C", [.escape, .right]),
            ("\u{1B}[200~j", [.character("j")]), ("\u{1B}]11;rgb:0/0/0\u{7}j", [.character("j")]),
        ] as [(String, [TerminalKey])])
    func decodes(text: String, keys: [TerminalKey]) {
        var whole = TerminalKeyDecoder()
        #expect(whole.keys(in: text.utf8) == keys)
        // The same byte by byte.
        var parts = TerminalKeyDecoder()
        #expect(text.utf8.flatMap { parts.keys(in: [$0]) } == keys)
    }

    @Test("are the escape key when nothing follows its byte")
    func escape() {
        var decoder = TerminalKeyDecoder()
        #expect(decoder.keys(in: [0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.finishWaiting() == [.escape])
        #expect(decoder.finishWaiting().isEmpty)
        #expect(decoder.keys(in: [0x1B, 0x71]) == [.escape, .character("q")])
    }

    @Test("take any bytes, in bounded memory")
    func anything() {
        var decoder = TerminalKeyDecoder()
        for seed in 0..<200 {
            let bytes = (0..<300).map { UInt8(truncatingIfNeeded: ($0 * 131 + seed * 7919) >> 2) }
            _ = decoder.keys(in: bytes)
        }
        _ = decoder.keys(in: [0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 100_000))
        #expect(decoder.keys(in: [0x41, 0x71]).last == .character("q"))
    }
}
