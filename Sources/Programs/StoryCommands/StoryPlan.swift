import AudioModel
import CommandLineTool
import Simulation

/// The outputs of each scenario, determined before anything is read.
struct StoryPlan: Equatable {
    var isCheckOnly: Bool
    var isJSON: Bool
    /// The outputs, one element per scenario.
    var files: [Files]
    /// The JUnit file of all scenarios.
    var junit: String?
    /// The folder of the pages' index; `nil` for a single page.
    var indexFolder: String?
    /// The width of a picture in a file of its own.
    var width: Double
    /// Whether several scenarios were named, so that an output's path is a folder.
    var areMany: Bool

    /// The operand that means standard input.
    static let standardInput = "-"

    struct Files: Equatable {
        var scenario: String
        var outputs: StoryOutputs
        var html: String?
        var svg: String?
    }

    init(_ arguments: Arguments) throws(ProgramError) {
        isCheckOnly = arguments.has("--check")
        isJSON = arguments.has("--json")
        let shard = try arguments.shard()
        let named = arguments.operands
        let scenarios = shard?.part(of: named) ?? named
        areMany = named.count > 1
        junit = arguments.value("--junit")
        indexFolder = named.count > 1 ? arguments.value("--html") : nil
        width = try arguments.number("--width", in: TimelineScale.widths) ?? 1200
        files = []
        // All of the scenarios decide the names, so that each shard gives the same ones.
        let names = OutputNames(named, hasIndex: indexFolder != nil)
        for scenario in scenarios {
            let name = names.name(of: scenario)
            func path(_ option: String, _ ending: String) -> String? {
                arguments.value(option).map {
                    named.count == 1 ? $0 : "\($0)/\(name)\(ending)"
                }
            }
            var outputs = StoryOutputs()
            outputs.wavPath = path("--wav", ".wav")
            outputs.stemsFolder = path("--stems", "")
            let file = Files(
                scenario: scenario,
                outputs: outputs,
                html: path("--html", ".html"),
                svg: path("--svg", ".svg"))
            guard !file.writesSomething || !names.repeated.contains(scenario) else {
                throw ProgramError(
                    .wrongUse, "the scenario is named twice", in: scenario,
                    advice: "its outputs would overwrite each other; name it once")
            }
            if isCheckOnly, file.writesSomething || junit != nil {
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
        let links = files.map { address(ofPath: fileName(of: $0.html ?? "")) }
        try writeFile(
            StoryReport.indexHTML(reports, links: links, unread: unread),
            to: indexFolder + "/index.html")
    }
}

extension StoryPlan.Files {
    var writesSomething: Bool {
        html != nil || svg != nil || outputs != StoryOutputs()
    }

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

    func write(
        _ report: StoryReport, _ comparison: ReportComparison? = nil, width: Double
    ) throws(ProgramError) {
        if let svg { try writeFile(report.svg(width: width), to: svg) }
        guard let html else { return }
        try writeFile(report.html(wavLink: wavLink, comparison: comparison), to: html)
    }

    /// The relative path from the HTML page to the sound.
    private var wavLink: String? {
        guard let html, let wav = outputs.wavPath else { return nil }
        return address(
            ofPath: relativePath(from: folder(of: absolutePath(html)), to: absolutePath(wav)))
    }
}
