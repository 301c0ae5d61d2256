import AudioModel
import DeviceActions
import DeviceConnections
import DeviceEvents
import DeviceService
import LiveDevice
import Testing

@Suite("The name of a program")
struct ProgramNameTests {
    private final class NoEnforcement: StreamEnforcement {
        func setGain(_ gain: Float, ramp: HostInterval, ofStream serial: UInt64) {}
    }

    @Test("is its own, with a number when another has it, and the service takes it")
    func numbers() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        func start(_ serial: UInt64, _ name: String, process: Int32) {
            host.withDevice { device in
                device.guarded?.appeared(
                    GuardedStream(
                        serial: serial, processID: process, programName: name,
                        facts: ProgramFacts(names: ["pw-cat", name])))
                device.guarded?.setSounding(true, serial)
            }
        }
        /// The beginning of what the service says of a program.
        func explained(_ name: String) -> String? {
            host.withDevice { try? $0.explanation(of: name) }?.first.map { line in
                String(line.prefix { $0 != ":" })
            }
        }
        host.withDevice { $0.guardPrograms(with: NoEnforcement(), player: nil) }
        start(1, "pw-play", process: 101)
        start(2, "pw-play", process: 102)
        start(3, "a.b", process: 103)
        let status = host.status
        #expect(status.apps.map(\.name) == ["pw-play", "pw-play (2)", "a.b"])
        #expect(
            status.streams.map(\.name) == ["pw-play.stream1", "pw-play (2).stream1", "a.b.stream1"])
        for (word, line) in [
            ("PW-Play (2)", "pw-play (2) (process 102)"), ("102", "pw-play (2) (process 102)"),
            ("pw-play", "pw-play (process 101)"), ("A.b", "a.b (process 103)"),
        ] {
            #expect(explained(word) == line, "\(word)")
        }
        #expect(explained("104") == nil)
        // The first one's name is free when that has ended.
        host.withDevice { $0.guarded?.disappeared(1) }
        start(4, "PW-Play", process: 104)
        #expect(Set(host.status.apps.map(\.name)) == ["PW-Play", "pw-play (2)", "a.b"])
    }

    @Test("is in front on a desktop only when a window, or a client, has told of it")
    func front() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        let app = service.makeApp("Player")
        try app.connection.request(.startStream(number: 1, .player, appVolume: 1))
        #expect(host.status.apps.map(\.state) == ["active"])
        #expect(host.status.frontApp == nil)
        let other = service.makeApp("Other")
        try other.connection.request(.startStream(number: 1, .player, appVolume: 1))
        for name in ["Other", "Player"] {
            host.withDevice { _ = try? $0.bringToFront(name.lowercased()) }
            #expect(host.status.frontApp == name)
        }
    }

    @Test(
        "is printable",
        arguments: [
            ("", "program"), ("  ", "program"), ("phone", "phone (2)"), ("a\u{1B}[1mb", "a[1mb"),
            ("x.y", "x.y"), (String(repeating: "n", count: 99), String(repeating: "n", count: 64)),
        ])
    func printable(name: String, shown: String) {
        #expect(programName(for: name, unlike: []) == shown)
    }
}
