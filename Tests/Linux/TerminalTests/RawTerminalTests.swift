import Glibc
import Terminal
import Testing

/// A pseudo-terminal: the end at which the test types, and the program's end.
private struct PseudoTerminal {
    let typist: Int32
    let program: Int32

    init() throws {
        var (typist, program): (Int32, Int32) = (-1, -1)
        try #require(openpty(&typist, &program, nil, nil, nil) == 0)
        (self.typist, self.program) = (typist, program)
    }

    func close() {
        Glibc.close(typist)
        Glibc.close(program)
    }

    var localModes: tcflag_t {
        var settings = termios()
        tcgetattr(program, &settings)
        return settings.c_lflag
    }
}

@Suite("A terminal in raw mode", .serialized)
struct RawTerminalTests {
    @Test("delivers each key without a line's end, and is restored as it was")
    func keys() throws {
        let pair = try PseudoTerminal()
        defer { pair.close() }
        let before = pair.localModes
        let terminal = try #require(RawTerminal(pair.program))
        #expect(pair.localModes & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(terminal.waitingBytes().isEmpty)
        #expect(write(pair.typist, [0x71] as [UInt8], 1) == 1)
        #expect(terminal.waitForKeys(milliseconds: 20_000))
        #expect(terminal.waitingBytes() == [0x71])
        terminal.restore()
        #expect(pair.localModes == before)
    }

    @Test("is restored whatever other terminals are raw, in any order")
    func several() throws {
        let pairs = [try PseudoTerminal(), try PseudoTerminal()]
        defer { for pair in pairs { pair.close() } }
        let before = pairs[0].localModes
        let terminals = try pairs.map { try #require(RawTerminal($0.program)) }
        terminals[0].restore()
        #expect(pairs.map(\.localModes) == [before, before & ~tcflag_t(ICANON | ECHO | ISIG)])
        terminals[1].restore()
        #expect(pairs.map(\.localModes) == [before, before])
    }

    @Test("that is closed ends the waiting for keys")
    func closed() throws {
        let pair = try PseudoTerminal()
        let terminal = try #require(RawTerminal(pair.program))
        close(pair.typist)
        #expect(!terminal.waitForKeys(milliseconds: 20_000))
        #expect(terminal.waitingBytes().isEmpty)
        terminal.restore()
        close(pair.program)
    }

    @Test("needs a terminal, of a type that has a screen")
    func screens() throws {
        let pair = try PseudoTerminal()
        let file = open("/dev/null", O_RDWR)
        defer {
            pair.close()
            close(file)
        }
        func canShow(_ input: Int32, _ output: Int32, _ type: String?) -> Bool {
            RawTerminal.canShowScreen(input: input, output: output, type: type)
        }
        #expect(canShow(pair.program, pair.program, "xterm"))
        for type in ["dumb", "", nil] { #expect(!canShow(pair.program, pair.program, type)) }
        #expect(!canShow(file, pair.program, "xterm"))
        #expect(!canShow(pair.program, file, "xterm"))
        #expect(!canShow(-1, -1, "xterm"))
        #expect(RawTerminal(file) == nil)
        #expect(RawTerminal(-1) == nil)
    }

    @Test("has 80 columns and 24 rows where it tells none")
    func size() throws {
        let pair = try PseudoTerminal()
        defer { pair.close() }
        #expect(RawTerminal.size(pair.program) == (80, 24))
        var size = winsize(ws_row: 50, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(pair.program, UInt(TIOCSWINSZ), &size) == 0)
        #expect(RawTerminal.size(pair.program) == (132, 50))
        #expect(RawTerminal.cellSize(pair.program) == nil)
    }
}
