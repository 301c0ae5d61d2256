import Glibc

/// Shows a picker on the program's terminal until something is picked, or it is cancelled.
///
/// Takes the whole screen meanwhile, and restores it.
struct TerminalPicker {
    private var list: PickerList
    private var keys = PickerKeys()

    /// Milliseconds after which an escape without more bytes is the key itself.
    private static let escapeMilliseconds: Int32 = 50

    init(_ list: PickerList) { self.list = list }

    /// Runs the picker on the calling thread, which waits for keys.
    ///
    /// - Parameter isOver: Asked a few times a second whether the picker has been dismissed.
    /// - Returns: The identifiers of the picked items; nil when it was cancelled.
    mutating func run(until isOver: () -> Bool) -> [UInt64]? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        var raw = settings
        // Without ISIG, Ctrl-C cancels the picker and not the program.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        write("\u{1B}[?1049h\u{1B}[?25l")
        defer {
            write("\u{1B}[?25h\u{1B}[?1049l")
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        draw()
        while !isOver() {
            switch handle(nextKeys()) {
            case .goesOn: draw()
            case .cancelled: return nil
            case .picked(let ids): return ids
            }
        }
        return nil
    }

    private mutating func handle(_ keys: [PickerList.Key]) -> PickerList.Outcome {
        for key in keys {
            let outcome = list.press(key, page: max(size.height - 3, 1))
            if outcome != .goesOn { return outcome }
        }
        return .goesOn
    }

    /// Waits for keys; returns without one after a while, so that a new size of the terminal shows.
    private mutating func nextKeys() -> [PickerList.Key] {
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let patience = keys.endsWithEscape ? Self.escapeMilliseconds : 200
        guard poll(&ready, 1, patience) > 0 else { return keys.flush() }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        // The terminal is gone.
        guard count > 0 else { return [.cancel] }
        return keys.keys(in: bytes[..<count])
    }

    private var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private func draw() {
        let (width, height) = size
        let lines = list.lines(width: width, height: height)
        write(lines.prefix(height).map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n"), home: true)
    }

    private func write(_ text: String, home: Bool = false) {
        var bytes = Array(((home ? "\u{1B}[H" : "") + text + (home ? "\u{1B}[J" : "")).utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
