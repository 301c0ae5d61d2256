package import CommandLineTool
import Simulation
import Terminal

/// Runs scenarios in virtual time.
package enum SimCommand: Command {
    package static let syntax = CommandSyntax(
        name: "sim", summary: "runs scenarios in virtual time and reports what was heard, and why",
        operands: .oneOrMore("SCENARIO"),
        options: [
            OptionSyntax("--check", "only reads the scenarios"),
            OptionSyntax("--json", "prints JSON; an array for several scenarios"),
            OptionSyntax("--junit", value: "F", "writes the expectations as JUnit XML"),
            OptionSyntax("--wav", value: "F", "writes what the user hears: 48 kHz stereo"),
            OptionSyntax("--stems", value: "DIR", "writes one WAV per stream"),
            OptionSyntax("--html", value: "F", "writes a page with the timeline and the reasons"),
            OptionSyntax("--svg", value: "F", "writes the timeline as a picture"),
            OptionSyntax(
                "--play-with", value: "KIND",
                "plays with player, queue, unit or engine where a line names none"),
            OptionSyntax(
                "--players", value: "WHAT",
                "framework: player and engine are AVAudioPlayer and AVAudioEngine (default); "
                    + "script: the simulator starts their streams itself"),
            OptionSyntax(
                "--without-rule", value: "NAME",
                "disables one rule of the policy, to see its effect"),
            OptionSyntax(
                "--list-rules", standsAlone: true,
                "prints the names of the rules, which reports and 'sori why' give as reasons"),
        ],
        notes: [
            "With several scenarios each F is a folder, and its files are named after them. Such "
                + "a folder and DIR are made if missing; their parent folders must exist.",
            "Exits with 1 when an expectation fails, with 3 when a scenario cannot be read.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        if arguments.has("--list-rules") {
            console.print(RunOptions.ruleNames.map { $0 + "\n" }.joined())
            return .done
        }
        let rules = try arguments.value("--without-rule").map(rules) ?? []
        var stories = SimulatedStories(disabledRules: rules)
        if let name = arguments.value("--play-with") {
            stories.defaultPlayer = try choice(name, of: "--play-with", among: PlayerKind.self)
        }
        if let name = arguments.value("--players") {
            stories.players = try choice(name, of: "--players", among: StoryPlayers.self)
        }
        return try run(arguments, console, stories)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of option: String, among _: Choice.Type
    ) throws(ProgramError) -> Choice {
        if let choice = Choice(rawValue: name) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        throw ProgramError(
            .wrongUse, "unknown value '\(name)' of \(option)", in: "sori sim",
            advice: "choose one of \(known.joined(separator: ", "))")
    }

    private static func rules(named name: String) throws(ProgramError) -> [String] {
        let known = RunOptions.ruleNames
        if known.contains(name) { return [name] }
        throw ProgramError(
            .wrongUse, "unknown rule '\(name)'", in: "sori sim",
            advice: advice(insteadOf: name, among: known, otherwise: "choose one of those above"),
            details: wrapped(
                "the rules: " + known.joined(separator: ", "), width: CommandSyntax.widthMax,
                indent: 2))
    }

    package static func run(_ arguments: Arguments, _ console: Console, _ reader: some StoryReader)
        throws(ProgramError) -> ExitCode
    {
        let plan = try StoryPlan(arguments)
        // Everything is read before anything runs.
        var stories: [(story: any ReadStory, files: StoryPlan.Files)] = []
        var worst = ExitCode.done
        for (path, files) in zip(arguments.operands, plan.files) {
            do throws(ProgramError) {
                stories.append((try reader.read(path), files))
                if plan.isCheckOnly, !plan.isJSON { console.print("ok  \(printable(path))\n") }
            } catch {
                worst = max(worst, console.report(error))
            }
        }
        if plan.isCheckOnly {
            if plan.isJSON { console.print(plan.checkJSON(stories.map(\.files.scenario))) }
            return worst
        }
        for (_, files) in stories { try files.prepareFolders(areMany: plan.files.count > 1) }
        var reports: [StoryReport] = []
        for (story, files) in stories {
            let report = try story.run(files.outputs)
            warn(of: report, console)
            try files.write(report)
            if !plan.isJSON {
                if !reports.isEmpty { console.print("\n") }
                console.print(report.text(inColor: console.isColored))
            }
            worst = max(worst, report.isOK ? .done : .expectationFailed)
            reports.append(report)
        }
        if plan.isJSON {
            console.print(
                arguments.operands.count == 1
                    ? reports.first?.jsonText ?? "" : StoryReport.jsonText(reports))
        } else if arguments.operands.count > 1 {
            console.print(summary(of: reports, storyCount: arguments.operands.count))
        }
        return worst
    }

    /// Prints warnings of a story's actions without a target: `story.scenario:5:7: warning: …`.
    private static func warn(of report: StoryReport, _ console: Console) {
        for warning in report.warnings {
            let place = "\(report.path):\(warning.location.line):\(warning.location.column)"
            console.warn(printable("\(place): warning: \(warning.message)"))
        }
    }

    private static func summary(of reports: [StoryReport], storyCount: Int) -> String {
        let good = reports.count(where: \.isOK)
        let unread = storyCount - reports.count
        return "\n\(good) of \(storyCount) stories hold"
            + (unread > 0 ? ", \(unread) cannot be read" : "") + "\n"
    }
}

