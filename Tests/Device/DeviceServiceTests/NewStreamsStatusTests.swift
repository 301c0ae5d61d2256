import LiveDevice
import Testing

@Suite("The status of the device, about new streams")
struct NewStreamsStatusTests {
    @Test(
        "says whether they can be heard before they are decided upon",
        arguments: [
            (true, "linked once they are decided upon"),
            (false, "may be heard for a moment: WirePlumber has no script of Sori's"),
        ] as [(Bool, String)])
    func said(isWaitedFor: Bool, words: String) {
        var status = DeviceStatus()
        status.isWaitedFor = isWaitedFor
        #expect(status.lines.contains("new streams  " + words))
    }

    @Test("says nothing where no streams are decided upon")
    func unsaid() {
        #expect(!DeviceStatus().lines.contains { $0.hasPrefix("new streams") })
    }
}
