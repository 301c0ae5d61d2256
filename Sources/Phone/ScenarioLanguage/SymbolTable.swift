import AudioModel
import DeviceActions

/// The apps of a scenario so far, whether each runs, and the streams each has started.
///
/// It refuses only what is certainly wrong without running the scenario.
struct SymbolTable {
    private enum Life {
        case neverOpened
        case running
        case ended(line: Int)
    }

    /// The apps' names, in the order of declaration.
    private var appNames: [String] = []
    private var lives: [String: Life] = [:]
    /// The names of streams by app, in the order of starting.
    private var streamNames: [String: [String]] = [:]
    private var streams: Set<StreamReference> = []
    /// Streams that have certainly not ended before a time, with the lines that started them.
    private var takenNames: [StreamReference: (until: HostTime, line: Int)] = [:]

    /// Whether all declarations are known; false after an unreadable line that may have had one.
    var knowsAllApps = true
    /// Whether all actions are known; false after an unreadable line that may have had some.
    var knowsAllActs = true

    /// The names so far, for messages.
    var known: KnownNames { KnownNames(apps: appNames, streams: streamNames) }

    mutating func declare(_ name: String, column: Int) throws(LineError) {
        guard lives[name] == nil else {
            throw LineError(column: column, message: "expected the app '\(name)' only once")
        }
        appNames.append(name)
        lives[name] = .neverOpened
    }

    /// Checks the names in an action, and whether its app runs.
    func check(_ act: AppAct, by app: String, uses: ArraySlice<NameUse>) throws(LineError) {
        for use in uses { try check(use) }
        guard knowsAllActs, !act.startsApp, let column = uses.first?.column else { return }
        // `hangs` may come before the launch, so that the launch itself can hang.
        if case .hangs = act { return }
        if act == .isRemoved { return }
        switch lives[app] {
        case .neverOpened:
            throw LineError(
                column: column,
                message: "expected '\(app) opens' before its first act; it is not running")
        case .ended(let line):
            throw LineError(
                column: column,
                message: "expected '\(app) opens' before its next act; "
                    + "it is not running since line \(line)")
        case .running, nil: break
        }
    }

    /// Checks that a new stream's name is not in use by a stream that certainly lasts.
    ///
    /// - Parameter column: The column of the name.
    func checkName(of act: AppAct, by app: String, at time: HostTime, column: Int?)
        throws(LineError)
    {
        guard knowsAllActs, act.startsStream, let stream = act.stream, let column,
            let taken = takenNames[.app(app, stream: stream)], time < taken.until
        else { return }
        throw LineError(
            column: column,
            message: "expected a name that is free: '\(stream)' still lasts, which \(app) started "
                + "in line \(taken.line); stop it first, or take another name")
    }

    /// Checks that an app is declared and a stream was started.
    func check(_ use: NameUse) throws(LineError) {
        guard lives[use.app] != nil else {
            guard knowsAllApps else { return }
            throw unknown(
                use.app, column: use.column, expected: "an app declared with 'app'",
                among: appNames)
        }
        guard let stream = use.stream, knowsAllActs,
            !streams.contains(.app(use.app, stream: stream))
        else { return }
        throw unknown(
            stream, column: use.column, expected: "a stream that \(use.app) starts",
            among: streamNames[use.app] ?? [])
    }

    mutating func perform(
        _ act: AppAct, by app: String, at time: HostTime, line: Int, isRefused: Bool
    ) {
        switch act {
        case _ where act.startsApp: lives[app] = .running
        case .ends, .isRemoved: lives[app] = .ended(line: line)
        default: break
        }
        noteTakenName(act, by: app, at: time, line: line, isRefused: isRefused)
        guard act.startsStream, let stream = act.stream,
            streams.insert(.app(app, stream: stream)).inserted
        else { return }
        streamNames[app, default: []].append(stream)
    }

    /// Applies a phone action; after a media-services reset no name is certainly in use, and on an
    /// erased phone no app runs.
    mutating func perform(_ act: PhoneAct, line: Int) {
        switch act {
        case .mediaServicesReset: takenNames = [:]
        case .erased:
            for (app, life) in lives {
                if case .running = life { lives[app] = .ended(line: line) }
            }
        case .event, .press, .slider: break
        }
    }

    private mutating func noteTakenName(
        _ act: AppAct, by app: String, at time: HostTime, line: Int, isRefused: Bool
    ) {
        if act.startsApp {
            // The process may have ended since, and all of its streams with it.
            for name in streamNames[app] ?? [] { takenNames[.app(app, stream: name)] = nil }
        }
        guard let stream = act.stream else { return }
        let reference = StreamReference.app(app, stream: stream)
        if case .stops = act { takenNames[reference] = nil }
        guard act.startsStream, !isRefused else { return }
        takenNames[reference] = act.shortestLength.map { (time + $0, line) }
    }

    private func unknown(
        _ name: String, column: Int, expected: String, among names: [String]
    ) -> LineError {
        let nearest = NearMiss.nearestWords(to: name, among: names)
        let list = names.isEmpty ? " (there is none)" : Listing.choices(names, besides: nearest)
        return LineError(
            column: column,
            message: "expected \(expected)\(list), found \(quote(name))"
                + Listing.suggestion(nearest))
    }
}

extension AppAct {
    /// The shortest time that the started stream lasts if it is not stopped; `nil` if it depends on
    /// the sound file.
    fileprivate var shortestLength: HostInterval? {
        switch self {
        case .records, .films: return .seconds(Scenario.durationMax.seconds + 1)
        case .prepares(let sound, _): return sound.shortestLength(times: 1)
        case .plays(let start):
            switch start.loops {
            case .forever: return .seconds(Scenario.durationMax.seconds + 1)
            case .more(let count):
                return start.sound.shortestLength(times: Double(count + 1) / start.rate)
            }
        default: return nil
        }
    }
}

extension SoundSpec {
    fileprivate func shortestLength(times: Double) -> HostInterval? {
        let longest = Scenario.durationMax.seconds + 1
        switch self {
        case .file, .address: return nil
        case .silence(let seconds): return .seconds(min(seconds * times, longest))
        case .tone(_, let seconds), .noise(let seconds):
            return .seconds(min((seconds ?? longest) * times, longest))
        }
    }
}
