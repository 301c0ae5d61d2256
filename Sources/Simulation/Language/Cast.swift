import AudioModel

/// Who is in the story so far: the apps, whether they run, and the streams they have started.
///
/// Refuses only what is certain without running the story.
struct Cast {
    private enum Life {
        case neverOpened
        case running
        case ended(line: Int)
    }

    /// In the order declared.
    private var appNames: [String] = []
    private var lives: [String: Life] = [:]
    /// By app, in the order started.
    private var streamNames: [String: [String]] = [:]
    private var streams: Set<StreamReference> = []

    /// False once a line that may have declared an app could not be read.
    var knowsAllApps = true
    /// False once a line that may have held acts could not be read.
    var knowsAllActs = true

    /// Messages list so many names.
    private static let listedMax = 12

    mutating func declare(_ name: String, column: Int) throws(LineError) {
        guard lives[name] == nil else {
            throw LineError(column: column, message: "expected the app '\(name)' only once")
        }
        appNames.append(name)
        lives[name] = .neverOpened
    }

    /// Checks the names of an act, and that its app runs.
    func check(_ act: AppAct, by app: String, uses: ArraySlice<NameUse>) throws(LineError) {
        for use in uses { try check(use) }
        guard knowsAllActs, !act.startsApp, let column = uses.first?.column else { return }
        // Said of an app beforehand, so that its launch can hang.
        if case .hangs = act { return }
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

    /// Checks that an app is declared and a stream started.
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

    mutating func perform(_ act: AppAct, by app: String, line: Int) {
        switch act {
        case .opens, .opensURL, .isWoken: lives[app] = .running
        case .ends: lives[app] = .ended(line: line)
        default: break
        }
        guard act.startsStream, let stream = act.stream,
            streams.insert(.app(app, stream: stream)).inserted
        else { return }
        streamNames[app, default: []].append(stream)
    }

    private func unknown(
        _ name: String, column: Int, expected: String, among names: [String]
    ) -> LineError {
        let listed = names.prefix(Self.listedMax).map { "'\($0)'" }
        let list =
            if names.isEmpty {
                "there is none"
            } else if names.count > listed.count {
                listed.joined(separator: ", ") + " and others"
            } else {
                alternatives(listed)
            }
        let nearest = NearMiss.nearest(to: name, among: names)
        return LineError(
            column: column,
            message: "expected \(expected) (\(list)), found \(quote(name))"
                + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
}
