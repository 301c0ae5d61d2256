import CLinuxShim
import Glibc

/// The output side of a program: a pseudo-terminal, so that the program flushes every line and finds
/// a terminal there, or a pipe on a system without pseudo-terminals.
///
/// The terminal is not the program's controlling terminal: no signal comes from it, and what the
/// program has printed is not lost when it exits.
///
/// Source: pty(7), POSIX.1-2017 "General Terminal Interface".
struct PseudoTerminal {
    /// The end that the phone reads; non-blocking.
    let reader: Int32
    /// The end for the program's standard output and error; closed by `closeWriter` once it runs.
    private(set) var writer: Int32
    private let isTerminal: Bool

    init(_ size: TerminalSize) throws(ChildAppError) {
        if let (reader, writer) = terminalEnds() {
            (self.reader, self.writer, isTerminal) = (reader, writer, true)
            resize(size)
        } else {
            var writer: Int32 = -1
            let reader = sori_make_pipe(&writer)
            guard reader >= 0 else { throw .noOutput(errno: errno) }
            (self.reader, self.writer, isTerminal) = (reader, writer, false)
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        }
    }

    /// Tells the program's side a new size; its processes get no signal by this.
    func resize(_ size: TerminalSize) {
        guard isTerminal else { return }
        var size = winsize(
            ws_row: UInt16(clamping: size.rows), ws_col: UInt16(clamping: size.columns),
            ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(reader, UInt(TIOCSWINSZ), &size)
    }

    mutating func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    mutating func end() {
        closeWriter()
        close(reader)
    }
}

/// The size of a terminal in characters.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// Opens a pseudo-terminal; `nil` where there is none.
private func terminalEnds() -> (reader: Int32, writer: Int32)? {
    var writer: Int32 = -1
    let reader = sori_open_terminal(&writer)
    guard reader >= 0 else { return nil }
    var settings = termios()
    if tcgetattr(writer, &settings) == 0 {
        // Lines end with one character, and nothing comes back as input.
        settings.c_oflag &= ~tcflag_t(OPOST)
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(writer, TCSANOW, &settings)
    }
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    return (reader, writer)
}
