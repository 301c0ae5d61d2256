import Foundation
import Simulation
import TestSupport
import Testing

/// Runs `sori phone` as processes that share a folder for state and one for sockets.
@Suite("sori phone with names", .serialized)
struct NamedPhoneProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.file("state")]
    }

    private func sori(_ words: String...) throws -> BuiltProgram.Result {
        try BuiltProgram.sori.run(["phone"] + words, environment: environment)
    }

    private func ctl(_ name: String, _ words: String...) throws -> BuiltProgram.Result {
        try BuiltProgram.sori.run(
            ["phone", "ctl", "--name", name] + words, environment: environment)
    }

    private func start(_ name: String, _ words: String...) throws -> PhoneOnTerminal {
        let phone = try PhoneOnTerminal(
            ["--output", "null", "--name", name] + words, runtimeFolder: folder.path,
            stateFolder: folder.file("state"))
        try phone.expect("sori phone \(name)  iOS")
        return phone
    }

    private func state(_ name: String) -> String {
        (try? folder.text("state/sori/phones/\(name)/phone.json")) ?? ""
    }

    @Test("continues one that was killed, beside another that runs on")
    func killed() throws {
        // Given two phones of which each has a name.
        let kitchen = try start("kitchen", "--profile", "8", "--passcode")
        let bath = try start("bath")
        let process = "\(kitchen.process.processIdentifier)"
        #expect(try sori("list").output.contains("running as process \(process)"))
        // When one changes and is killed, as soon as its changes are kept.
        for words in ["switch silent", "volume 25", "setting vibrate-on-ring off"] {
            #expect(try ctl("kitchen", words).code == 0)
        }
        try kitchen.wait {
            let text = state("kitchen")
            return text.contains("\"silent\"") && text.contains("0.25")
                && text.contains("vibrate-on-ring")
        }
        kill(kitchen.process.processIdentifier, SIGKILL)
        #expect(try kitchen.waitForExit() == SIGKILL)
        #expect(try ctl("kitchen", "status").code == 4)
        #expect(try sori("list").output.contains("kitchen  iOS 8   shut down"))
        // Then it goes on where it was, and the other has seen nothing of it.
        let again = try start("kitchen")
        try again.expect("[silent]")
        let status = try ctl("kitchen", "status").output
        #expect(status.contains("profile  iOS 8\n") && status.contains("switch   silent\n"))
        #expect(status.contains("25 %"))
        #expect(try ctl("bath", "status").output.contains("switch   ring\n"))
        for (name, phone) in [("kitchen", again), ("bath", bath)] {
            #expect(try ctl(name, "quit").code == 0)
            #expect(try phone.waitForExit() == 0)
        }
        // And it is erased and deleted.
        #expect(try sori("erase", "kitchen").code == 0)
        #expect(
            !state("kitchen").contains("silent") && state("kitchen").contains("\"profile\" : 8"))
        #expect(try sori("delete", "kitchen", "bath").code == 0)
        #expect(try sori("list", "--json").output == "{\"phones\": []}\n")
    }

    @Test("refuses a phone that runs, and says as which process and what to do")
    func running() throws {
        let phone = try start("kitchen")
        let process = "\(phone.process.processIdentifier)"
        for words in [
            ["--name", "kitchen", "--keys", "s"], ["delete", "kitchen"], ["erase", "kitchen"],
            ["clone", "kitchen", "bath"],
        ] {
            let result = try BuiltProgram.sori.run(["phone"] + words, environment: environment)
            #expect(result.code == 3)
            #expect(
                result.errors.contains(
                    "the phone 'kitchen' runs as process \(process); end it first: "
                        + "sori phone ctl --name kitchen quit"))
        }
        phone.terminal.type("q")
        #expect(try phone.waitForExit() == 0)
        #expect(try sori("--name", "kitchen", "--keys", "s").code == 0)
    }

    @Test("keeps programs with their files, their keychain and the identifier of their vendor")
    func programs() throws {
        let guest = BuiltProgram(name: "PhoneGuest").url.path
        func run(_ manner: String, _ expected: String...) throws -> String {
            let phone = try start("kitchen", "--app", guest, manner)
            for words in expected { try phone.expect(words) }
            try phone.expect("quit by itself")
            phone.terminal.type("q")
            #expect(try phone.waitForExit() == 0)
            return phone.written
        }
        _ = try run("counts", "prints: launch 1")
        _ = try run("counts", "prints: launch 2")
        // Its path is longer than a line.
        let keychain = "file:" + folder.file("state/sori/phones/kitchen/content-1/keychain")
        _ = try run("keychain", String(keychain.prefix(60)))
        _ = try run("vendor", "prints: vendor ")
        let vendors = folder.file("state/sori/phones/kitchen/content-1/vendors")
        #expect(try FileManager.default.contentsOfDirectory(atPath: vendors).count == 1)
        // Installed, it is there without being asked for, and is opened by its key.
        _ = try run("counts", "prints: launch 3")
        let phone = try start("kitchen")
        try phone.expect("7 PhoneGuest")
        phone.terminal.type("7")
        try phone.expect("prints: launch 4")
        // Erased by its user, the phone has none of that any more.
        #expect(try ctl("kitchen", "phone", "erased").code == 0)
        try phone.wait { !state("kitchen").contains("PhoneGuest") }
        #expect(!FileManager.default.fileExists(atPath: vendors))
        // What a program keeps afterwards stays.
        phone.terminal.type("7")
        try phone.expect("prints: launch 1")
        phone.terminal.type("q")
        #expect(try phone.waitForExit() == 0)
        #expect(!state("kitchen").contains("PhoneGuest"))
        _ = try run("counts", "prints: launch 2")
    }

    @Test("goes on without a program that is gone, and does not install one that cannot run")
    func missing() throws {
        try FileManager.default.copyItem(
            atPath: BuiltProgram(name: "PhoneGuest").url.path, toPath: folder.file("Diary"))
        let first = try start("kitchen", "--app", folder.file("Diary"), "counts")
        try first.expect("launch 1")
        first.terminal.type("q")
        #expect(try first.waitForExit() == 0)
        try FileManager.default.removeItem(atPath: folder.file("Diary"))
        let second = try start("kitchen")
        try second.expect("Diary is installed but cannot be opened")
        second.terminal.type("q")
        #expect(try second.waitForExit() == 0)
        #expect(state("kitchen").contains("Diary"))
        try "no program".write(toFile: folder.file("broken"), atomically: true, encoding: .utf8)
        chmod(folder.file("broken"), 0o755)
        let third = try PhoneOnTerminal(
            ["--output", "null", "--name", "kitchen", "--app", folder.file("broken")],
            runtimeFolder: folder.path, stateFolder: folder.file("state"))
        #expect(try third.waitForExit() == 3)
        #expect(state("kitchen").contains("Diary") && !state("kitchen").contains("broken"))
    }

    @Test("takes a newer generation, and no older one")
    func update() throws {
        #expect(try sori("--name", "old", "--profile", "8", "--keys", "s").code == 0)
        #expect(try sori("--name", "old", "--profile", "13", "--keys", ".").code == 0)
        #expect(state("old").contains("\"profile\" : 13") && state("old").contains("silent"))
        let refused = try sori("--name", "old", "--profile", "8", "--keys", "s")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("'old' has iOS 13, and takes no older one"))
        #expect(state("old").contains("silent"))
    }

    @Test("leaves a phone without a name, and a story, without state")
    func pure() throws {
        #expect(try sori("--keys", "s+l").code == 0)
        #expect(try sori("list").errors.contains("there are no phones yet"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("state")))
        #expect(try sori("delete", "kitchen").code == 3)
        #expect(try sori("--name", "a/b", "--keys", "s").code == 2)
        #expect(try ctl("kitchen", "status").errors.contains("there is no phone 'kitchen'"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("state")))
    }

    @Test("records what it began with, so that its story has the same verdicts")
    func recording() throws {
        let path = folder.file("story.scenario")
        #expect(try sori("--name", "kitchen", "--keys", "s--1 ").code == 0)
        #expect(try sori("--name", "kitchen", "--record", path, "--keys", "2 ..").code == 0)
        let report = try runScenario(parseScenario(folder.text("story.scenario"), path: path))
        #expect(report.failures.isEmpty)
        let theme = try #require(report.streams.first { $0.fullName == "Game.theme" })
        #expect(theme.spans.allSatisfy { !$0.verdict.isAudible })
    }
}
