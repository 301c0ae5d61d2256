import AudioModel
import CommandLineTool
import Foundation
import LiveDevice
import PhoneCommands
import Simulation
import SoundPolicy
import SoundServer
import Synchronization
import TestSupport
import Testing
import sori

@Suite("A recorded phone")
struct PhoneRecordingTests {
    /// Collects all decisions, by the object that each is about.
    private final class Decisions: Sendable {
        private let lines = Mutex<[String: [String]]>([:])

        func note(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
            for effect in response.effects {
                switch effect {
                case .verdict(let stream, let verdict, _):
                    let reasons = verdict.reasons.map(\.kind.rawValue)
                    add("\(stream)", "\(time) \(verdict.state) \(verdict.gain) \(reasons)")
                case .notify(let app, let notification): add("\(app)", "\(time) \(notification)")
                case .appChanged(let app, let state): add("\(app) life", "\(time) \(state)")
                case .sessionChanged(let app, let isActive):
                    add("\(app) session", "\(time) \(isActive)")
                default: add("phone", "\(time) \(effect)")
                }
            }
        }

        private func add(_ key: String, _ line: String) {
            lines.withLock { $0[key, default: []].append(line) }
        }

        var all: [String: [String]] { lines.withLock { $0 } }
    }

    @Test(
        "is decided again as it was in the hand",
        arguments: [
            "1 .s,2 ,e,,c,a,d,h......", "1 ,p,p, ,c,d,4 .........,h1 ,",
            "2 ,e,1 ,2l,l,l,h2 ,3 ,e,e,",
            "5 ,,c,d, ,h1 ,5,,k,", "6 ,e,1 .....h,6e,x,1 ,", "1 ,m,z, 3 ,t,t,v,v,r,,b,,o,b, ,",
            "1 ,--------------,,++,2s,e,", Self.evening,
            "1 .2 ...y.y.....y.", "b1 .e.w.....ww..www..", "i.sif.f,",
            "1 .y......n.2 .j.y.cwb,w.w.", "y..y.y..2 .y.", "1h.....y..",
            // An app acts by itself at the very time at which it is suspended.
            "6...h......", "4 ...h.....",
        ])
    func replay(keys: String) throws { try expectSame(keys, .ios17) }

    @Test("is decided again as it was, whatever was pressed", arguments: PhoneProfile.allCases)
    func randomKeys(profile: PhoneProfile) throws {
        var dice = SeededGenerator(seed: UInt64(profile.rawValue))
        let keys = Array("123456 ehkxs+-pbolcadmztvrynjwif......,,,,,,")
        for _ in 0..<2 {
            let count = Int.random(in: 5...40, using: &dice)
            let script = (0..<count).map { _ in keys.randomElement(using: &dice)! }
            try expectSame(String(script) + ".....", profile)
        }
    }

    private func expectSame(_ keys: String, _ profile: PhoneProfile) throws {
        // Given a phone in virtual time, and a script of keys.
        let lived = Decisions()
        let rehearsal = VirtualDriver()
        var setup = PhoneSetup()
        setup.profile = profile
        let controller = PhoneController(
            BuiltInApp.all(profile: profile), setup: setup, world: rehearsal.world,
            observer: { lived.note($0, $1, $2) })
        try KeyScript(keys).run(controller, in: rehearsal)
        // When the recording is written, parsed and run, then it decides the same.
        try expectSameDecisions(controller.phone.scenario.description, lived, keys)
    }

    /// A recording that is parsed and run decides the same as the phone did, at the same times.
    private func expectSameDecisions(
        _ text: String, _ lived: Decisions, _ keys: String = ""
    ) throws {
        let acted = Decisions()
        var options = RunOptions()
        options.observer = { acted.note($0, $1, $2) }
        let report = try runScenario(parseScenario(text, path: "a.scenario"), options: options)
        #expect(report.failures.isEmpty, "\(keys)\n\(report.failures)\n\(text)")
        for (key, lines) in lived.all {
            #expect(acted.all[key] == lines, "\(keys) \(key)\n\(text)")
        }
        #expect(acted.all.count == lived.all.count)
    }

