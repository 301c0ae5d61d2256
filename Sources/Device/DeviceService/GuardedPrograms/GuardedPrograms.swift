package import AudioModel
package import DeviceEvents
package import LiveDevice
import SoundPolicy
import SoundServer

/// The programs that do not use Sori and have a stream.
///
/// Ownership: the device's queue, on which every method must be called.
package final class GuardedPrograms {
    private let device: LiveDevice
    private let profile: ServiceProfile
    private let configuration: ServiceConfiguration
    private let enforcement: any StreamEnforcement
    private let player: (any PlayerRemote)?
    private let onQueue: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let after: (HostInterval, @escaping @Sendable () -> Void) -> Void
    private let nameOf: (String) -> String
    private let shownNameOf: (String) -> String
    private var programs: [GuardedProgram.Key: GuardedProgram] = [:]
    private var keys: [UInt64: GuardedProgram.Key] = [:]
    /// What programs are called, in lower case.
    private var names: [GuardedProgram.Key: Set<String>] = [:]

    /// The window in front, when that is known.
    package var frontWindow: FrontWindow?

    /// Time without sound after which a program gives up its session: longer than the pauses of
    /// speech, shorter than a listener's patience.
    private static let silence = HostInterval.milliseconds(700)
    /// Most names of a program; a stream may call itself anything.
    private static let namesMax = 64
    /// The streams, and those that stay silent because there are too many.
    private var held: HeldStreams
    private let warn: (String) -> Void

    /// - Parameters:
    ///   - streamsMax: Most streams at a time; further ones stay silent until others end.
    ///   - streamsOfProgramMax: The same for one program, which so cannot silence others.
    ///   - warn: Receives a sentence for the user when there are too many.
    ///   - nameOf: Makes a name of the scenario language from a program's.
    ///   - shownNameOf: Makes the name that people see; the program's own by default.
    ///   - after: Runs a block on the queue after a time.
    package init(
        _ device: LiveDevice, _ profile: ServiceProfile, _ configuration: ServiceConfiguration,
        enforcement: any StreamEnforcement, player: (any PlayerRemote)?, streamsMax: Int = 1_024,
        streamsOfProgramMax: Int = 256, warn: @escaping (String) -> Void = { _ in },
        nameOf: @escaping (String) -> String,
        shownNameOf: @escaping (String) -> String = { $0 },
        onQueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        after: @escaping (HostInterval, @escaping @Sendable () -> Void) -> Void
    ) {
        self.device = device
        self.profile = profile
        self.configuration = configuration
        self.enforcement = enforcement
        self.player = player
        held = HeldStreams(streamsMax: streamsMax, streamsOfProgramMax: streamsOfProgramMax)
        self.warn = warn
        self.nameOf = nameOf
        self.shownNameOf = shownNameOf
        self.onQueue = onQueue
        self.after = after
    }

    /// The processes of programs, by their apps.
    package var processes: [AppID: Int32] {
        Dictionary(programs.values.map { ($0.app, $0.key.processID) }) { $1 }
    }

    /// The numbers of streams that stay silent because there are too many, by program.
    package var heldStreams: [String: Int] {
        held.countsByName.merging(enforcement.unobservedStreams, uniquingKeysWith: +)
    }

    /// Whether the session manager links a new stream only when it is silent.
    package var isWaitedFor: Bool? { enforcement.isWaitedFor }

    /// Apps with a program that sends sound, which the device has refused.
    package var refused: Set<AppID> { Set(programs.values.filter(\.isRefused).map(\.app)) }

    /// The app of a program that has a name among those that it goes by.
    ///
    /// - Parameter name: In lower case.
    package func app(called name: String) -> AppID? {
        names.first { $0.value.contains(name) }.flatMap { programs[$0.key]?.app }
    }

    /// Notes a stream, which is silent until it is decided upon.
    package func appeared(_ stream: GuardedStream) {
        guard !held.contains(stream.serial) else { return }
        let treatment = configuration.treatment(of: stream.facts)
        guard treatment != .ignored else {
            return enforcement.setGain(1, ramp: .zero, ofStream: stream.serial)
        }
        let (hasRoom, warning) = held.add(stream)
        if let warning { warn(warning) }
        if hasRoom { take(stream, treatment) }
    }

    private func take(_ stream: GuardedStream, _ treatment: ProgramTreatment) {
        let key = GuardedProgram.Key(
            processID: stream.processID,
            name: stream.isProcessKnown ? "" : stream.facts.names.first ?? "",
            treatment: treatment)
        for name in stream.facts.names where names[key, default: []].count < Self.namesMax {
            names[key, default: []].insert(name.lowercased())
        }
        let program = programs[key] ?? makeProgram(key, named: stream.programName)
        programs[key] = program
        keys[stream.serial] = key
        program.add(stream)
    }

    /// Follows a stream that begins or ceases to send sound.
    ///
    /// - Parameter isMoved: Whether it sounds again at another output than before. A stream that is moved
    ///   ceases to sound and begins again; what decides about it has not changed.
    package func setSounding(_ isSounding: Bool, isMoved: Bool = false, _ serial: UInt64) {
        guard !held.setSounding(isSounding, serial), let program = program(of: serial) else {
            return
        }
        device.handleDeadlines()
        program.setSounding(isSounding, isMoved: isMoved, serial)
        guard !isSounding else { return }
        after(GuardedProgram.moveTime) { [weak program] in program?.pauseSilent(serial) }
        deactivateLater(program)
    }

    package func disappeared(_ serial: UInt64) {
        held.remove(serial)
        end(serial)
        while let (stream, isSounding) = held.takeNext() {
            take(stream, configuration.treatment(of: stream.facts))
            if isSounding { setSounding(true, stream.serial) }
        }
    }

    private func end(_ serial: UInt64) {
        guard let key = keys.removeValue(forKey: serial), let program = programs[key] else {
            return
        }
        device.handleDeadlines()
        program.remove(serial)
        guard program.isEmpty else {
            if !program.isSounding { deactivateLater(program) }
            return
        }
        programs[key] = nil
        names[key] = nil
        program.connection?.disconnect(.quit)
    }

    /// Forgets all streams: the sound server is gone, and they with it.
    package func allDisappeared() {
        held.removeAll()
        for serial in keys.keys.sorted() { end(serial) }
    }

    /// Lets streams start that were refused while something interrupted all.
    package func retry() {
        for program in programs.values.sorted(by: { $0.app.rawValue < $1.app.rawValue }) {
            program.retry()
        }
    }

    /// Time in which programs become silent when the machine sleeps.
    package static let sleepRamp = HostInterval.milliseconds(100)

    /// Silences all programs before the machine sleeps. Players stay paused afterwards.
    package func sleepBegins() {
        for program in programs.values { program.sleepBegins(ramp: Self.sleepRamp) }
    }

    /// Gives the streams their gains again.
    package func sleepEnds() {
        for program in programs.values { program.sleepEnds() }
    }

    /// The program that is the app of a window; of several the one that was there first.
    package func app(of window: FrontWindow) -> AppID? {
        let found = programs.values.filter { program in
            window.isApp(ofProcess: program.key.processID, names: names[program.key] ?? [])
        }
        return found.map(\.app).min { $0.rawValue < $1.rawValue }
    }

    private func program(of serial: UInt64) -> GuardedProgram? {
        keys[serial].flatMap { programs[$0] }
    }

    private func deactivateLater(_ program: GuardedProgram) {
        after(Self.silence) { [weak program] in program?.deactivate() }
    }

    private func makeProgram(_ key: GuardedProgram.Key, named name: String) -> GuardedProgram {
        let program = GuardedProgram(
            key, enforcement: enforcement, player: player, pausesOnUnplug: profile == .phone,
            now: { [clock = device.clock] in clock.now },
            isDeviceInterrupted: { [server = device.server] in
                server.inspect { !$0.interrupters.isEmpty }
            }, onQueue: onQueue)
        // What plays in the background of a phone has said so; a program cannot, and is trusted.
        var description = AppDescription(name: nameOf(name))
        if case .session(let category, _, _) = key.treatment, category != .ambient {
            description.backgroundModes = ["audio"]
        }
        let connection = device.server.connect(description, program)
        program.connect(connection)
        device.adopt(program, as: description, shownAs: shownNameOf(name))
        // Behind that, so that a recorded story has it.
        let isInFront = frontWindow.map {
            $0.isApp(ofProcess: key.processID, names: names[key] ?? [])
        }
        if profile == .desktop || isInFront == true {
            device.server.open(connection.app)
        } else {
            device.server.runInBackground(connection.app, for: .audio)
        }
        program.begin()
        return program
    }
}
