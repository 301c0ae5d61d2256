import Testing

/// What the pages say of the repository is so.
@Suite struct DocumentTests {
    private let library = Library.current

    @Test func `every link of every page leads somewhere`() {
        #expect(library.documents.count > 40)
        for violation in library.brokenLinks { Issue.record("\(violation)") }
    }

    @Test func `a planted link that leads nowhere is found`() {
        let planted = Library(
            [
                Document(
                    path: "docs/a.md",
                    text: """
                        # The title: `a` & b
                        [no file](none.md) and `[code](none.md)`
                        [file](../examples/x), [web](https://example.org/none.md)
                        ```
                        # No heading
                        [code](none.md)
                        ```
                        [here](#the-title-a--b), [there](../b.md#two), [nowhere](#no-heading)
                        [nowhere](../b.md#three)
                        """),
                Document(path: "b.md", text: "# One\n\n## Two\n"),
            ], paths: ["examples/x"])
        #expect(
            planted.brokenLinks.map(\.description) == [
                "docs/a.md:2: no file docs/none.md",
                "docs/a.md:8: docs/a.md has no heading for #no-heading",
                "docs/a.md:9: b.md has no heading for #three",
            ])
    }

    @Test func `the README counts the facts as docs/facts.md does`() throws {
        let counts = FactCounts(try #require(library["docs/facts.md"]))
        #expect(counts.unknown == [])
        #expect(counts.counts.count == FactCounts.confidences.count)
        let readme = try #require(library["README.md"])
        let words = readme.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isThere = words.contains(counts.sentence)
        #expect(isThere, "README.md needs: \(counts.sentence)")
    }

    @Test func `facts are counted by their last column`() {
        let counts = FactCounts(
            Document(
                path: "facts.md",
                text: """
                    | claim | what we do | source | confidence |
                    | --- | --- | --- | --- |
                    | a | It mixes. | None | ours |
                    | b | It mixes. | None | ours |
                    | c | It mixes. | A guide | documented |
                    | d | It mixes. | A guide | certain |
                    | e | It mixes. | A guide | not followed |

                    | setting | default | the other way |
                    | --- | --- | --- |
                    | e | on | ours |
                    """))
        #expect(counts.unknown == ["certain"])
        #expect(
            counts.sentence
                == "Of 4 such points, 1 are documented in part, 0 observed on devices, 0 measured, "
                + "0 remembered by developers, 0 disputed between sources, and 2 chosen by us; "
                + "in 1 Sori is known to differ.")
    }

    @Test func `the README has the program's version`() throws {
        let program = try #require(
            Repository.current.files.first { $0.path == "Sources/Programs/sori/Program.swift" })
        let found = program.lines.compactMap {
            $0.firstMatch(of: /let version = "([0-9.]+)"/)?.output.1
        }
        try #require(found.count == 1)
        let readme = try #require(library["README.md"])
        #expect(readme.text.contains("\nVersion \(found[0]);"))
    }

    @Test func `the indexes list every page, every example and every module`() throws {
        func names(in folder: String, where isListed: (Substring) -> Bool) -> [String] {
            library.paths.filter { $0.hasPrefix(folder + "/") }
                .compactMap { path in
                    let name = path.dropFirst(folder.count + 1)
                    return !name.contains("/") && isListed(name) ? String(name) : nil
                }.sorted()
        }
        let pages = names(in: "docs") { $0.hasSuffix(".md") && $0 != "README.md" }
        let examples = names(in: "examples") { !$0.contains(".") && $0 != "sounds" }
        let modules = Repository.current.targets.filter { $0.path.hasPrefix("Sources/") }
            .map(\.name)
        #expect(pages.count > 20 && examples.count > 9 && modules.count > 50)
        for (index, entries) in [
            ("docs/README.md", pages.map { "](\($0))" }),
            ("examples/README.md", examples.map { "](\($0))" }),
            ("docs/modules.md", modules.map { "`\($0)`" }),
        ] {
            let text = try #require(library[index]).text
            for entry in entries where !text.contains(entry) {
                Issue.record("\(index) does not list \(entry)")
            }
        }
    }

    @Test func `every test that SECURITY.md names exists`() throws {
        var suites: [Substring: SourceFile] = [:]
        for file in Repository.current.files where file.path.hasPrefix("Tests/") {
            for line in file.lines {
                let words = line.split(separator: " ")
                guard let name = words.firstIndex(of: "struct")?.advanced(by: 1),
                    name < words.count
                else { continue }
                suites[words[name]] = file
            }
        }
        var named = 0
        for row in try #require(library["SECURITY.md"]).rows {
            // A suite in backticks, then its tests, each in quotation marks.
            var file: SourceFile?
            for match in (row.last ?? "").matches(of: /`(\w+Tests)`|“([^”]+)”/) {
                if let suite = match.output.1 {
                    file = suites[suite]
                    #expect(file != nil, "there is no suite \(suite)")
                } else if let test = match.output.2, let file {
                    named += 1
                    let isThere = file.lines.contains {
                        $0.contains("\"\(test)\"") || $0.contains("`\(test)`")
                    }
                    #expect(isThere, "\(file.path) has no test '\(test)'")
                }
            }
        }
        #expect(named > 30)
    }
}