    @Test("has apps that open on every phone", arguments: PhoneProfile.allCases)
    func profiles(profile: PhoneProfile) {
        var setup = PhoneSetup()
        setup.profile = profile
        let apps = BuiltInApp.all(profile: profile)
        let phone = LivePhone(
            setup, installed: apps.map(\.declaration), world: VirtualDriver().world)
        for app in apps { #expect(phone.perform(.app(app.name, .opens)) == .done, "\(app.name)") }
    }

    /// Launches, the switch, headphones, a call declined and one answered, the lock, home, an alarm
    /// snoozed and one dismissed, and two apps ended.
    private static let evening = "1 ,s,p,2 ,s,c,d,c,a,,d,1,p, ,l,,l,h,m,z,m,m,3 ,k,6 ,x,1 ,+,-,"

    @Test("has what a user's program did, and is decided again as it was")
    func guest() throws {
        // Given a program among the apps, in virtual time.
        let lived = Decisions()
        let rehearsal = VirtualDriver()
        let made = Mutex<Guest?>(nil)
        let description = AppDescription(name: "Guest", backgroundModes: ["audio"])
        let program = ExternalProgram(description) { (server, _, _) throws(ProgramError) in
            let guest = Guest(server)
            made.withLock { $0 = guest }
            return guest
        }
        let controller = PhoneController(
            BuiltInApp.all(), programs: [program], world: rehearsal.world,
            observer: { lived.note($0, $1, $2) })
        func press(_ keys: String) throws { try KeyScript(keys).run(controller, in: rehearsal) }
        // When it plays, is interrupted, left, locked and killed, and launched again.
        try press("1 .7,")
        let guest = try #require(made.withLock { $0 }).connection
        try guest.request(.setCategory(.playback, .default, [], .default))
        try guest.request(.startStream(number: 1, .queue, appVolume: 0.5))
        try press(",s,p,c,d,")
        try guest.request(.resumeStream(number: 1))
        try press(",p,")
        try guest.request(.setStreamVolume(number: 1, 0.25))
        try guest.request(.startStream(number: 2, .systemSound, appVolume: 1))
        try press(",m,m,c,a,,d,")
        try guest.request(.resumeStream(number: 1))
        try guest.request(.stopStream(number: 2))
        try press(",l,,l,h,,7,k,,7,")
        let second = try #require(made.withLock { $0 }).connection
        #expect(second.app != guest.app)
        try second.request(.startStream(number: 1, .player, appVolume: 1))
        try press(",h,1 ,7,x,")
        // Then the story has its actions too, and every decision is the same at the same time.
        let scenario = controller.phone.scenario
        #expect(scenario.timed.count >= 25)
        try expectSameDecisions(scenario.description, lived)
    }

    /// An external app without a process.
    private final class Guest: ExternalApp {
        let connection: any AppConnection
        var app: AppID { connection.app }
        let isEnding = false

        init(_ server: Server) {
            connection = server.connect(
                AppDescription(name: "Guest", backgroundModes: ["audio"]), Deaf())
        }

        func level(ofStream number: Int) -> Float { 0 }

        private final class Deaf: AppReceiver {
            func apply(_ directive: StreamDirective, toStream number: Int) {}
            func receive(_ notification: AppNotification) {}
        }
    }

    @Test("writes down what was refused, and not what made no sense")
    func refusals() throws {
        let rehearsal = VirtualDriver()
        let controller = PhoneController(BuiltInApp.all(), world: rehearsal.world)
        // When a call is answered that does not ring, and a rude app in the background activates.
        try KeyScript("ad6 1 ....,").run(controller, in: rehearsal)
        let text = controller.phone.scenario.description
        // Then only the latter is recorded, with its error.
        #expect(!text.contains("call"))
        #expect(text.contains("at 4 Rude activates fails "), "\(text)")
        #expect(controller.activityLog.contains { $0.text == "call is answered: there is no call" })
        #expect(
            controller.activityLog.contains {
                $0.text.hasPrefix("Rude activated its session: refused")
            })
    }

    @Test("says how much a full story leaves out")
    func tooManyActs() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("long.scenario")
        let console = TestConsole()
        // When there are more actions than a recording holds.
        let keys = String(repeating: "s", count: 20_003)
        let code = Program.run(["phone", "--keys", keys, "--record", path], console.console)
        // Then the screen and the final message say so, and the recording can be parsed.
        #expect(code == .done)
        #expect(console.output.text.contains("recording 20000 acts, full: long"))
        #expect(
            console.errors.text == "sori: 3 acts are not in \(path): a story is full after 20000; "
                + "record shorter ones\n")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try parseScenario(text, path: path).timed.count == 20_000)
    }

    @Test("is not begun where its folder is missing")
    func missingFolder() throws {
        let folder = try TemporaryFolder()
        let console = TestConsole()
        let path = folder.path + "/x/story.scenario"
        #expect(
            Program.run(["phone", "--keys", "1", "--record", path], console.console) == .wrongUse)
        #expect(console.errors.text.hasPrefix("sori: \(folder.path)/x: there is no such folder; "))
        #expect(folder.files.isEmpty)
    }

    @Test("is written by the command, and runs in sori sim")
    func command() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("story.scenario")
        let console = TestConsole()
        #expect(
            Program.run(["phone", "--keys", "1 .s.c..d.", "--record", path], console.console)
                == .done)
        #expect(console.output.lines.count >= 10)
        #expect(try folder.text("story.scenario").contains("at 2 call arrives"))
        let second = TestConsole()
        #expect(Program.run(["sim", path], second.console) == .done)
        #expect(second.output.text.contains("interrupted  by call"))
    }

    @Test(
        "is asked for in words that are checked",
        arguments: [
            (["--profile", "5"], "there is no profile '5'"),
            (["--output", "loud"], "unknown output 'loud'"),
            (["--keys", "1§"], "'§' is not a key of the phone"),
            (["--song", "/nowhere.mp3"], "/nowhere.mp3"),
        ])
    func wrongUse(words: [String], message: String) {
        let console = TestConsole()
        let code = Program.run(["phone"] + words, console.console)
        #expect(code == .wrongUse || code == .badInput)
        #expect(console.errors.text.contains(message))
        #expect(console.output.text.isEmpty)
    }
}
