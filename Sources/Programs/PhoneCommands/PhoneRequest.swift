package import CommandLineTool
import AudioCodecs
import AudioModel
package import Simulation
package import SoundClient

/// The arguments of `sori phone`.
package struct PhoneRequest {
    package var recordPath: String?
    package var setup = PhoneSetup()
    package var apps: [BuiltInApp]
    package var output = Output.machine
    package var keys: KeyScript?
    /// The user's programs that are installed, in the order of their numbers.
    package var programs: [ExternalProgram] = []
    /// The one of them that is opened at once.
    package var openedProgram: ExternalProgram?
    /// Why installed programs are left out.
    package var missingPrograms: [String] = []
    /// The phone that keeps its state; `nil` for one that ends with its process.
    package var named: NamedPhone?
    private var kept = KeptPhone()

    package enum Output: Equatable, Sendable {
        /// PipeWire if it runs; otherwise the null device, with a warning.
        case machine
        case pipewire
        case null
    }

    package init(_ arguments: Arguments) throws(ProgramError) {
        recordPath = arguments.value("--record")
        let song = arguments.value("--song")
        if let song {
            _ = try readingInput(song, advice: "see 'sori info' for what it is") {
                () throws(FormatError) in
                try StorySounds(scenarioPath: "").sound(for: .file(absolutePath(song)), seed: "")
            }
        }
        if let text = arguments.value("--name") {
            let phone = try NamedPhone(try PhoneName(text), in: try NamedPhones.ofUser())
            kept = phone.kept ?? KeptPhone()
            named = phone
        }
        if let word = arguments.value("--profile") {
            let profile = try Self.profile(word, arguments)
            try Self.checkUpdate(of: named, to: profile)
            kept.profile = profile
        }
        kept.hasPasscode = kept.hasPasscode || arguments.has("--passcode")
        setup.profile = kept.profile
        setup.hasPasscode = kept.hasPasscode
        setup.ringSwitch = kept.ringSwitch
        apps = BuiltInApp.all(song: song.map(absolutePath), profile: setup.profile)
        keys = try arguments.value("--keys").map { text throws(ProgramError) in
            try KeyScript(text)
        }
        try takePrograms(arguments)
        switch arguments.value("--output") {
        case nil: break
        case "pipewire": output = .pipewire
        case "null": output = .null
        case let word?:
            throw arguments.wrongUse("unknown output '\(word)'", advice: "one of pipewire, null")
        }
    }

    // MARK: Programs

    private mutating func takePrograms(_ arguments: Arguments) throws(ProgramError) {
        guard let path = arguments.value("--app") else {
            if let word = arguments.operands.first {
                throw arguments.wrongUse(
                    "'\(word)' is one word too many",
                    advice: "words are arguments for --app PROGRAM")
            }
            for program in kept.programs { addInstalled(program) }
            return
        }
        guard keys == nil else {
            throw arguments.wrongUse(
                "--app runs in real time, --keys does not", advice: "leave out one of them")
        }
        let key = try ExternalProgram.key(of: path)
        let program = InstalledProgram(key: key, path: path, arguments: arguments.operands)
        guard kept.install(program) else {
            throw ProgramError(
                .badInput, "\(KeptPhone.programsMax) programs are installed already", in: "--app",
                advice: "use another phone, or 'sori phone erase' it")
        }
        for (index, program) in kept.programs.enumerated() {
            guard program.key == key else {
                addInstalled(program)
                continue
            }
            let opened = try external(program)
            kept.programs[index].path = opened.path
            programs.append(opened)
            openedProgram = opened
        }
    }

    /// Adds a program of an earlier run; one that is not there any more is left out, and stays
    /// installed.
    private mutating func addInstalled(_ program: InstalledProgram) {
        // In virtual time no process runs.
        guard keys == nil else { return }
        do throws(ProgramError) { programs.append(try external(program)) } catch {
            missingPrograms.append(
                "\(program.key) is installed but cannot be opened: \(error.what); "
                    + "give its place with --app")
        }
    }

    private func external(_ program: InstalledProgram) throws(ProgramError) -> ExternalProgram {
        try ExternalProgram(
            path: program.path, arguments: program.arguments,
            unlike: apps.map(\.name) + programs.map(\.name), on: named)
    }

    // MARK: A phone that keeps its state

    /// A newer generation is an update; phones take no older one.
    private static func checkUpdate(
        of named: NamedPhone?, to profile: PhoneProfile
    ) throws(ProgramError) {
        guard let named, let present = named.kept?.profile, profile < present else { return }
        throw ProgramError(
            .wrongUse,
            "the phone '\(named.name.text)' has iOS \(present.rawValue), and takes no older one",
            in: "--profile", advice: "leave --profile out, or use a phone of another name")
    }

    /// Makes the phone if it is new, and keeps its state from now on; `nil` for one without a name.
    package func beginKeeping(
        _ environment: any AppEnvironment
    ) throws(ProgramError) -> PhoneKeeper? {
        guard let named else { return nil }
        var state = kept
        // A program that cannot be opened is not installed.
        state.programs = named.kept?.programs ?? []
        state.lastUsed = PhoneKeeper.now
        try named.begin(state)
        return PhoneKeeper(named, state, environment)
    }

    /// Opens the program of `--app`, and installs it on a phone that keeps its state.
    package func open(
        _ machine: MachinePhone, _ controller: PhoneController, _ keeper: PhoneKeeper?
    ) throws(ProgramError) {
        guard let openedProgram else { return }
        try machine.open(openedProgram, controller)
        keeper?.install(kept.programs)
    }

    /// The phone with its apps.
    package func controller(in world: LiveEnvironment, _ keeper: PhoneKeeper?) -> PhoneController {
        let controller = PhoneController(
            apps, programs: programs, setup: setup, memory: kept.memory, path: recordPath ?? "",
            world: world, observer: keeper?.observer)
        keeper?.follow(controller)
        for words in missingPrograms { controller.say(words) }
        return controller
    }

    private static func profile(
        _ word: String, _ arguments: Arguments
    ) throws(ProgramError) -> PhoneProfile {
        guard let number = Int(word), let profile = PhoneProfile(rawValue: number) else {
            throw arguments.wrongUse(
                "there is no profile '\(word)'",
                advice: "one of "
                    + PhoneProfile.allCases.map { "\($0.rawValue)" }.joined(separator: ", "))
        }
        return profile
    }
}
