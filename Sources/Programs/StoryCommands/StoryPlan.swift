import AudioModel
import CommandLineTool
import Simulation

/// The outputs of each story, determined before anything runs.
struct StoryPlan {
    var isCheckOnly: Bool
    var isJSON: Bool
    /// The scenarios to read, in the order of the command line.
    var scenarios: [String]
    /// The JUnit file of all scenarios.
    var junit: String?
    /// The folder of the pages' index; `nil` for a single page.
    var indexFolder: String?
    /// The width of a picture in a file of its own.
    var width: Double
    /// Whether several stories were named, or one has several cases: an output's path is a folder.
    var areMany: Bool

    /// All scenarios of the command line, with those of other shards: each shard gives a story the
    /// same name.
    private let named: [String]
    private let paths: OutputPaths

    /// The operand that means standard input.
    static let standardInput = "-"

    struct Files: Equatable {
        var scenario: String
        var outputs: StoryOutputs
        var html: String?
        var svg: String?
    }

    /// A case of a story, the generations that it is run with in ascending order, and the outputs of
    /// each run.
    struct Row {
        var story: any ReadStory
        var runs: [(profile: PhoneProfile, files: Files)]
    }

    /// What the options name: a file for a single story, a folder for several.
    private struct OutputPaths {
        var wav: String?
        var stems: String?
        var html: String?
        var svg: String?

        var areAny: Bool { wav != nil || stems != nil || html != nil || svg != nil }
    }

    init(_ arguments: Arguments) throws(ProgramError) {
        isCheckOnly = arguments.has("--check")
        isJSON = arguments.has("--json")
        let shard = try arguments.shard()
        named = arguments.operands
        scenarios = shard?.part(of: named) ?? named
        areMany = named.count > 1
        junit = arguments.value("--junit")
        width = try arguments.number("--width", in: TimelineScale.widths) ?? 1200
        paths = OutputPaths(
            wav: arguments.value("--wav"), stems: arguments.value("--stems"),
            html: arguments.value("--html"), svg: arguments.value("--svg"))
        guard paths.areAny || (isCheckOnly && junit != nil) else { return }
        if isCheckOnly {
            throw arguments.wrongUse(
                "--check writes no files", advice: "leave out --check or the files")
        }
        if let repeated = OutputNames(named, hasIndex: false).repeated.first(
            where: scenarios.contains)
        {
            throw ProgramError(
                .wrongUse, "the scenario is named twice", in: repeated,
                advice: "its outputs would overwrite each other; name it once")
        }
    }

    /// Decides the runs of the stories that were read, and their output files.
    mutating func rows(of stories: [(path: String, cases: [any ReadStory])]) -> [Row] {
        let runCounts = stories.map { $0.cases.reduce(0) { $0 + $1.profiles.count } }
        areMany = areMany || runCounts.contains { $0 > 1 }
        indexFolder = areMany ? paths.html : nil
        var names = OutputNames(named, hasIndex: indexFolder != nil)
        return stories.flatMap { path, cases in
            cases.map { story in
                let name = names.name(of: path, story.storyCase)
                let isRepeated = story.profiles.count > 1
                return Row(
                    story: story,
                    runs: story.profiles.sorted().map { profile in
                        let name = isRepeated ? names.name(name, with: profile) : name
                        return (profile, files(of: path, named: name))
                    })
            }
        }
    }

    private func files(of path: String, named name: String) -> Files {
        func output(_ option: String?, _ ending: String) -> String? {
            option.map { areMany ? "\($0)/\(name)\(ending)" : $0 }
        }
        var outputs = StoryOutputs()
        outputs.wavPath = output(paths.wav, ".wav")
        outputs.stemsFolder = output(paths.stems, "")
        return Files(
            scenario: path, outputs: outputs, html: output(paths.html, ".html"),
            svg: output(paths.svg, ".svg"))
    }

    /// JSON of the form `[{"path": …, "ok": true}]` for the requested scenarios, and with `case` for
    /// each case of one that has several.
    func checkJSON(_ readable: [(path: String, cases: [StoryCase])]) -> String {
        let results = scenarios.flatMap { path in
            let cases = readable.first { $0.path == path }?.cases
            return (cases ?? [StoryCase()]).map { storyCase in
                JSONValue.object(
                    [("path", .string(path))]
                        + (storyCase.isOnly ? [] : [("case", storyCase.json)])
                        + [("ok", .bool(cases != nil))])
            }
        }
        return (results.count == 1 ? results[0] : .array(results)).readableText + "\n"
    }
}

extension StoryPlan {
    /// Creates the folders of all outputs, before anything runs.
    ///
    /// - Parameter files: Those of the scenarios that can be read.
    func prepareFolders(_ files: [Files]) throws(ProgramError) {
        if let junit { try checkFolder(ofFile: junit) }
        for files in files { try files.prepareFolders(areMany: areMany) }
        if let indexFolder { try makeFolder(indexFolder) }
    }

    /// Writes what is one file for all scenarios.
    func writeCombined(
        _ reports: [StoryReport], of files: [Files], _ unread: [UnreadStory]
    ) throws(ProgramError) {
        if let junit { try writeFile(StoryReport.junitXML(reports, unread: unread), to: junit) }
        guard let indexFolder else { return }
        let links = files.map(\.pageLink)
        try writeFile(
            StoryReport.indexHTML(reports, links: links, unread: unread),
            to: indexFolder + "/index.html")
    }
}

extension StoryPlan.Files {
    /// The address of its page, seen from the index and from the other pages.
    var pageLink: String { address(ofPath: fileName(of: html ?? "")) }

    /// Creates output folders, before anything runs.
    fileprivate func prepareFolders(areMany: Bool) throws(ProgramError) {
        for path in [outputs.wavPath, html, svg].compactMap({ $0 }) {
            if areMany { try makeFolder(folder(of: path)) }
            try checkFolder(ofFile: path)
        }
        guard let stems = outputs.stemsFolder else { return }
        if areMany { try makeFolder(folder(of: stems)) }
        try makeFolder(stems)
    }

    /// - Parameter siblings: The runs of the story with all generations, if there are several.
    func write(
        _ report: StoryReport, _ comparison: ReportComparison?,
        siblings: [StoryReport.Sibling], width: Double
    ) throws(ProgramError) {
        if let svg { try writeFile(report.svg(width: width), to: svg) }
        guard let html else { return }
        try writeFile(
            report.html(wavLink: wavLink, comparison: comparison, siblings: siblings), to: html)
    }

    /// The relative path from the HTML page to the sound.
    private var wavLink: String? {
        guard let html, let wav = outputs.wavPath else { return nil }
        return address(
            ofPath: relativePath(from: folder(of: absolutePath(html)), to: absolutePath(wav)))
    }
}
