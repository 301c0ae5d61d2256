#if PipeWire
    import DesktopEntries
    import Foundation
    import ProgramStreams
    import Synchronization
    import Testing

    import TestSupport

    /// A private server with a PulseAudio server, a recording of its speaker, and a guard.
    final class GuardFixture {
        let server: PrivateServer
        let log = EventLog()
        private(set) var recording: Recording
        private(set) var streamGuard: ProgramStreamGuard?

        static let reason: Comment = "needs sound servers: run scripts/test-pipewire"
        static let pulseReason: Comment = "pipewire-pulse is not installed"
        /// The level of the test sound: a constant, which no mixer changes.
        static let level: Int16 = 8192
        private static let sound =
            WaveBytes.make([Int16](repeating: level, count: 2 * 48_000 * 60))

        init(_ options: String...) throws {
            let all = ["--pulse"] + options
            server = try PrivateServer(arguments: all)
            recording = try server.record("speaker")
            try Self.sound.write(to: URL(filePath: soundPath))
        }

        deinit {
            streamGuard?.shutdown()
        }

        /// A file of a minute of the test sound; it goes with the server.
        var soundPath: String { server.socket + "-sound.wav" }

        /// Records the speaker again, after the recorder has ended with the server.
        private func recordAgain() throws {
            recording = try server.record("speaker")
        }

        /// Records the speaker again, and returns the recorder's stream, which is held.
        func recorderStream(_ known: Set<UInt64>) throws -> ProgramStream {
            try recordAgain()
            try log.wait { _ in self.newStream(known, .monitorCapture) != nil }
            return try #require(newStream(known, .monitorCapture))
        }

        func startGuard(
            holdsExistingStreams: Bool = false,
            desktopFiles: DesktopFiles = DesktopFiles(
                environment: ProcessInfo.processInfo.environment),
            excluding: @escaping @Sendable (StreamOwner) -> Bool = { _ in false }
        ) throws {
            var options = ProgramStreamGuard.Options()
            options.server = server.socket
            options.holdsExistingStreams = holdsExistingStreams
            options.desktopFiles = desktopFiles
            let log = log
            streamGuard = try ProgramStreamGuard(options, excluding: excluding) { log.add($0) }
            try log.wait { $0.contains(.serverReturned) }
        }

        func endGuard() {
            streamGuard?.shutdown()
            streamGuard = nil
        }

        /// Starts a program in the background, and returns its process.
        func start(_ command: String) throws -> Int32 {
            try #require(Int32(try server.run("\(command) >/dev/null 2>&1 & echo $!")))
        }

        /// Ends a program at once, and waits until its stream is gone.
        func end(_ process: Int32, _ stream: ProgramStream, line: Int = #line) throws {
            kill(process, SIGKILL)
            try log.wait(line: line) { _ in self.log.streams[stream.serial] == nil }
        }

        /// Starts a program, and waits for its stream.
        func startStream(
            _ command: String, direction: ProgramStream.Direction = .playback, line: Int = #line
        ) throws -> (process: Int32, stream: ProgramStream) {
            let known = Set(log.streams.keys)
            let process = try start(command)
            try log.wait(line: line) { _ in self.newStream(known, direction) != nil }
            return (process, try #require(newStream(known, direction)))
        }

        /// Streams of a direction that were not there, the oldest first.
        func newStreams(
            since known: Set<UInt64>, _ direction: ProgramStream.Direction = .playback
        ) -> [ProgramStream] {
            log.streams.values.sorted { $0.serial < $1.serial }
                .filter { !known.contains($0.serial) && $0.direction == direction }
        }

        private func newStream(
            _ known: Set<UInt64>, _ direction: ProgramStream.Direction
        ) -> ProgramStream? {
            newStreams(since: known, direction).first
        }

        func waitUntilSounding(_ stream: ProgramStream, line: Int = #line) throws {
            try log.wait(line: line) { _ in self.log.streams[stream.serial]?.isSounding == true }
        }

        /// Waits until the recording is longer by some frames, and returns them.
        func listen(frames count: Int, from start: Int? = nil) throws -> [Int16] {
            let start = start ?? recording.frameCount
            try waitUntil { self.recording.frameCount >= start + count }
            return try recording.samples(from: start)
        }

        /// Waits until the end of the recording has a level on both channels.
        func waitForLevel(
            _ level: Int16, within tolerance: Int16 = 2, line: Int = #line
        ) throws {
            try waitUntil(line: line) {
                let start = self.recording.frameCount - 2000
                guard start >= 0 else { return false }
                return try self.recording.samples(from: start).allSatisfy {
                    abs(Int($0) - Int(level)) <= Int(tolerance)
                }
            }
        }
    }

    /// The events of a guard, and the streams that there are now.
    final class EventLog: Sendable {
        private struct State {
            var events: [ProgramStreamEvent] = []
            var streams: [UInt64: ProgramStream] = [:]
        }

        private let state = Mutex(State())

        var events: [ProgramStreamEvent] { state.withLock(\.events) }
        var streams: [UInt64: ProgramStream] { state.withLock(\.streams) }

        var ports: [AudioPort] {
            events.reversed().lazy.compactMap {
                if case .portsChanged(let ports) = $0 { ports } else { nil }
            }.first ?? []
        }

        func add(_ event: ProgramStreamEvent) {
            state.withLock { state in
                state.events.append(event)
                switch event {
                case .appeared(let stream), .changed(let stream), .soundingChanged(let stream):
                    state.streams[stream.serial] = stream
                case .disappeared(let stream): state.streams[stream.serial] = nil
                default: break
                }
            }
        }

        func removeEvents() {
            state.withLock { $0.events = [] }
        }

        func wait(
            line: Int = #line, _ condition: ([ProgramStreamEvent]) -> Bool
        ) throws {
            try waitUntil(line: line) { condition(self.events) }
        }
    }

    /// A condition has not come about; `line` waits for it.
    struct Timeout: Error {
        var line: Int
    }

    /// Looks again and again until something that other processes do has come about.
    func waitUntil(
        seconds: Double = 30, line: Int = #line, _ condition: () throws -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw Timeout(line: line) }
            usleep(5_000)
        }
    }

    /// A program that plays, and the server that it plays to.
    enum Player: String, CaseIterable, CustomTestStringConvertible {
        case pwPlay, paplay, aplay, mpvPipeWire, mpvPulse, gstreamerPipeWire, gstreamerPulse
        case ffplay, espeak

        var testDescription: String { rawValue }

        var program: ExternalProgram {
            switch self {
            case .pwPlay: .pwPlay
            case .paplay: .paplay
            case .aplay: .aplay
            case .mpvPipeWire, .mpvPulse: .mpv
            case .gstreamerPipeWire, .gstreamerPulse: .gstreamer
            case .ffplay: .ffplay
            case .espeak: .espeak
            }
        }

        static var installed: [Player] { allCases.filter(\.program.isInstalled) }

        /// Whether the process is what the program says to the PulseAudio server.
        var isPulse: Bool {
            switch self {
            case .paplay, .mpvPulse, .gstreamerPulse, .ffplay, .espeak: true
            case .pwPlay, .aplay, .mpvPipeWire, .gstreamerPipeWire: false
            }
        }

        var executableName: String {
            switch self {
            case .pwPlay: "pw-cat"
            case .paplay: "pacat"
            case .aplay: "aplay"
            case .mpvPipeWire, .mpvPulse: "mpv"
            case .gstreamerPipeWire, .gstreamerPulse: "gst-launch-1.0"
            case .ffplay: "ffplay"
            case .espeak: "espeak-ng"
            }
        }

        func command(_ sound: String) -> String {
            switch self {
            case .pwPlay: "pw-play \(sound)"
            case .paplay: "paplay \(sound)"
            case .aplay: "aplay -q -D pipewire \(sound)"
            case .mpvPipeWire: "mpv --no-config --no-terminal --ao=pipewire \(sound)"
            case .mpvPulse: "mpv --no-config --no-terminal --ao=pulse \(sound)"
            case .gstreamerPipeWire: gstreamer(sound, "pipewiresink")
            case .gstreamerPulse: gstreamer(sound, "pulsesink")
            case .ffplay: "SDL_AUDIODRIVER=pulseaudio ffplay -nodisp -loglevel error \(sound)"
            case .espeak:
                "espeak-ng -s 80 '" + String(repeating: "one two three four five ", count: 50) + "'"
            }
        }

        private func gstreamer(_ sound: String, _ sink: String) -> String {
            "gst-launch-1.0 -q filesrc location=\(sound) ! wavparse ! audioconvert ! \(sink)"
        }
    }
#endif
