import CommandLineTool
import Foundation
import TestSupport
import Testing
import sori

/// What an installation makes from the table of commands.
@Suite("The manual pages and the completions")
struct ProgramDocumentsTests {
    private static let syntax = Program.syntax
    private static let isCI = ProcessInfo.processInfo.environment["CI"] != nil

    /// Whether a program's tests run: it is there, or has to be.
    private static func has(_ program: String) -> Bool {
        isCI || FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
    }

    private static func run(
        _ program: String, _ words: [String]
    ) throws -> (code: Int32, output: String) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + program)
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    @Test("name every command and every option of the table")
    func options() throws {
        let pages = Dictionary(
            uniqueKeysWithValues: Self.syntax.manualPages.map { ($0.fileName, $0.text) })
        #expect(pages.count == Self.syntax.allCommands.count + 1)
        #expect(Self.syntax.allCommands.count > Self.syntax.commands.count)
        let scripts = [
            Self.syntax.bashCompletion, Self.syntax.zshCompletion, Self.syntax.fishCompletion,
        ]
        for command in Self.syntax.allCommands {
            let name = (["sori"] + command.path).joined(separator: "-")
            let page = try #require(pages[name + ".1"]).replacing("\\-", with: "-")
            for option in command.allOptions {
                let value = option.valueName.map { " \\fI\($0)" } ?? ""
                #expect(page.contains(".TP\n"))
                #expect(
                    page.contains("\\fB\(option.name)\\fR\(value)"), "\(name) \(option.name)")
                // fish writes the name without its hyphens.
                #expect(scripts.prefix(2).allSatisfy { $0.contains(option.name) })
                #expect(scripts[2].contains("-l \(option.name.dropFirst(2)) "))
            }
            #expect(scripts.allSatisfy { $0.contains(command.name) })
        }
        let program = try #require(pages["sori.1"])
        for code in [ExitCode.done, .expectationFailed, .wrongUse, .badInput, .deviceMissing] {
            #expect(program.contains(".TP\n\\fB\(code.rawValue)\\fR\n"))
        }
    }

    @Test(
        "are pages without an error for mandoc and man-db",
        .enabled(if: has("mandoc") && has("man"), "needs mandoc and man-db"))
    func pages() throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.sori.run(["manual", folder.path])
        #expect(result.code == 0, "\(result.errors)")
        let files = Self.syntax.manualPages.map { folder.file($0.fileName) }
        let lint = try Self.run("mandoc", ["-T", "lint", "-W", "warning"] + files)
        #expect(lint.code == 0)
        #expect(lint.output == "")
        for file in files {
            let man = try Self.run("man", ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", file])
            #expect(man.code == 0)
            #expect(man.output.count > 400 && !man.output.contains("warning:"))
        }
    }

    @Test("print roff's own characters as they are")
    func escaping() throws {
        let syntax = ProgramSyntax(
            name: "p", version: "1", date: "2026-01-01", summary: "a program",
            commands: [
                CommandSyntax(
                    name: "c", of: "p", summary: ".hidden", operands: .none,
                    options: [OptionSyntax("--x", value: "N", "'a' \\ ~b — c-d…")],
                    notes: [".PP is no request", "'nor is this"])
            ],
            exitCodes: [])
        let page = try #require(syntax.manualPages.last)
        #expect(page.fileName == "p-c.1")
        #expect(page.text.contains("\n\\(aqa\\(aq \\e \\(tib \\[u2014] c\\-d...\n"))
        #expect(page.text.contains("\n\\&.PP is no request\n"))
        #expect(page.text.contains("\n\\(aqnor is this\n"))
    }

    @Test(
        "complete words in bash",
        arguments: [
            (["pl"], "play"), (["library", "st"], "status"), (["play", "--categ"], "--category"),
            (["library", "scan", "--wat"], "--watch"), (["help", "conv"], "convert"),
            (["switch", ""], "ring silent"), (["sim", "--wav", "/etc/hostnam"], "/etc/hostname"),
            (["sim", "--wav", "=", "/etc/hostnam"], "/etc/hostname"),
            (["play", "/etc/hostnam"], "/etc/hostname"), (["record", "--seconds", ""], ""),
            (["nonsense", "x"], ""),
        ])
    func bash(words: [String], expected: String) throws {
        let result = try Self.run(
            "bash",
            [
                "-c",
                """
                eval "$1"
                shift
                compopt() { :; }
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                _sori
                printf '%s' "${COMPREPLY[*]}"
                """,
                "bash", Self.syntax.bashCompletion, "sori",
            ] + words)
        #expect(result.output == expected)
    }

    @Test("complete words in fish", .enabled(if: has("fish"), "needs fish"))
    func fish() throws {
        let folder = try TemporaryFolder()
        let script = folder.file("sori.fish")
        try Self.syntax.fishCompletion.write(toFile: script, atomically: true, encoding: .utf8)
        for (line, expected) in [
            ("sori pl", ["play"]), ("sori library st", ["status"]),
            ("sori library scan --wat", ["--watch"]), ("sori switch ", ["ring", "silent"]),
        ] {
            let result = try Self.run(
                "fish", ["--no-config", "-c", "source \(script); complete -C '\(line)'"])
            let words = result.output.split(separator: "\n").map {
                String($0.prefix { $0 != "\t" })
            }
            #expect(words == expected)
        }
    }

    @Test("have the syntax of zsh", .enabled(if: has("zsh"), "needs zsh"))
    func zsh() throws {
        let folder = try TemporaryFolder()
        let script = folder.file("_sori")
        try Self.syntax.zshCompletion.write(toFile: script, atomically: true, encoding: .utf8)
        let result = try Self.run("zsh", ["-f", "-n", script])
        #expect(result.output == "")
        #expect(result.code == 0)
        #expect(Self.syntax.zshCompletion.hasPrefix("#compdef sori\n"))
    }

    @Test(
        "say what they take",
        arguments: [
            (
                ["completions", "ksh"],
                "sori completions: one shell is wanted; give bash, zsh or fish\n"
            ),
            (
                ["manual"],
                "sori manual: one folder is wanted; give the folder for the pages\n"
            ),
        ])
    func wrongUse(words: [String], message: String) throws {
        let result = try BuiltProgram.sori.run(words)
        #expect(result.code == 2)
        #expect(result.errors == message)
    }
}
