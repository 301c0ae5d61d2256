import DeviceService
import Foundation
import LiveDevice
import TestSupport
import Testing

@Suite("What a device keeps over a restart of its service", .serialized)
struct DeviceStateTests {
    @Test("is the volumes and the settings")
    func kept() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        try host.perform("media 0.25")
        try host.perform("ringer 0.5")
        try host.perform("setting keyboard-clicks off")
        service.stop()
        let status = try service.start().status
        #expect(status.mediaVolume == 0.25)
        #expect(status.ringerVolume == 0.5)
        #expect(status.settingsOff == ["keyboard-clicks"])
        #expect(status.ringSwitch == "ring")
    }

    @Test("is kept soon after a change, for a service that is killed")
    func soon() throws {
        let service = try ServiceFolder()
        try service.start().perform("media 0.25")
        let path = service.folder.file("state/device.json")
        waitUntil("the file") { FileManager.default.fileExists(atPath: path) }
    }

    @Test("is kept at once after the first change, for a service that is killed within a second")
    func atOnce() throws {
        // A busy machine may need longer once, and not each time.
        let isKeptAtOnce = try (0..<5).contains { _ in
            let service = try ServiceFolder()
            let host = try service.start()
            try host.perform("plug headphones")
            try host.perform("media 0.25")
            let begin = ContinuousClock.now
            try host.perform("unplug headphones")
            let path = service.folder.file("state/device.json")
            waitUntil("the file") {
                let text = try? String(contentsOfFile: path, encoding: .utf8)
                return text?.contains("0.25") == true
            }
            return ContinuousClock.now - begin < .milliseconds(700)
        }
        #expect(isKeptAtOnce)
    }

    @Test("begins anew when it cannot be read, with a message")
    func damaged() throws {
        for text in ["", "{}", "[1,2", "{\"mediaVolumes\": 3}"] {
            let service = try ServiceFolder()
            try FileManager.default.createDirectory(
                atPath: service.folder.file("state"), withIntermediateDirectories: true)
            let path = service.folder.file("state/device.json")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try service.start().status.mediaVolume == 1)
            #expect(service.logged.all.contains { $0.hasPrefix(path) })
        }
    }
}
