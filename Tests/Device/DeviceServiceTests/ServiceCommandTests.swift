import DeviceActions
import DeviceEvents
import DeviceService
import LiveDevice
import Testing

@Suite("Commands of the device service")
struct ServiceCommandTests {
    private func error(_ body: () throws(DeviceActError) -> Void) -> DeviceActError? {
        do throws(DeviceActError) { try body() } catch { return error }
        return nil
    }

    @Test("are those of a phone, with its short forms")
    func shortForms() throws {
        let service = try ServiceFolder()
        let host = try service.start(.phone)
        #expect(
            error { () throws(DeviceActError) in try host.perform("hang up") }
                == .impossible("there is no call"))
        try host.perform("call")
        #expect(host.status.call == "ringing")
        try host.perform("hang up")
        #expect(host.status.call == "none")
        #expect(
            error { () throws(DeviceActError) in try host.perform("dismiss") }
                == .impossible("no alarm and no timer sounds"))
        try host.perform("volume 50")
        #expect(host.status.mediaVolume == 0.5)
    }

    @Test("that ask are no actions, and are answered with the status")
    func questions() throws {
        let service = try ServiceFolder()
        let host = try service.start(.phone)
        let refused = error { () throws(DeviceActError) in try host.perform("status") }
        guard case .notUnderstood = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        let lines = try host.withDevice { device in
            Result { () throws(DeviceActError) in try device.answer(.status) }
        }.get()
        #expect(lines.prefix(2) == ["profile  phone", "switch   ring"])
        #expect(lines.last == "no app has a sound")
        let why = host.withDevice { device in
            error { () throws(DeviceActError) in _ = try device.answer(.why("mpv")) }
        }
        #expect(why == .impossible("there is no app 'mpv'; there are none"))
    }
}
