import AudioModel
package import CommandLineTool
import Glibc
package import Terminal

/// Shows a player and takes keys, until it has finished or must end.
package struct PlaybackScreen {
    package let player: any Player
    package let name: String
    private let words: Words
    private let output: any TextSink
    /// Whether there are other sounds to go to.
    private let isInList: Bool
    private var decoder = KeyDecoder()
    private var isPaused: Bool
    /// Whether the user has been told that the player's device was removed.
    private var hasReportedRemoval = false
    /// The level shown; it falls slowly, so that the eye can follow.
    private var shownLevel: Float = 0

    /// The activity in words.
    package struct Words {
        package var verb: String
        /// The preposition before the route.
        package var preposition: String
        /// What the keys do, one line each.
        package var keys: [String]
        /// The kind of device that is used.
        package var device: String

        package static let playing = Words(
            verb: "playing", preposition: "on",
            keys: [
                "space    pauses and resumes", "← →      seek \(Int(seekStep)) seconds",
                "↑ ↓      change the volume", "n p      next and previous sound",
                "Ctrl-Z   suspends; 'fg' continues", "q        stops",
            ], device: "output")
        package static let recording = Words(
            verb: "recording", preposition: "from",
            keys: [
                "space    pauses and resumes", "Ctrl-Z   suspends; 'fg' continues",
                "q        stops",
            ], device: "input")
    }

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

    package static let seekStep: Double = 5
    package static let volumeStep = 0.05
    /// Seconds after which the key for the previous sound goes to the beginning of this one.
    package static let restartSeconds: Double = 3
    package static let framesPerSecond = 20
    private static let frameMilliseconds = 1000 / framesPerSecond

    package init(
        _ player: any Player, name: String, _ words: Words = .playing, isInList: Bool = false,
        output: any TextSink
    ) {
        self.isInList = isInList
        self.player = player
        isPaused = player.isPaused
        self.words = words
        self.name = name
        self.output = output
    }

    /// Runs until the player has finished or a signal asks for the end.
    ///
    /// - Parameter isOnTerminal: Whether to use the process's terminal, if it has one.
    package mutating func run(isOnTerminal: Bool = true) throws(ProgramError) -> Ending {
        guard isOnTerminal, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            let terminal = RawTerminal(STDIN_FILENO)
        else { return try runQuietly { EndSignals.first } }
        JobSignals.listen()
        defer { terminal.restore() }
        return try run(
            on: terminal, width: { RawTerminal.width(STDOUT_FILENO) },
            endSignal: { EndSignals.first })
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
            // Stopped by SIGSTOP, which nothing can catch.
            if JobSignals.takeContinuation() { terminal.resume() }
            try pauseWithoutDevice()
            output.write("\r" + frame(width: width()) + "\u{1B}[K")
            var ending = ending(endSignal())
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
            if player.position != shown {
                output.write("\r" + frame(width: width(), route: route) + "\u{1B}[K")
            }
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
            if let ending = try endWithoutDevice() { return ending }
            if player.route != route {
                route = player.route
                let position = Numeral.clock(player.position)
                output.write("continues at \(position) \(words.preposition) \(printable(route))\n")
            }
            if let ending = ending(endSignal()) {
                // Only then everything has arrived, and errors are known.
                try end()
                let position = Numeral.clock(player.position)
                output.write("\(ending.word) \(printable(name)) at \(position)\n")
                return ending
            }
            waitForFrame()
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
            "\r\u{1B}[Kpaused at \(Numeral.clock(player.position)): \(printable(device)) was "
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

    /// - Returns: The end that the key asks for; `nil` when playback goes on.
    package mutating func handle(_ key: Key) throws(ProgramError) -> Ending? {
        switch key {
        case .quit: return .stopped
        case .interrupt: return .interrupted(by: .interrupt)
        case .next where isInList: return .skipped(by: 1)
        case .previous where isInList:
            guard player.position > Self.restartSeconds else { return .skipped(by: -1) }
            try player.seek(to: 0)
        case .next, .previous, .suspend: break
        case .louder: player.volume = min(player.volume + Self.volumeStep, 1)
        case .quieter: player.volume = max(player.volume - Self.volumeStep, 0)
        case .help:
            output.write("\r\u{1B}[K" + words.keys.joined(separator: "\r\n") + "\r\n")
        case .space:
            guard !isPaused || player.hasDevice else {
                output.write("\r\u{1B}[Kpaused: there is no \(words.device) to go on with\r\n")
                break
            }
            if isPaused { try player.resume() } else { try player.pause() }
            isPaused.toggle()
        case .left: try player.seek(to: max(0, player.position - Self.seekStep))
        case .right:
            let goal = player.position + Self.seekStep
            try player.seek(to: player.duration.map { min($0, goal) } ?? goal)
        }
        return nil
    }

    package mutating func frame(width: Int, route: String? = nil) -> String {
        let level = isPaused ? 0 : player.level
        shownLevel = max(level.isFinite ? level : 0, shownLevel * 0.85)
        let line = ProgressLine(
            name: name, position: player.position, duration: player.duration, level: shownLevel,
            route: route ?? player.route, isPaused: isPaused)
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
