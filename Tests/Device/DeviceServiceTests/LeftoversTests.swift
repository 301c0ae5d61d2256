import Foundation
import Glibc
import ProgramStreams
import TestSupport
import Testing

import DeviceService

@Suite("What a killed service has left")
struct LeftoversTests {
    private let folder: TemporaryFolder
    private var socketPath: String { folder.file("device.sock") }
    private var record: GuardRecord { GuardRecord(besideSocket: socketPath) }

    init() throws {
        folder = try TemporaryFolder()
        try ":1.7\n".write(
            toFile: folder.file("paused-players"), atomically: true, encoding: .utf8)
    }

    @Test("is nothing where no service was killed, or where it still runs")
    func none() {
        #expect(Leftovers.find(socketPath: socketPath) == nil)
        record.write()
        #expect(record.service == ProcessIdentity(running: getpid()))
        #expect(Leftovers.find(socketPath: socketPath) == nil)
        record.remove()
        #expect(!record.exists)
    }

    @Test(
        "is what the file of a service names that is gone",
        arguments: [
            "1 2", "2147483647 1", "", "x y\n", "1 2 3", String(repeating: "9", count: 999),
        ])
    func found(text: String) throws {
        try text.write(toFile: record.path, atomically: true, encoding: .utf8)
        #expect(Leftovers.find(socketPath: socketPath)?.playerCount == 1)
        #expect(record.exists)
    }

    @Test("is counted in words")
    func words() {
        #expect(Leftovers(streamCount: 1).words == "1 stream")
        #expect(Leftovers(streamCount: 2, playerCount: 1).words == "2 streams and 1 player")
        #expect(Leftovers().isEmpty && Leftovers().words.isEmpty)
    }
}
