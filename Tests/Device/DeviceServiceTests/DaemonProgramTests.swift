import DBus
import DeviceEvents
import DeviceService
import Foundation
import Glibc
import LiveDevice
import TestSupport
import Testing

@Suite(
    "The program's device service", .serialized,
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported,
        "needs dbus-daemon and the trait DBus"))
struct DaemonProgramTests {
    /// A bus, a run-time folder, and programs in them.
    ///
    /// Ownership: one test.
    private final class Machine: @unchecked Sendable {
        let bus: PrivateBus
        let folder: TemporaryFolder
        private var processes: [TestProcess] = []

        init() throws {
            bus = try PrivateBus()
            folder = try TemporaryFolder()
        }

        deinit {
            for process in processes where process.isRunning {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }

        var environment: [String: String] {
            [
                "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": folder.path,
                "HOME": folder.path, "XDG_CONFIG_HOME": folder.file("config"),
                "XDG_STATE_HOME": folder.file("state"),
            ]
        }

        func sori(_ words: String...) throws -> BuiltProgram.Result {
            try BuiltProgram.sori.run(words, environment: environment)
        }

        func start(
            _ program: BuiltProgram, _ words: [String], output: Notes = Notes()
        ) throws -> Running {
            let process = TestProcess()
            process.executableURL = program.url
            process.arguments = words
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let (input, out) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = out
            process.standardError = FileHandle.nullDevice
            try process.run()
            processes.append(process)
            let reader = Thread {
                var rest = ""
                while true {
                    let data = out.fileHandleForReading.availableData
                    guard !data.isEmpty else { return }
                    rest += String(decoding: data, as: UTF8.self)
                    while let end = rest.firstIndex(of: "\n") {
                        output.add(String(rest[..<end]))
                        rest = String(rest[rest.index(after: end)...])
                    }
                }
            }
            reader.start()
            return Running(process: process, input: input.fileHandleForWriting, output: output)
        }

        func startDaemon(_ words: String...) throws -> Running {
            let daemon = try start(.sori, ["daemon", "--input", "off"] + words)
            try waitUntil("the service") { try sori("status").code == 0 }
            return daemon
        }

        func status() throws -> DeviceStatus {
            try DeviceStatus(json: try sori("status", "--json").output)
        }
    }

    private struct Running {
        var process: TestProcess
        var input: FileHandle
        var output: Notes

        func say(_ command: String) { input.write(Data((command + "\n").utf8)) }

