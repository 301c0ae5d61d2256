import CommandLineTool
import Testing
import sori

@Suite("The words after a command")
struct ArgumentsTests {
    private static let syntax = CommandSyntax(
        name: "test", summary: "is for tests", operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax("--json", "prints JSON"),
            OptionSyntax("--wav", value: "F", "writes F"),
            OptionSyntax("--loops", value: "N", "loops"),
        ])

    @Test("are sorted into operands and options, in any order")
    func sorted() throws {
        let found = try arguments(["a", "--wav", "x.wav", "b", "--json"], Self.syntax)
        #expect(found.operands == ["a", "b"])
        #expect(found.value("--wav") == "x.wav")
        #expect(found.has("--json"))
        #expect(!found.has("--loops"))
    }

    @Test("may join a value with an equals sign, and stop options with two dashes")
    func forms() throws {
        let found = try arguments(["--wav=a=b", "--", "--json", "-x"], Self.syntax)
        #expect(found.value("--wav") == "a=b")
        #expect(found.operands == ["--json", "-x"])
        #expect(!found.has("--json"))
    }

    @Test("take numbers below zero as what they are")
    func negative() throws {
        let found = try arguments(["-3", "--loops", "-1"], Self.syntax)
        #expect(found.operands == ["-3"])
        #expect(try found.integer("--loops", in: -1...5) == -1)
    }

    @Test(
        "that do not fit are answered with what, where and what to do",
        arguments: [
            (
                ["a", "--jsn"],
                "sori test: unknown option '--jsn'; did you mean '--json'?"
            ),
            (
                ["a", "--zzzzzz"],
                "sori test: unknown option '--zzzzzz'; see 'sori test --help'"
            ),
            (["a", "--wav"], "sori test: --wav needs a value; write --wav F"),
            (["a", "--wav", "--json"], "sori test: --wav needs a value; write --wav F"),
            (["a", "--wav="], "sori test: --wav needs a value; write --wav F"),
            (["a", "--json=1"], "sori test: --json takes no value; write --json alone"),
            (
                ["a", "--wav", "1", "--wav", "2"],
                "sori test: --wav is given twice; keep one of them"
            ),
            (
                ["--json"],
                "sori test: FILE… is missing; "
                    + "write sori test FILE… [--json] [--wav F] [--loops N]"
            ),
        ] as [([String], String)])
    func mistakes(words: [String], message: String) {
        let error = #expect(throws: ProgramError.self) { try arguments(words, Self.syntax) }
        #expect(error?.message() == message)
        #expect(error?.code == .wrongUse)
    }

    @Test("beyond what a command takes are one too many")
    func tooMany() {
        let error = #expect(throws: ProgramError.self) {
            try arguments(["--at", "1", "--app", "A", "a", "b"], WhyCommand.syntax)
        }
        #expect(error?.what == "'b' is one word too many")
    }

    @Test("must hold the options that a command cannot do without")
    func required() {
        let syntax = CommandSyntax(
            name: "test", summary: "tests", operands: .one("FILE"),
            options: [OptionSyntax("--app", value: "A", isRequired: true, "an app")])
        let error = #expect(throws: ProgramError.self) { try arguments(["story"], syntax) }
        #expect(error?.what == "--app A is missing")
    }

    @Test(
        "hold no number where there is none",
        arguments: ["x", "", "1e3", "inf", "nan", "0x10", "1,5", "-1", "2", "١"])
    func notNumbers(word: String) throws {
        let error = #expect(throws: ProgramError.self) {
            try arguments(["a", "--loops", word], Self.syntax).number("--loops", in: 0...1)
        }
        #expect(error?.code == .wrongUse)
    }

    @Test("hold numbers within their range", arguments: [("0", 0), ("1", 1), (".5", 0.5)])
    func numbers(word: String, expected: Double) throws {
        let found = try arguments(["a", "--loops", word], Self.syntax)
        #expect(try found.number("--loops", in: 0...1) == expected)
    }
}

@Suite("The nearest word")
struct NearestWordTests {
    private let known = ["--check", "--json", "--junit", "sim", "explain"]

    @Test(
        "is the one that was meant",
        arguments: [
            ("--chek", "--check"), ("--jsno", "--json"), ("--CHECK", "--check"), ("smi", "sim"),
            ("--ch", "--check"), ("explan", "explain"), ("-json", "--json"),
        ])
    func found(word: String, meant: String) {
        #expect(nearestWord(to: word, among: known) == meant)
    }

    @Test(
        "is none when nothing is near",
        arguments: ["--wavelength", "", "--", "qqq", String(repeating: "check", count: 40)])
    func none(word: String) {
        #expect(nearestWord(to: word, among: known) == nil)
    }
}

@Suite("The help of a command")
struct HelpTests {
    @Test("names every operand and option, within 80 columns")
    func complete() {
        for command in Program.commands {
            let syntax = command.syntax
            let help = syntax.helpText
            #expect(help.contains("usage: sori \(syntax.name) \(syntax.operands.name)"))
            for option in syntax.options + CommandSyntax.everywhere {
                #expect(help.contains(option.usage))
                #expect(help.contains(option.summary.split(separator: " ")[0]))
            }
            for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test("breaks long lines at blanks")
    func wrapping() {
        #expect(wrapped("aa bb cc", width: 5, indent: 2) == ["aa bb", "  cc"])
        #expect(wrapped("  aa bb cc", width: 7, indent: 4) == ["  aa bb", "    cc"])
        #expect(wrapped("toolongforit b", width: 4, indent: 0) == ["toolongforit", "b"])
        #expect(wrapped("", width: 4, indent: 0) == [""])
    }
}
