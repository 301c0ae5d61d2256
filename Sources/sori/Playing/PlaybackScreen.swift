import Simulation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Shows one player and lets the keys steer it, until it has finished or is to end.
package struct PlaybackScreen {
    package let player: any Player
    package let name: String
    private let words: Words
    private let output: any TextSink
    private var decoder = KeyDecoder()
    private var isPaused = false
    /// Falls slowly, so that the eye can follow.
    private var shownLevel: Float = 0

    /// What it does, for people.
    package struct Words {
        package var verb: String
        /// Before the route.
        package var preposition: String

        package static let playing = Words(verb: "playing", preposition: "on")
        package static let recording = Words(verb: "recording", preposition: "from")
    }

    package enum Ending: Equatable, Sendable {
        case finished
        /// A key that says so ended it.
        case stopped
        /// Ctrl-C, or a signal that asks for the end.
        case interrupted(by: EndSignal)

        /// What is printed.
        package var word: String { self == .finished ? "finished" : "stopped" }

        /// A shell's loop goes on after all but an interruption.
        package var exitCode: ExitCode {
            if case .interrupted(let signal) = self { signal.exitCode } else { .done }
        }
    }

    package static let seekStep: Double = 5
    package static let framesPerSecond = 20

    package init(
        _ player: any Player, name: String, _ words: Words = .playing, output: any TextSink
    ) {
        self.player = player
        self.words = words
        self.name = name
        self.output = output
    }

    /// With a terminal: draws, and reads its keys.
    ///
    /// - Parameters:
    ///   - width: Asked for every frame, as a window may change its size.
    ///   - endSignal: What asked for the end, as soon as something has.
    package mutating func run(
        on terminal: RawTerminal, descriptor: Int32, width: () -> Int,
        endSignal: () -> EndSignal?
    ) throws(ProgramError) -> Ending {
        defer { output.write("\n") }
        while true {
            output.write("\r" + frame(width: width()) + "\u{1B}[K")
            var ending = ending(endSignal())
            if ending == nil {
                waitForKeys(descriptor)
                for key in decoder.keys(in: terminal.waitingBytes()) where ending == nil {
                    guard try !handle(key) else { continue }
                    ending = key == .interrupt ? .interrupted(by: .interrupt) : .stopped
                }
            }
            guard let ending else { continue }
            let shown = player.position
            try end()
            // What came last is in it, too.
            if player.position != shown {
                output.write("\r" + frame(width: width()) + "\u{1B}[K")
            }
            return ending
        }
    }

    /// Without a terminal: a line when it starts and one when it ends.
    package mutating func runQuietly(
        endSignal: () -> EndSignal?
    ) throws(ProgramError) -> Ending {
        let length = player.duration.map { " (\(ProgressLine.clock($0)))" } ?? ""
        var route = player.route
        output.write(
            "\(words.verb) \(printable(name))\(length) \(words.preposition) "
                + "\(printable(route))\n")
        while true {
            if player.route != route {
                route = player.route
                let position = ProgressLine.clock(player.position)
                output.write(
                    "goes on at \(position) \(words.preposition) \(printable(route))\n")
            }
            if let ending = ending(endSignal()) {
                // Only then all of it has come, and it is known whether all went well.
                try end()
                let position = ProgressLine.clock(player.position)
                output.write("\(ending.word) \(printable(name)) at \(position)\n")
                return ending
            }
            waitForKeys(-1)
        }
    }

    /// - Returns: Whether it goes on.
    package mutating func handle(_ key: Key) throws(ProgramError) -> Bool {
        switch key {
        case .quit, .interrupt: return false
        case .space:
            if isPaused { try player.resume() } else { try player.pause() }
            isPaused.toggle()
        case .left: try player.seek(to: max(0, player.position - Self.seekStep))
        case .right:
            let goal = player.position + Self.seekStep
            try player.seek(to: player.duration.map { min($0, goal) } ?? goal)
        }
        return true
    }

    package mutating func frame(width: Int) -> String {
        let level = isPaused ? 0 : player.level
        shownLevel = max(level.isFinite ? level : 0, shownLevel * 0.85)
        let line = ProgressLine(
            name: name, position: player.position, duration: player.duration, level: shownLevel,
            route: player.route, isPaused: isPaused)
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

    /// Until a key comes or the next frame is due. A signal ends the waiting too.
    private func waitForKeys(_ descriptor: Int32) {
        // A negative descriptor is passed over.
        var keyboard = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&keyboard, 1, Int32(1000 / Self.framesPerSecond)) > 0
        // A keyboard that has gone away is ready for ever, and must not make this a busy loop.
        if isReady, keyboard.revents & Int16(POLLIN) == 0 {
            poll(nil, 0, Int32(1000 / Self.framesPerSecond))
        }
    }
}