        func end(_ signal: Int32) -> Int32 {
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    @Test("decides for a program, and says why")
    func decides() throws {
        let machine = try Machine()
        let daemon = try machine.startDaemon("--record", machine.folder.file("story.scenario"))
        let guest = try machine.start(BuiltProgram(name: "DeviceGuest"), ["playback"])
        waitUntil("the sound") { guest.output.all.contains("plays") }
        #expect(try machine.status().streams.map(\.state) == ["audible"])
        #expect(try machine.sori("call", "arrive").code == 0)
        waitUntil("the interruption") { guest.output.all.contains("interruption began") }
        let why = try machine.sori("why", "deviceguest")
        #expect(why.code == 0)
        #expect(why.output.contains("DeviceGuest.stream1: interrupted by call"), "\(why.output)")
        #expect(try machine.sori("call", "decline").code == 0)
        waitUntil("the end") {
            guest.output.all.contains("interruption ended, should resume")
        }
        waitUntil("the sound") {
            (try? machine.status().streams.map(\.state)) == ["audible"]
        }
        for words in [
            ["volume", "up"], ["volume", "30%"], ["volume", "--ringer", "40"],
            ["switch", "silent"], ["act", "plug", "headphones"], ["route", "speaker"],
            ["alarm", "fire"], ["alarm", "dismiss"], ["lock"], ["lock", "--off"], ["front"],
            ["front", "deviceguest"], ["status"], ["status", "--log", "--lines", "3"],
        ] {
            let result = try BuiltProgram.sori.run(words, environment: machine.environment)
            #expect(result.code == 0, "\(words): \(result.errors)")
        }
        let status = try machine.status()
        #expect(status.mediaVolume == 0.3)
        #expect(status.ringerVolume == 0.4)
        #expect(status.ringSwitch == "silent")
        #expect(status.accessories == ["headphones"])
        // What happened is a story that holds.
        #expect(daemon.end(SIGTERM) == 143)
        let story = try machine.sori("sim", machine.folder.file("story.scenario"))
        #expect(story.code == 0, "\(story.output)\(story.errors)")
        #expect(story.output.contains("call arrives"))
    }

    @Test("that is killed leaves programs to themselves, and finds them when it is back")
    func killed() throws {
        let machine = try Machine()
        let daemon = try machine.startDaemon()
        let guest = try machine.start(BuiltProgram(name: "DeviceGuest"), ["playback"])
        waitUntil("the sound") { guest.output.all.contains("plays") }
        _ = daemon.end(SIGKILL)
        guest.say("activate")
        waitUntil("an answer") { guest.output.all.contains("activated") }
        guest.say("state")
        waitUntil("the state") { guest.output.all.contains("playing") }
        _ = try machine.startDaemon()
        waitUntil("the program") {
            (try? machine.status().streams.map(\.state)) == ["audible"]
        }
        #expect(!guest.output.all.contains { $0.hasPrefix("interruption") })
    }

    @Test("records from the volumes that it remembers")
    func recordsFromMemory() throws {
        let machine = try Machine()
        let first = try machine.startDaemon()
        for words in [["volume", "30"], ["volume", "--ringer", "40%"]] {
            let result = try BuiltProgram.sori.run(words, environment: machine.environment)
            #expect(result.code == 0, "\(result.errors)")
        }
        #expect(first.end(SIGTERM) == 143)
        let second = try machine.startDaemon("--record", machine.folder.file("story.scenario"))
        #expect(try machine.sori("volume", "up").code == 0)
        #expect(second.end(SIGTERM) == 143)
        let story = try String(
            contentsOfFile: machine.folder.file("story.scenario"), encoding: .utf8)
        #expect(story.contains("media 0.3 ringer 0.4"), "\(story)")
        #expect(try machine.sori("sim", machine.folder.file("story.scenario")).code == 0)
    }

    @Test("that is killed leaves the story up to its last second")
    func storyOfKilled() throws {
        let machine = try Machine()
        let path = machine.folder.file("story.scenario")
        let daemon = try machine.startDaemon("--record", path)
        #expect(try machine.sori("switch", "silent").code == 0)
        #expect(try machine.sori("call", "arrive").code == 0)
        waitUntil("the story") {
            (try? String(contentsOfFile: path, encoding: .utf8))?.contains("call arrives") == true
        }
        _ = daemon.end(SIGKILL)
        let story = try machine.sori("sim", path)
        #expect(story.code == 0, "\(story.output)\(story.errors)")
        #expect(story.output.contains("call arrives"))
    }

    @Test("on a full disk says so once, and keeps the story up to then")
    func storyOnFullDisk() throws {
        let machine = try Machine()
        let path = machine.folder.file("story.scenario")
        // Files have at most 1,024 bytes.
        let process = TestProcess()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [
            "-c", "ulimit -f 1; exec \"$0\" daemon --input off --no-guard --record \"$1\"",
            BuiltProgram.sori.url.path, path,
        ]
        process.environment = ProcessInfo.processInfo.environment
            .merging(machine.environment) { $1 }
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        waitUntil("the service") { (try? machine.sori("status").code) == 0 }
        #expect(try machine.sori("switch", "silent").code == 0)
        waitUntil("the story") {
            (try? String(contentsOfFile: path, encoding: .utf8))?.contains("switch silent") == true
        }
        // When more happens than there is room for.
        for _ in 0..<40 {
            for words in [["lock"], ["lock", "--off"]] {
                let result = try BuiltProgram.sori.run(words, environment: machine.environment)
                #expect(result.code == 0, "\(result.errors)")
            }
        }
        kill(process.processIdentifier, SIGTERM)
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // Then it ends with an error, and what was written before is there.
        #expect(process.terminationStatus == 4)
        #expect(text.contains("story.scenario: cannot write: File too large"), "\(text)")
        #expect(text.split(separator: "\n").filter { $0.contains("in memory") }.count <= 1)
        let story = try machine.sori("sim", path)
        #expect(story.code == 0, "\(story.output)\(story.errors)")
        #expect(story.output.contains("switch"), "\(story.output)")
    }

    @Test("says what is wrong, and what to do")
    func errors() throws {
        let machine = try Machine()
        for words in [["status"], ["why", "firefox"], ["switch", "silent"], ["front", "x"]] {
            let result = try BuiltProgram.sori.run(words, environment: machine.environment)
            #expect(result.code == 4, "\(words)")
            #expect(result.errors.contains("start it with 'sori daemon'"), "\(result.errors)")
        }
        let folder = machine.folder.file("config/sori")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try "profile desktop\nrule duck off\n".write(
            toFile: folder + "/device.conf", atomically: true, encoding: .utf8)
        let daemon = try machine.startDaemon("--profile", "phone")
        #expect(try machine.status().profile == "phone")
        let second = try machine.sori("daemon")
        #expect(second.code == 4)
        #expect(second.errors.contains("device.conf:2: expected a rule"), "\(second.errors)")
        #expect(second.errors.contains("another device service listens"), "\(second.errors)")
        for words in [["switch", "loud"], ["volume", "loud"], ["call", "me"], ["act", "dance"]] {
            let result = try BuiltProgram.sori.run(words, environment: machine.environment)
            #expect(result.code == 2, "\(words): \(result.errors)")
        }
        for (words, advice) in [
            (["volume", "0.5"], "write 50"), (["status", "--lines", "2"], "add --log"),
        ] {
            let result = try BuiltProgram.sori.run(words, environment: machine.environment)
            #expect(result.code == 2 && result.errors.contains(advice), "\(result.errors)")
        }
        // What is in the words is no app.
        let nobody = try machine.sori("front", "nobody")
        #expect(nobody.code == 3)
        #expect(nobody.errors == "sori: there is no app 'nobody'; there are none\n")
        // The running service decides: what it has silenced and paused stays so.
        let released = try machine.sori("daemon", "--release")
        #expect(released.code == 0)
        #expect(released.errors.hasPrefix("a device service runs"), "\(released.errors)")
        let printed = try machine.sori("daemon", "--print-config")
        #expect(ServiceConfiguration.parse(printed.output).problems == [])
        #expect(daemon.end(SIGINT) == 130)
    }
}
