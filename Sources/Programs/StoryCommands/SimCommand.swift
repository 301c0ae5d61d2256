import AudioModel
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
            OptionSyntax("--junit", value: "F", "writes the expectations as one JUnit file"),
            OptionSyntax("--wav", value: "F", "writes what the user hears: 48 kHz stereo"),
            OptionSyntax("--stems", value: "DIR", "writes one WAV per stream"),
            OptionSyntax("--html", value: "F", "writes a page with the timeline and the reasons"),
            OptionSyntax("--svg", value: "F", "writes the timeline as a picture"),
            OptionSyntax(
                "--width", value: "N", "width of that picture, 600 to 4000; 1200 unless given"),
            OptionSyntax(
                "--compare", value: "OLD.json",
                "tells what has changed since a run whose --json output is OLD.json, and adds it "
                    + "to the page"),
            OptionSyntax("--shard", value: "N/M", "runs the Nth of M parts of the scenarios"),
            OptionSyntax(
                "--watch",
                "runs again when a scenario or a file that it includes changes, until Ctrl-C"),
            OptionSyntax(
                "--annotations",
                "prints ::error lines for a CI, on standard error; set by GITHUB_ACTIONS=true"),
            OptionSyntax(
                "--play-with", value: "KIND",
                "plays with \(PlayerKind.allCases.map(\.rawValue).joined(separator: ", ")) "
                    + "where a line names none"),
            OptionSyntax(
                "--players", value: "WHAT",
                "framework: player and engine are AVAudioPlayer and AVAudioEngine (default); "
                    + "script: the simulator starts their streams itself"),
            OptionSyntax(
                "--without-rule", value: "NAME",
                "disables one rule of the policy, to see its effect"),
            OptionSyntax(
                "--faithful", value: "TO",
                "names the lines that rest on what is not documented (TO is documented), on "
                    + "what is neither documented nor observed on devices (observed), or on any "
                    + "rule (all); plays the story again for each choice that it meets"),
            OptionSyntax(
                "--jobs", value: "N",
                "with --faithful: stories played at once; one per core unless given"),
            OptionSyntax(
                "--list-rules", standsAlone: true,
                "prints the rules, with the REASON and the errors under which stories know each"),
        ],
        notes: [
            "The SCENARIO - is standard input.",
            "With several scenarios each F is a folder, and its files are named after them, with "
                + "their folders where two have one name; only the JUnit file is one for all. The "
                + "pages get an index.html. Such a folder and "
                + "DIR are made if missing; their parent folders must exist.",
            "Exits with 1 when an expectation fails, with 3 when a scenario cannot be read.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        if arguments.has("--list-rules") {
            console.print(RunOptions.ruleLines.map { $0 + "\n" }.joined())
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
        if let name = arguments.value("--faithful") {
            stories.faithfulness = try choice(name, of: "--faithful", among: Faithfulness.self)
            stories.jobCount = try arguments.jobCount()
        } else if arguments.has("--jobs") {
            throw arguments.wrongUse(
                "--jobs is for the stories that --faithful plays again",
                advice: "leave it out, or add --faithful")
        }
        stories.progress = StoryProgress(console)
        guard arguments.has("--watch") else { return try run(arguments, console, stories) }
        try watch(arguments, console, stories)
    }

    /// Runs again and again; only a signal ends it.
    private static func watch(
        _ arguments: Arguments, _ console: Console, _ reader: SimulatedStories
    ) throws(ProgramError) -> Never {
        guard !arguments.operands.contains(StoryPlan.standardInput) else {
            throw arguments.wrongUse(
                "standard input does not change", advice: "leave out --watch, or name a file")
        }
        let watch = try StoryWatch(arguments.operands)
        var reader = reader
        reader.willInclude = watch.include
        while true {
            reader.progress = StoryProgress(console)
            do throws(ProgramError) {
                _ = try run(arguments, console, reader)
            } catch {
                _ = console.report(error)
            }
            console.print("\nwaiting for changes; Ctrl-C ends\n")
            watch.waitForChange()
            console.print("\n")
        }
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
        var unread: [UnreadStory] = []
        var worst = ExitCode.done
        for files in plan.files {
            let path = files.scenario
            do throws(ProgramError) {
                stories.append((try reader.read(path), files))
                if plan.isCheckOnly, !plan.isJSON { console.print("ok  \(printable(path))\n") }
            } catch {
                worst = max(worst, console.report(error))
                unread.append(UnreadStory(path, error))
            }
        }
        let annotationPlaces = AnnotationPlaces(arguments)
        if let annotationPlaces {
            for story in unread {
                story.errorAnnotations(in: annotationPlaces.place).forEach { console.warn($0) }
            }
        }
        if plan.isCheckOnly {
            if plan.isJSON { console.print(plan.checkJSON(stories.map(\.files.scenario))) }
            return worst
        }
        let earlier = try arguments.value("--compare").map(EarlierResults.init)
        try plan.prepareFolders(stories.map(\.files))
        var reports: [StoryReport] = []
        for (story, files) in stories {
            let report = try story.run(files.outputs)
            warn(of: report, console)
            let comparison = earlier?.comparison(with: report)
            try files.write(report, comparison, width: plan.width)
            if let annotationPlaces {
                report.errorAnnotations(in: annotationPlaces.place).forEach { console.warn($0) }
            }
            if !plan.isJSON {
                if !reports.isEmpty { console.print("\n") }
                console.print(report.text(inColor: console.isColored))
                if let comparison { console.print("\n" + comparison.text()) }
            }
            worst = max(worst, report.isOK ? .done : .expectationFailed)
            reports.append(report)
        }
        try plan.writeCombined(reports, of: stories.map(\.files), unread)
        if plan.isJSON {
            let all = reports.map(\.json) + unread.map(\.json)
            let value = all.count == 1 && !plan.areMany ? all[0] : JSONValue.array(all)
            console.print(value.readableText + "\n")
        } else if plan.areMany {
            console.print(summary(of: reports, storyCount: plan.files.count))
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

extension UnreadStory {
    /// - Parameter error: Why the scenario could not be read.
    fileprivate init(_ path: String, _ error: ProgramError) {
        let places = error.filePlaces.map {
            ScenarioError(path: $0.path, line: $0.line, column: $0.column, message: $0.message)
        }
        let whole = [error.what, error.advice].filter { !$0.isEmpty }.joined(separator: "; ")
        self.init(
            path: path,
            errors: places.isEmpty
                ? [ScenarioError(path: path, line: 0, column: 0, message: whole)] : places)
    }
}

/// The names of files in the annotations for a CI, which knows them by their paths in its workspace.
private struct AnnotationPlaces {
    private let workspace: String?

    /// - Returns: `nil` where nothing asks for annotations.
    init?(_ arguments: Arguments) {
        guard arguments.has("--annotations") || environmentValue("GITHUB_ACTIONS") == "true"
        else { return nil }
        workspace = environmentValue("GITHUB_WORKSPACE").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The path from the workspace, if there is one and the file is inside; empty for standard input.
    func place(_ path: String) -> String {
        guard path != StoryPlan.standardInput else { return "" }
        guard let workspace else { return path }
        let folder = absolutePath(workspace) + "/"
        let full = absolutePath(path)
        return full.hasPrefix(folder) ? String(full.dropFirst(folder.count)) : path
    }
}
