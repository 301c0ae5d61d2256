import AudioModel
import DeviceEvents
import HostLinux
import LiveDevice
import Synchronization
import Testing

import DeviceService

@Suite("More streams than the device service decides upon", .serialized)
struct HeldStreamsTests {
    private final class Gains: StreamEnforcement {
        private let gains = Mutex<[UInt64: Float]>([:])
        func setGain(_ gain: Float, ramp: HostInterval, ofStream serial: UInt64) {
            gains.withLock { $0[serial] = gain }
        }
        var opened: [UInt64] { gains.withLock { $0.filter { $0.value > 0 }.keys.sorted() } }
        /// Streams that the sound server has besides.
        var unobservedStreams: [String: Int] { ["player": 7] }
    }

    private struct Machine {
        let service: ServiceFolder
        let host: DeviceServiceHost
        let gains = Gains()
        let warned = Notes()

        init() throws {
            service = try ServiceFolder()
            host = try service.start()
            host.withDevice { [gains, warned] device in
                device.guardPrograms(with: gains, player: nil) { warned.add($0) }
            }
        }

        func start(_ serials: ClosedRange<UInt64>, name: String, process: (UInt64) -> Int32) {
            host.withDevice { device in
                for serial in serials {
                    device.guarded?.appeared(
                        GuardedStream(
                            serial: serial, processID: process(serial), programName: name,
                            facts: ProgramFacts(names: [name])))
                    device.guarded?.setSounding(true, serial)
                }
            }
        }

        func end(_ serials: ClosedRange<UInt64>) {
            host.withDevice { device in
                for serial in serials { device.guarded?.disappeared(serial) }
            }
        }

        var held: [String: Int] {
            let held = host.status.heldStreams ?? []
            return Dictionary(held.map { ($0.program, $0.count) }, uniquingKeysWith: +)
        }
    }

    @Test("of one program leave room for others")
    func ofOneProgram() throws {
        let machine = try Machine()
        machine.start(1...300, name: "flood") { _ in 7 }
        machine.start(301...301, name: "other") { _ in 8 }
        #expect(machine.gains.opened == Array(1...256) + [301])
        #expect(machine.held == ["flood": 44, "player": 7])
        #expect(
            machine.warned.all == [
                "flood: it has more than 256 streams; the further ones stay silent until others end"
            ])
        machine.end(301...301)
        #expect(machine.held["flood"] == 44)
        machine.end(1...10)
        #expect(machine.held["flood"] == 34)
        #expect(machine.gains.opened.contains(266))
        // The sound server ends.
        machine.host.withDevice { $0.guarded?.allDisappeared() }
        #expect(machine.held == ["player": 7])
        #expect(machine.host.status.apps.isEmpty)
    }
}
