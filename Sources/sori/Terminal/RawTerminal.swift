import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A terminal that gives every key at once and shows none, until this is given back.
///
/// It is given back on every way out: `restore`, `exit`, and a signal. One at a time.
package final class RawTerminal {
    private let descriptor: Int32

    /// - Returns: `nil` when the descriptor is no terminal.
    package convenience init?(_ descriptor: Int32) {
        self.init(descriptor, wholeScreen: -1)
    }

    /// Takes the whole screen too, without its cursor, until it is given back.
    ///
    /// - Parameter screen: Where the terminal is written to.
    package init?(_ descriptor: Int32, wholeScreen screen: Int32) {
        guard tcgetattr(descriptor, savedSettings) == 0 else { return nil }
        self.descriptor = descriptor
        savedDescriptor.store(descriptor, ordering: .releasing)
        var raw = savedSettings.pointee
        // Without ISIG Ctrl-C arrives as a key, so that the end is a clean one.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
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

    /// The bytes that are waiting; empty when there are none.
    package func waitingBytes() -> [UInt8] {
        readWaitingBytes(descriptor)
    }

    /// Columns, by the terminal; 80 when it does not say.
    package static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Rows, by the terminal; 24 when it does not say.
    package static func height(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }
}

func readWaitingBytes(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
}

/// Signals that ask a program to end; noted, so that the loop that plays can end cleanly.
enum EndSignals {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    static func listen() {
        // Made before a handler can need it.
        _ = (hasCome, first)
        for number in signals { signal(number, noteSignal) }
        // Whoever starts a program from one of Dispatch's threads hands on that they are blocked.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in signals { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    }

    static var hasCome: Bool { endSignalCount.load(ordering: .relaxed) > 0 }

    /// The one that came first.
    static var first: EndSignal? { EndSignal(number: firstEndSignal.load(ordering: .relaxed)) }
}

private let firstEndSignal = Atomic<Int32>(0)
private let endSignalCount = Atomic<Int>(0)

/// After so many signals somebody is sure to want the end, whatever the program still does.
private let patience = 3

private func noteSignal(_ number: Int32) {
    _ = firstEndSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    let count = endSignalCount.add(1, ordering: .relaxed).newValue
    guard count >= patience else { return }
    restoreSavedTerminal()
    _exit(128 + number)
}

/// What is wrong in the program itself; the terminal comes first, then whoever was there before.
/// Also those that others send and that end a program that does not wait for them.
private let fatalSignals = [
    SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM,
    SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
]

// A signal handler reaches only globals; they are written before the handlers are installed.
// In memory of its own: Swift 6.3 makes a global `termios` of 57 bytes, without what pads it to 60.
nonisolated(unsafe) private let savedSettings: UnsafeMutablePointer<termios> = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
}()
private let savedDescriptor = Atomic<Int32>(-1)
private let savedScreen = Atomic<Int32>(-1)
nonisolated(unsafe) private let previousActions =
    UnsafeMutablePointer<sigaction>.allocate(capacity: Int(NSIG))

/// The other screen, empty, without a cursor; and back, whatever colour was last.
private let enteringScreen: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
private let leavingScreen: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

/// For signal handlers too: it allocates nothing.
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