/// The outputs of each scenario, determined before anything is read.
struct StoryPlan: Equatable {
    var isCheckOnly: Bool
    var isJSON: Bool
    /// The outputs, one element per scenario.
    var files: [Files]

    struct Files: Equatable {
        var scenario: String
        var outputs: StoryOutputs
        var junit: String?
        var html: String?
        var svg: String?
    }

    init(_ arguments: Arguments) throws(ProgramError) {
        isCheckOnly = arguments.has("--check")
        isJSON = arguments.has("--json")
        let scenarios = arguments.operands
        files = []
        var names: Set<String> = []
        for scenario in scenarios {
            let name = baseName(of: scenario)
            func path(_ option: String, _ ending: String) -> String? {
                arguments.value(option).map {
                    scenarios.count == 1 ? $0 : "\($0)/\(name)\(ending)"
                }
            }
            var outputs = StoryOutputs()
            outputs.wavPath = path("--wav", ".wav")
            outputs.stemsFolder = path("--stems", "")
            let file = Files(
                scenario: scenario,
                outputs: outputs,
                junit: path("--junit", ".xml"), html: path("--html", ".html"),
                svg: path("--svg", ".svg"))
            guard names.insert(name).inserted || !file.writesSomething else {
                throw ProgramError(
                    .wrongUse, "two scenarios are called '\(name)'", in: scenario,
                    advice: "their outputs would overwrite each other; run them one by one")
            }
            if isCheckOnly, file.writesSomething {
                throw arguments.wrongUse(
                    "--check writes no files", advice: "leave out --check or the files")
            }
            files.append(file)
        }
    }

    /// JSON of the form `[{"path": …, "ok": true}]` for the requested scenarios.
    func checkJSON(_ readable: [String]) -> String {
        let results = files.map { file in
            JSONValue.object([
                ("path", .string(file.scenario)), ("ok", .bool(readable.contains(file.scenario))),
            ])
        }
        return (results.count == 1 ? results[0] : .array(results)).readableText + "\n"
    }
}

extension StoryPlan.Files {
    var writesSomething: Bool {
        junit != nil || html != nil || svg != nil || outputs != StoryOutputs()
    }

    /// Creates output folders, before anything runs.
    ///
    /// - Parameter areMany: Whether there are several scenarios, so that an output's path is a
    ///   folder.
    func prepareFolders(areMany: Bool) throws(ProgramError) {
        for path in [outputs.wavPath, junit, html, svg].compactMap({ $0 }) {
            if areMany { try makeFolder(folder(of: path)) }
            try checkFolder(ofFile: path)
        }
        guard let stems = outputs.stemsFolder else { return }
        if areMany { try makeFolder(folder(of: stems)) }
        try makeFolder(stems)
    }

    func write(_ report: StoryReport) throws(ProgramError) {
        if let junit { try writeFile(StoryReport.junitXML([report]), to: junit) }
        if let svg { try writeFile(report.svg(), to: svg) }
        if let html { try writeFile(report.html(wavLink: wavLink), to: html) }
    }

    /// The relative path from the HTML page to the sound.
    private var wavLink: String? {
        guard let html, let wav = outputs.wavPath else { return nil }
        return address(
            ofPath: relativePath(from: folder(of: absolutePath(html)), to: absolutePath(wav)))
    }
}
