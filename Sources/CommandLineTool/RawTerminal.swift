import Glibc
import Synchronization

/// A terminal in raw mode, which delivers every key at once without echo, until it is restored.
///
/// It is restored by `restore`, by `exit` and by signals. Only one at a time.
package final class RawTerminal {
    private let descriptor: Int32
    private let screen: Int32
    private let rawSettings: termios

    /// Makes it raw; `nil` if the descriptor is not a terminal.
    package convenience init?(_ descriptor: Int32) {
        self.init(descriptor, wholeScreen: -1)
    }

    /// Also takes the whole screen and hides the cursor, until it is restored.
    ///
    /// - Parameter screen: File descriptor to write to the terminal.
    package init?(_ descriptor: Int32, wholeScreen screen: Int32) {
        guard tcgetattr(descriptor, savedSettings) == 0 else { return nil }
        self.descriptor = descriptor
        self.screen = screen
        savedDescriptor.store(descriptor, ordering: .releasing)
        var raw = savedSettings.pointee
        // Without ISIG, Ctrl-C arrives as a key, so that the program can end cleanly.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        rawSettings = raw
        tcsetattr(descriptor, TCSANOW, &raw)
        atexit(restoreSavedTerminal)
        if screen >= 0 {
            savedScreen.store(screen, ordering: .releasing)
            write(enteringScreen, to: screen)
        }
        for signal in fatalSignals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = restoreAndPassOn
            sigaction(signal, &action, previousActions + Int(signal))
        }
    }

    package func restore() {
        restoreSavedTerminal()
    }

    /// Makes the terminal raw again after `restore`, when the program goes on after it was stopped.
    package func resume() {
        var raw = rawSettings
        savedDescriptor.store(descriptor, ordering: .releasing)
        tcsetattr(descriptor, TCSANOW, &raw)
        guard screen >= 0, savedScreen.exchange(screen, ordering: .acquiringAndReleasing) < 0
        else { return }
        write(enteringScreen, to: screen)
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

/// Signals that ask the program to end; they are noted, so that the playing loop can end cleanly.
package enum EndSignals {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    package static func listen() {
        // Initialised before a handler can use them.
        _ = (hasCome, first)
        for number in signals { signal(number, noteSignal) }
        // Programs started from one of Dispatch's threads inherit these signals blocked.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in signals { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    }

    package static var hasCome: Bool { endSignalCount.load(ordering: .relaxed) > 0 }

    /// The signal that came first.
    package static var first: EndSignal? {
        EndSignal(number: firstEndSignal.load(ordering: .relaxed))
    }
}

private let firstEndSignal = Atomic<Int32>(0)
private let endSignalCount = Atomic<Int>(0)

/// Number of signals after which the process ends at once, whatever it still does.
private let patience = 3

private func noteSignal(_ number: Int32) {
    _ = firstEndSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    let count = endSignalCount.add(1, ordering: .relaxed).newValue
    guard count >= patience else { return }
    restoreSavedTerminal()
    _exit(128 + number)
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
