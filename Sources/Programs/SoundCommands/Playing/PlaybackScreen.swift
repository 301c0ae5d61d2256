import AudioModel
package import CommandLineTool
import Glibc
package import Terminal

/// Shows a player and takes keys, until it has finished or must end.
package struct PlaybackScreen {
    package let player: any Player
    package let name: String
    let words: Words
    let output: any TextSink
    /// The place among the sounds to go to, such as `2 of 5`; `nil` for a single sound.
    let place: String?
    private var decoder = KeyDecoder()
    var isPaused: Bool
    /// Whether the user has been told that the player's device was removed.
    private var hasReportedRemoval = false
    /// The level shown; it falls slowly, so that the eye can follow.
    private var shownLevel: Float = 0
    /// What is shown in place of the level for some frames.
    private var note: (text: String, framesLeft: Int)?
    /// The player on the message bus; `nil` for none.
    var remote: Remote?
    /// Frames in a row in which the player has waited.
    private var waitingFrames = 0
    /// The terminal's columns when the line was drawn last.
    private var drawnWidth = 0

    package enum Ending: Equatable, Sendable {
        case finished
        /// A key ended it.
        case stopped
        /// A key asked for the next or the previous sound.
        case skipped(by: Int)
        /// Ctrl-C or a signal ended it.
        case interrupted(by: EndSignal)
        /// The output or input was removed, and no user can say how to go on.
        case deviceRemoved(ProgramError)

        /// The word that is printed.
        package var word: String { self == .finished ? "finished" : "stopped" }

        /// The exit code; a shell's loop goes on after all but an interruption.
        package var exitCode: ExitCode {
            switch self {
            case .finished, .stopped, .skipped: .done
            case .interrupted(let signal): signal.exitCode
            case .deviceRemoved(let error): error.code
            }
        }
    }

    package static let framesPerSecond = 20
    private static let frameMilliseconds = 1000 / framesPerSecond

    private static let noteFrames = 2 * framesPerSecond
    private static let toldWaitingFrames = framesPerSecond / 2

    /// - Parameter place: The place among the sounds to go to, such as `2 of 5`; `nil` for a single
    ///   sound.
    package init(
        _ player: any Player, name: String, _ words: Words = .playing, place: String? = nil,
        output: any TextSink
    ) {
        self.place = place
        self.player = player
        isPaused = player.isPaused
        self.words = words
        self.name = name
        self.output = output
    }

    /// Runs until the player has finished or a signal asks for the end.
    ///
    /// - Parameters:
    ///   - isOnTerminal: Whether to use the process's terminal, if it has one.
    ///   - isInputSound: Whether standard input is the sound: the keys come from the terminal that
    ///     controls the process.
    package mutating func run(
        isOnTerminal: Bool = true, isInputSound: Bool = false
    ) throws(ProgramError) -> Ending {
        guard isOnTerminal, isatty(STDOUT_FILENO) == 1 else {
            return try runQuietly { EndSignals.first }
        }
        let takesOther = isInputSound && isatty(STDIN_FILENO) == 0
        let keyboard = takesOther ? Self.openedTerminal() : STDIN_FILENO
        defer { if keyboard > STDERR_FILENO { close(keyboard) } }
        guard let terminal = RawTerminal(keyboard) else {
            return try runQuietly { EndSignals.first }
        }
        JobSignals.listen()
        defer { terminal.restore() }
        return try run(
            on: terminal, width: { RawTerminal.width(STDOUT_FILENO) },
            endSignal: { EndSignals.first })
    }

    /// Opens the terminal that controls the process.
    ///
    /// - Returns: A descriptor; negative without such a terminal, and in the background, where
    ///   taking the keys would stop the process.
    private static func openedTerminal() -> Int32 {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, tcgetpgrp(descriptor) != getpgrp() else { return descriptor }
        close(descriptor)
        return -1
    }

    /// Runs with a terminal: draws the state and reads its keys.
    ///
    /// - Parameters:
    ///   - width: Returns the columns; called for every frame, because a window may change its
    ///     size.
    ///   - endSignal: Returns the signal that asked for the end; `nil` until there is one.
    package mutating func run(
        on terminal: RawTerminal, width: () -> Int,
        endSignal: () -> EndSignal?
    ) throws(ProgramError) -> Ending {
        defer { output.write("\n") }
        while true {
            if JobSignals.takeStopRequest() { try suspend(terminal) }
            player.attend()
            // Stopped by SIGSTOP, which nothing can catch.
            if JobSignals.takeContinuation() { terminal.resume() }
            try pauseWithoutDevice()
            draw(width: width())
            var ending = ending(endSignal())
            if ending == nil { ending = try followRemote() }
            if ending == nil {
                // A keyboard that is disconnected must not make this a busy loop.
                if !terminal.waitForKeys(milliseconds: Self.frameMilliseconds) { waitForFrame() }
                for key in decoder.keys(in: terminal.waitingBytes()) where ending == nil {
                    if key == .suspend { try suspend(terminal) }
                    ending = try handle(key)
                }
            }
            guard let ending else { continue }
            let (shown, route) = (player.position, player.route)
            try end()
            // The last frames are included; a device that is closed has no route.
            if player.position != shown { draw(width: width(), route: route) }
            return ending
        }
    }

    /// Runs without a terminal: prints a line at the start and one at the end.
    package mutating func runQuietly(
        endSignal: () -> EndSignal?
    ) throws(ProgramError) -> Ending {
        let length = player.duration.map { " (\(Numeral.clock($0)))" } ?? ""
        var route = player.route
        output.write(
            "\(words.verb) \(printable(name))\(length) \(words.preposition) "
                + "\(printable(route))\n")
        while true {
            player.attend()
            tellWaiting()
            if let ending = try endWithoutDevice() { return ending }
            if player.route != route {
                route = player.route
                let position = Numeral.clock(player.position)
                output.write("continues at \(position) \(words.preposition) \(printable(route))\n")
            }
            var ended = ending(endSignal())
            if ended == nil { ended = try followRemote() }
            if let ending = ended {
                // Only then everything has arrived, and errors are known.
                try end()
                let position = Numeral.clock(player.position)
                output.write("\(ending.word) \(printable(name)) at \(position)\n")
                return ending
            }
            waitForFrame()
        }
    }

    /// Prints a line when the player waits for some time, and one when it goes on.
    private mutating func tellWaiting() {
        let waiting = isPaused ? nil : player.waiting
        if let waiting {
            waitingFrames += 1
            guard waitingFrames == Self.toldWaitingFrames else { return }
            output.write("\(waiting) at \(Numeral.clock(player.position))\n")
        } else {
            if waitingFrames >= Self.toldWaitingFrames {
                output.write("continues at \(Numeral.clock(player.position))\n")
            }
            waitingFrames = 0
        }
    }

    /// Pauses when the device was removed, and says why: what sounded there is not to be heard from a
    /// loudspeaker before the user says so.
    private mutating func pauseWithoutDevice() throws(ProgramError) {
        guard let device = player.removedDevice else {
            hasReportedRemoval = false
            return
        }
        guard !hasReportedRemoval else { return }
        hasReportedRemoval = true
        if !isPaused { try player.pause() }
        isPaused = true
        output.write(
            "\r\u{1B}[Jpaused at \(Numeral.clock(player.position)): \(printable(device)) was "
                + "removed; space goes on with what \(words.device) there is then\r\n")
    }

    /// Ends when the device was removed.
    private func endWithoutDevice() throws(ProgramError) -> Ending? {
        guard let device = player.removedDevice else { return nil }
        if !isPaused { try player.pause() }
        try end()
        let position = Numeral.clock(player.position)
        output.write("stopped \(printable(name)) at \(position)\n")
        return .deviceRemoved(
            ProgramError(
                .deviceMissing, "the \(words.device) was removed, at \(position) of \(name)",
                in: device,
                advice: "connect it again, or choose another one with --\(words.device)"))
    }

    /// Pauses, gives the terminal back, and stops the process until the shell continues it.
    private mutating func suspend(_ terminal: RawTerminal) throws(ProgramError) {
        if !isPaused { try player.pause() }
        output.write("\n")
        terminal.suspend()
        if !isPaused { try player.resume() }
    }

    /// Draws the line over the last one.
    ///
    /// The cursor stays at the line's beginning: where a terminal that becomes narrower breaks the
    /// line, all of it is still behind the cursor, and is erased.
    private mutating func draw(width: Int, route: String? = nil) {
        let eraser = width < drawnWidth ? "\u{1B}[J" : ""
        drawnWidth = width
        output.write("\r" + eraser + frame(width: width, route: route) + "\u{1B}[K\r")
    }

    /// Shows a text in place of the level for some time.
    mutating func note(_ text: String) { note = (text, Self.noteFrames) }

    package mutating func frame(width: Int, route: String? = nil) -> String {
        let level = isPaused ? 0 : player.level
        shownLevel = max(level.isFinite ? level : 0, shownLevel * 0.85)
        var line = ProgressLine(
            name: player.about.label(orName: name), position: player.position,
            duration: player.duration, level: shownLevel, route: route ?? player.route,
            isPaused: isPaused)
        line.place = place
        line.rate = player.rate
        line.note = note?.text ?? (isPaused ? nil : player.waiting)
        if line.note == nil, player.isMuted { line.note = "muted" }
        note?.framesLeft -= 1
        if let note, note.framesLeft <= 0 { self.note = nil }
        // The last column stays free: writing there breaks the line on some terminals.
        return line.text(width: max(0, width - 1))
    }

    private func ending(_ signal: EndSignal?) -> Ending? {
        if player.isFinished || player.failure != nil { return .finished }
        return signal.map { .interrupted(by: $0) }
    }

    private func end() throws(ProgramError) {
        player.stop()
        if let failure = player.failure { throw failure }
    }

    /// Waits until the next frame is due, or a signal arrives.
    private func waitForFrame() {
        poll(nil, 0, Int32(Self.frameMilliseconds))
    }
}
