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
            CaseChoice.syntax,
            OptionSyntax(
                "--profiles", value: "N,N",
                "runs each scenario with these generations of the system (3, 6, 8, 13, 17, 26, or "
                    + "'all' of them), whichever it names, and shows the results as a matrix"),
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
            "With several scenarios, several cases of one ('for each') or several generations, each "
                + "F is a folder, and its files are named after them, with "
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
        stories.profiles = try arguments.profiles()
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
        var plan = try StoryPlan(arguments)
        let choice = CaseChoice(arguments)
        // Everything is read before anything runs.
        var read: [(path: String, cases: [any ReadStory])] = []
        var unread: [UnreadStory] = []
        var worst = ExitCode.done
        for path in plan.scenarios {
            do throws(ProgramError) {
                let all = try reader.read(path)
                let cases = try choice?.chosen(of: all, in: path) ?? all
                read.append((path, cases))
                if plan.isCheckOnly, !plan.isJSON { cases.printAsReadable(path, console) }
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
            if plan.isJSON {
                console.print(plan.checkJSON(read.map { ($0.path, $0.cases.map(\.storyCase)) }))
            }
            return worst
        }
        let rows = plan.rows(of: read)
        let files = rows.flatMap(\.runs).map(\.files)
        let earlier = try arguments.value("--compare").map(EarlierResults.init)
        try plan.prepareFolders(files)
        var reports: [StoryReport] = []
        for row in rows {
            reports += try run(row, plan, console, isFirst: reports.isEmpty) { report in
                if let annotationPlaces {
                    report.errorAnnotations(in: annotationPlaces.place).forEach { console.warn($0) }
                }
                return earlier?.comparison(with: report)
            }
        }
        if !reports.allSatisfy(\.isOK) { worst = max(worst, .expectationFailed) }
        try plan.writeCombined(reports, of: files, unread)
        if plan.isJSON {
            let all = reports.map(\.json) + unread.map(\.json)
            let value = all.count == 1 && !plan.areMany ? all[0] : JSONValue.array(all)
            console.print(value.readableText + "\n")
        } else if let matrix = ProfileMatrix(reports, unread: unread) {
            console.print("\n" + matrix.text(inColor: console.isColored))
        } else if plan.areMany {
            console.print(summary(of: reports, unreadCount: unread.count))
        }
        return worst
    }

    /// Runs a story with its generations, and writes what each run has of its own.
    private static func run(
        _ row: StoryPlan.Row, _ plan: StoryPlan, _ console: Console, isFirst: Bool,
        comparison: (StoryReport) -> ReportComparison?
    ) throws(ProgramError) -> [StoryReport] {
        var reports: [StoryReport] = []
        for (profile, files) in row.runs {
            reports.append(try row.story.run(files.outputs, with: profile))
        }
        StoryReport.markTurns(in: &reports)
        let links = row.runs.map(\.files.pageLink)
        let siblings = reports.count > 1 ? StoryReport.siblings(reports, links: links) : []
        for (index, report) in reports.enumerated() {
            warn(of: report, console)
            let comparison = comparison(report)
            try row.runs[index].files.write(
                report, comparison, siblings: siblings, width: plan.width)
            guard !plan.isJSON else { continue }
            if !isFirst || index > 0 { console.print("\n") }
            console.print(report.text(inColor: console.isColored))
            if let comparison { console.print("\n" + comparison.text()) }
        }
        return reports
    }

    /// Prints warnings of a story's actions without a target: `story.scenario:5:7: warning: …`.
    private static func warn(of report: StoryReport, _ console: Console) {
        for warning in report.warnings {
            let place = "\(report.path):\(warning.location.line):\(warning.location.column)"
            let profile = report.isOneOfProfiles ? report.profile.map { "\($0.words): " } : nil
            console.warn(printable("\(place): warning: \(profile ?? "")\(warning.message)"))
        }
    }

    private static func summary(of reports: [StoryReport], unreadCount: Int) -> String {
        let good = reports.count(where: \.isOK)
        return "\n\(good) of \(reports.count + unreadCount) stories hold"
            + (unreadCount > 0 ? ", \(unreadCount) cannot be read" : "") + "\n"
    }
}

extension [any ReadStory] {
    /// Prints a line for each case: `ok  loops.scenario [category=ambient]`.
    fileprivate func printAsReadable(_ path: String, _ console: Console) {
        for story in self { console.print("ok  \(printable(story.storyCase.title(path)))\n") }
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
