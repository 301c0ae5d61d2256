import AudioModel
import DeviceEvents
import HostLinux
import LiveDevice
import Testing

import DeviceService

@Suite("A program whose sound is refused")
struct RefusedProgramTests {
    private final class NoEnforcement: StreamEnforcement {
        func setGain(_ gain: Float, ramp: HostInterval, ofStream serial: UInt64) {}
    }

    @Test("is silent until something changes, and the service says why")
    func refused() throws {
        let service = try ServiceFolder()
        let host = try service.start(.phone)
        let why = {
            host.withDevice { device in
                (try? device.explanation(of: "game"))?.joined(separator: "\n") ?? ""
            }
        }
        host.withDevice { device in
            device.guardPrograms(with: NoEnforcement(), player: nil)
            device.guarded?.appeared(
                GuardedStream(
                    serial: 1, processID: 1, programName: "game",
                    facts: ProgramFacts(names: ["game"], role: "Game")))
            device.guarded?.setSounding(true, 1)
        }
        #expect(why().contains("silent: it plays, but may not begin in the background"), "\(why())")
        // The time that 50 reports of what has happened would take.
        let over = Notes()
        for number in 1...50 {
            host.environment.after(.milliseconds(20)) { over.add("over") }
            waitUntil("the time of a report") { over.all.count == number }
        }
        let refusals = host.withDevice { device in
            device.journal.last(1_000).count { $0.contains("refused") }
        }
        #expect((1...3).contains(refusals), "\(refusals)")
        let isInFront = host.withDevice { (try? $0.bringToFront("game")) != nil }
        #expect(isInFront)
        waitUntil("its sound") { why().contains("audible") }
        #expect(!why().contains("silent"))
        // A call that it begins in.
        try host.perform("call arrives")
        host.withDevice { device in
            device.guarded?.appeared(
                GuardedStream(
                    serial: 2, processID: 2, programName: "mpv",
                    facts: ProgramFacts(names: ["mpv"], role: "Music")))
            device.guarded?.setSounding(true, 2)
        }
        let lines = host.withDevice { (try? $0.explanation(of: "mpv")) ?? [] }
        #expect(lines.last == "  silent: it plays, but may not begin while this sounds: call")
    }
}
