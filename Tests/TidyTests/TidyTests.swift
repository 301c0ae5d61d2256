import Testing

/// The rules of the house that are written in ARCHITECTURE.md hold in the sources.
@Suite struct TidyTests {
    @Test(arguments: TidyRule.allCases)
    func `the sources keep every rule`(_ rule: TidyRule) {
        let repository = Repository.current
        #expect(repository.files.count > 500)
        #expect(repository.targets.count > 40)
        for file in repository.files {
            for violation in rule.violations(in: file, repository.targets) {
                Issue.record("\(violation)")
            }
        }
    }

    /// A file that breaks one rule, and a like one that keeps it.
    struct Planted: Sendable, CustomTestStringConvertible {
        var rule: TidyRule
        var path: String
        var breaks: String
        var keeps: String

        var testDescription: String { rule.rawValue }
    }

    static let planted = [
        Planted(
            rule: .importsAreListed, path: "Sources/Upper/File.swift",
            breaks: "package import Lowest", keeps: "internal import struct Lower.Value"),
        Planted(
            rule: .nothingSleeps, path: "Sources/Upper/File.swift",
            breaks: "    u" + "sleep(1_000)", keeps: "    thread.sleep(true)"),
        Planted(
            rule: .noExitTests, path: "Tests/Upper/File.swift",
            breaks: "await #expect(processExits" + "With: .success) {",
            keeps: "#expect(process.terminationStatus == 0)"),
        Planted(
            rule: .rulesNameTheirSource, path: "Sources/Core/SoundPolicy/Rules/File.swift",
            breaks: "/// Whether it sounds.\nlet a = 1",
            keeps: "/// Whether it sounds.\n///\n/// Source: a guideline.\nlet a = 1"),
        Planted(
            rule: .uncheckedSendableNamesItsOwner, path: "Sources/Upper/File.swift",
            breaks: "/// A box.\nfinal class Box: @unchecked " + "Sendable {}",
            keeps: "/// A box.\n///\n/// Ownership: the render thread.\nfinal class Box: "
                + "@unchecked " + "Sendable {}"),
        Planted(
            rule: .locksHaveState, path: "Sources/Upper/File.swift",
            breaks: "    private let lock = Mutex(())",
            keeps: "    private let state = Mutex(State())"),
        Planted(
            rule: .commentsAreSentences, path: "Sources/Upper/File.swift",
            breaks: "/// Of several the first.\nlet a = 1",
            keeps: "/// The first of several.\n/// As long as it lasts.\nlet a = 1"),
        Planted(
            rule: .commentsAreSentences, path: "Sources/Upper/File.swift",
            breaks: "// The whole is told who it is.", keeps: "// Everything is whole."),
        Planted(
            rule: .filesAreShort, path: "Sources/Upper/File.c",
            breaks: String(repeating: "int a;\n", count: lineCountMax + 1),
            keeps: String(repeating: "int a;\n", count: lineCountMax)),
    ]

    @Test(arguments: planted)
    func `a planted violation is found`(_ planted: Planted) {
        let targets = PackageTarget.targets(
            inManifest: """
                let package = Package(
                    targets: [
                        .target(name: "Lowest"),
                        .target(name: "Lower", dependencies: ["Lowest"]),
                        .target(
                            name: "Upper",
                            dependencies: [
                                .target(name: "Lower", condition: .when(traits: ["Lowest"])),
                            ]),
                    ],
                )
                """)
        #expect(targets.map(\.name) == ["Lowest", "Lower", "Upper"])
        let broken = SourceFile(path: planted.path, text: planted.breaks)
        #expect(planted.rule.violations(in: broken, targets).count == 1)
        let kept = SourceFile(path: planted.path, text: planted.keeps)
        #expect(planted.rule.violations(in: kept, targets).isEmpty)
    }

    @Test func `each type has a name of its own`() {
        let repository = Repository.current
        let types = DeclaredType.all(in: repository.files, repository.targets)
        #expect(types.count > 1000)
        for violation in ambiguousNames(of: types) { Issue.record("\(violation)") }
    }

    @Test func `a type with the name of another module's is found`() {
        // Given two modules that declare one name for other files, and others for themselves.
        let targets = PackageTarget.targets(
            inManifest: """
                let package = Package(
                    targets: [
                        .target(name: "Lower"),
                        .target(name: "Upper", dependencies: ["Lower"]),
                    ],
                )
                """)
        let lower = SourceFile(
            path: "Sources/Lower/File.swift",
            text: """
                public import class Foundation.Thread
                package final class Player<Sound> {}
                private struct Box {}
                enum Outer {
                    struct Inner {}
                }
                """)
        let upper = SourceFile(
            path: "Sources/Upper/File.swift",
            text: """
                public import class Foundation.Thread
                #if PipeWire
                    @MainActor struct Player: Sendable {}
                #endif
                fileprivate struct Box {}
                struct Inner {}
                """)
        // Then the second declaration is found, and nothing else.
        let types = DeclaredType.all(in: [lower, upper], targets)
        #expect(types.map(\.name) == ["Player", "Outer", "Player", "Inner"])
        let violations = ambiguousNames(of: types)
        #expect(violations.map(\.path) == ["Sources/Upper/File.swift"])
        #expect(violations.map(\.line) == [3])
    }
}
