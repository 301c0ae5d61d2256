import Foundation
import TestSupport
import Testing

/// What `docs/coverage.md` says of Apple's frameworks is what the modules and the clients have.
@Suite struct CoverageTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: repositoryFolder.appending(path: path), encoding: .utf8)
    }

    /// The page as it should be, made once.
    private static let fresh = Result { try makePage() }

    private static func page() throws -> CoveragePage { try fresh.get() }

    private static func makePage() throws -> CoveragePage {
        let graph = SymbolGraph(repository: repositoryFolder)
        var symbols: [String: Set<PublicSymbol>] = [:]
        for framework in Framework.all {
            for module in framework.modules {
                symbols[framework.name, default: []].formUnion(try graph.symbols(of: module))
            }
        }
        let list = SymbolList(parsing: try text("Tests/SourceCompatibility/symbols.tsv"))
        let areas = AppleArea.areas(
            parsing: try text("Tests/SourceCompatibility/apple-symbols.tsv"))
        return CoveragePage(symbols: symbols, list: list, areas: areas)
    }

    private static func shapes() throws -> String {
        let folder = "Tests/SourceCompatibility/Sources/Shapes/"
        return try FileManager.default
            .contentsOfDirectory(atPath: repositoryFolder.appending(path: folder).path)
            .sorted().map { try text(folder + $0) }.joined(separator: "\n")
    }

    @Test func `the page is what the modules have`() throws {
        let fresh = try CoverageTests.page().markdown
        // `scripts/coverage` asks for the file instead of a comparison with it.
        if ProcessInfo.processInfo.environment["SORI_WRITE_COVERAGE"] == "1" {
            let file = repositoryFolder.appending(path: "docs/coverage.md")
            try fresh.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try CoverageTests.text("docs/coverage.md")
        let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
        let freshLines = fresh.split(separator: "\n", omittingEmptySubsequences: false)
        let hint: Comment = "if the change is meant, run scripts/coverage"
        for (line, fresh) in zip(lines, freshLines) { #expect(line == fresh, hint) }
        #expect(lines.count == freshLines.count, hint)
    }

    @Test func `each listed symbol has a shape or a reason`() throws {
        let page = try CoverageTests.page()
        let frameworks = Set(Framework.all.map(\.name))
        #expect(page.list.symbols.allSatisfy { frameworks.contains($0.framework) })
        #expect(Set(page.list.symbols.map(\.name)).count == page.list.symbols.count)
        #expect(page.list.symbols.count { $0.framework == "AVFAudio" } >= 300)
        let existing = Set(page.symbols.values.joined().map(\.path))
        #expect(existing.count > 2000)
        let violations = page.list.violations(
            shapes: try CoverageTests.shapes(), existing: existing)
        for violation in violations { Issue.record("\(violation)") }
    }

    @Test func `what is wrong with a list is found`() {
        let list = SymbolList(
            parsing: """
                framework\tsymbol\twhy it is left out
                A\tPlayer.play
                A\tPlayer.init(url:)
                A\tPlayer.Mode.loud
                A\tPlay
                A\tPlayer.stop\tIt never stops
                A\tPlayer.pause\tNot offered yet
                """)
        let shapes = """
            _ = Player.play as (Player) -> () -> Void
            _ = Player.init(url:file:) as (URL, File) -> Player
            let _: Player.Mode = Player.Mode
                .loud
            """
        #expect(
            list.violations(shapes: shapes, existing: ["Player.stop", "Player.play"]) == [
                "Player.init(url:) has neither a shape nor a reason",
                "Play has neither a shape nor a reason",
                "Player.stop exists, but has a reason to be left out",
            ])
    }

    @Test func `every area of Apple's frameworks has symbols, and none that is left out exists`()
        throws
    {
        let page = try CoverageTests.page()
        #expect(page.areas.count > 60)
        #expect(page.areas.allSatisfy { $0.count > 0 })
        #expect(Set(page.areas.map { $0.framework + $0.name }).count == page.areas.count)
        for finding in page.wronglyCounted { Issue.record("\(finding)") }
    }

    @Test func `names of C and Objective-C are found under their Swift names`() {
        let names = SwiftNames([
            PublicSymbol(owners: [], name: "AVAudioPlayer", kind: "class"),
            PublicSymbol(owners: ["AVAudioPlayer"], name: "init(contentsOf:)", kind: "init"),
            PublicSymbol(owners: ["AVAudioPlayer"], name: "play(atTime:)", kind: "method"),
            PublicSymbol(owners: ["AVAudioPlayer"], name: "isPlaying", kind: "property"),
            PublicSymbol(owners: ["AVAudioTime"], name: "init(hostTime:)", kind: "init"),
            PublicSymbol(owners: ["AVAudioSession"], name: "CategoryOptions", kind: "struct"),
            PublicSymbol(
                owners: ["AVAudioSession", "CategoryOptions"], name: "duckOthers", kind: "property"),
            PublicSymbol(owners: [], name: "AudioQueue", kind: "typealias"),
        ])
        func isFound(_ owner: String, _ name: String) -> Bool {
            names.contain(.init(owner: owner, name: name))
        }
        #expect(isFound("", "AVAudioPlayer"))
        #expect(isFound("", "AudioQueueRef"))
        #expect(isFound("", "AVAudioSessionCategoryOptions"))
        #expect(isFound("AVAudioPlayer", "initWithContentsOfURL:error:"))
        #expect(isFound("AVAudioPlayer", "playAtTime:"))
        #expect(isFound("AVAudioPlayer", "playing"))
        #expect(isFound("AVAudioTime", "timeWithHostTime:"))
        #expect(isFound("AVAudioSessionCategoryOptions", "AVAudioSessionCategoryOptionDuckOthers"))
        #expect(!isFound("", "AVAudioRecorder"))
        #expect(!isFound("AVAudioPlayer", "initWithData:error:"))
        #expect(!isFound("AVAudioPlayer", "play"))
        #expect(!isFound("AVAudioTime", "timeWithSampleTime:atRate:"))
        #expect(
            !isFound("AVAudioSessionCategoryOptions", "AVAudioSessionCategoryOptionAllowAirPlay"))
    }

    @Test func `an area that is left out and exists is found`() {
        let areas = AppleArea.areas(
            parsing: """
                # A comment.
                framework\tarea\ttype\tnames
                A\tPlayers\t#7\tPlayer Queue
                A\tFiles\t\tFile FileKind
                A\tFiles\tFile\topen close:
                """)
        let page = CoveragePage(
            symbols: ["A": [PublicSymbol(owners: [], name: "Player", kind: "class")]],
            list: SymbolList(parsing: ""), areas: areas)
        #expect(areas.map(\.count) == [7, 4])
        #expect(
            page.wronglyCounted == ["Player exists, but its area 'Players' is counted as left out"])
        #expect(page.markdown.contains("| A | Players | 7 | 0 | `Queue`, `Player` |"))
        #expect(page.markdown.contains("| A | Files | 4 | 0 | `File` |"))
    }
}
