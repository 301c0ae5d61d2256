import Glibc
import Synchronization

/// A terminal in raw mode, which delivers every key at once without echo, until it is restored.
///
/// It is restored by `restore`; the last one also by `exit` and by signals.
package final class RawTerminal {
    private let descriptor: Int32
    private let screen: Int32
    private let previousSettings: termios
    private let rawSettings: termios
    private var isScreenTaken = false

    /// Makes it raw; `nil` if the descriptor is not a terminal.
    package convenience init?(_ descriptor: Int32) {
        self.init(descriptor, wholeScreen: -1)
    }

    /// Also takes the whole screen and hides the cursor, until it is restored.
    ///
    /// - Parameter screen: File descriptor to write to the terminal.
    package init?(_ descriptor: Int32, wholeScreen screen: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        self.screen = screen
        previousSettings = settings
        // Without ISIG, Ctrl-C arrives as a key, so that the program can end cleanly.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        rawSettings = settings
        _ = restoresAtEnd
        resume()
    }

    /// Gives the terminal back as it was.
    package func restore() {
        if isScreenTaken {
            isScreenTaken = false
            _ = savedScreen.compareExchange(
                expected: screen, desired: -1, ordering: .acquiringAndReleasing)
            write(leavingScreen, to: screen)
        }
        _ = savedDescriptor.compareExchange(
            expected: descriptor, desired: -1, ordering: .acquiringAndReleasing)
        var settings = previousSettings
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    /// Restores the last terminal that was made raw, if it still is. May be called in a signal
    /// handler.
    package static func restoreLast() { restoreSavedTerminal() }

    /// Makes the terminal raw again after `restore`, when the program goes on after it was stopped.
    package func resume() {
        savedDescriptor.store(-1, ordering: .releasing)
        savedSettings.pointee = previousSettings
        savedDescriptor.store(descriptor, ordering: .releasing)
        var raw = rawSettings
        tcsetattr(descriptor, TCSANOW, &raw)
        guard screen >= 0, !isScreenTaken else { return }
        isScreenTaken = true
        savedScreen.store(screen, ordering: .releasing)
        write(enteringScreen, to: screen)
    }

    /// Gives the terminal back, stops the program's group as Ctrl-Z does, and takes the terminal
    /// again when it goes on.
    package func suspend() {
        restore()
        var former = sigaction()
        var usual = sigaction()
        usual.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGTSTP, &usual, &former)
        kill(0, SIGTSTP)
        sigaction(SIGTSTP, &former, nil)
        resume()
    }

    /// Whether two descriptors are those of a terminal on which a screen can be shown.
    ///
    /// - Parameter type: The value of `TERM`; `nil` if it is not set.
    package static func canShowScreen(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, type: String?
    ) -> Bool {
        isatty(input) == 1 && isatty(output) == 1 && !["", "dumb"].contains(type ?? "")
    }

    /// Waits until a key comes, another descriptor can be read, the time is over, or a signal arrives.
    ///
    /// - Returns: Whether the keyboard is still connected.
    package func waitForKeys(milliseconds: Int, or others: [Int32] = []) -> Bool {
        var wanted = ([descriptor] + others).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&wanted, UInt(wanted.count), Int32(clamping: milliseconds)) > 0 else {
            return true
        }
        // A terminal that is closed reports that it can be read, too, and always.
        return wanted[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
    }

    /// The size in pixels of a character cell; `nil` if the terminal does not tell.
    package static func cellSize(_ descriptor: Int32) -> (width: Int, height: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        let cell = (
            width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row)
        )
        return cell.width > 0 && cell.height > 0 ? cell : nil
    }

    /// The bytes that are waiting; empty if there are none.
    package func waitingBytes() -> [UInt8] {
        readWaitingBytes(descriptor)
    }

    /// The terminal's columns and rows; 80 and 24 if it does not tell.
    package static func size(_ descriptor: Int32) -> (width: Int, height: Int) {
        (width(descriptor), height(descriptor))
    }

    /// The terminal's columns; 80 if it does not tell.
    package static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The terminal's rows; 24 if it does not tell.
    package static func height(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }
}

private func readWaitingBytes(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
}

/// Signals of faults in the program itself, and signals of other processes that end a program
/// without a handler. The terminal is restored first; then the previous handler runs.
private let fatalSignals = [
    SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM,
    SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
]

// A signal handler can use only globals; they are written before the handlers are installed.
// Allocated separately: Swift 6.3 makes a global `termios` of 57 bytes, without the padding to 60.
nonisolated(unsafe) private let savedSettings: UnsafeMutablePointer<termios> = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
}()
private let savedDescriptor = Atomic<Int32>(-1)
private let savedScreen = Atomic<Int32>(-1)
nonisolated(unsafe) private let previousActions =
    UnsafeMutablePointer<sigaction>.allocate(capacity: Int(NSIG))

/// Escape sequences to enter the alternate screen without a cursor, and to leave it with colours
/// reset.
private let enteringScreen: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
private let leavingScreen: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

/// Writes without allocation, for signal handlers too.
private func write(_ text: StaticString, to descriptor: Int32) {
    _ = writeAll(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: descriptor)
}

/// Installs what restores the terminal when the process ends: once, on first use.
private let restoresAtEnd: Void = {
    atexit(restoreSavedTerminal)
    for signal in fatalSignals { restoreAtSignal(signal) }
    // A program that listens for the others ends cleanly by itself.
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
        var present = sigaction()
        sigaction(signal, nil, &present)
        let isDefault =
            present.sa_flags & SA_SIGINFO == 0
            && unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 0
        if isDefault { restoreAtSignal(signal) }
    }
}()

private func restoreAtSignal(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = restoreAndPassOn
    sigaction(signal, &action, previousActions + Int(signal))
}

private func restoreSavedTerminal() {
    let screen = savedScreen.exchange(-1, ordering: .acquiringAndReleasing)
    if screen >= 0 { write(leavingScreen, to: screen) }
    let descriptor = savedDescriptor.exchange(-1, ordering: .acquiringAndReleasing)
    guard descriptor >= 0 else { return }
    tcsetattr(descriptor, TCSANOW, savedSettings)
}

private func restoreAndPassOn(_ number: Int32) {
    restoreSavedTerminal()
    sigaction(number, previousActions + Int(number), nil)
    raise(number)
}
