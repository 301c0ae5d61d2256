import AudioModel
import SoundPolicy
import Testing

@Suite("What a device keeps")
struct LimitTests {
    @Test("is the volumes of so many outputs, and its own among them")
    func outputs() {
        // Given music, and a speaker at a volume of its own.
        var phone = Phone()
        phone.launch(.music, Session(category: .playback))
        phone.start(.song)
        phone.send(.volumeSet(.media, 0.25))
        // When it plays in more rooms than anybody has.
        for number in 0..<3 * rememberedOutputsMax {
            phone.send(.routePicked(Port(.airplay, name: "Room \(number)")))
            phone.send(.volumeSet(.media, 0.5))
        }
        // Then it has forgotten the first rooms, and not the speaker.
        #expect(phone.machine.device.mediaVolumes.count == rememberedOutputsMax)
        phone.send(.routePicked(.speaker))
        #expect(phone.machine.currentVolume(.media) == 0.25)
    }

    @Test("is so many accessories")
    func accessories() {
        var phone = Phone()
        let ports = (0...accessoriesMax).map { Port(.usb, name: "\($0)") }
        for port in ports { phone.send(.portPlugged(port)) }
        #expect(!phone.machine.mayBePicked(ports[accessoriesMax]))
        phone.send(.portUnplugged(ports[0]))
        phone.send(.portPlugged(ports[accessoriesMax]))
        #expect(phone.machine.mayBePicked(ports[accessoriesMax]))
    }

    @Test(
        "for a suspended app is a short list, whatever happens", arguments: 0..<4 as Range<UInt64>)
    func pending(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pending: [AppNotification] = []
        for number in 0..<500 {
            let all: [AppNotification] = [
                .interruptionBegan(reason: number.isMultiple(of: 2) ? .default : .appWasSuspended),
                .interruptionEnded(shouldResume: number.isMultiple(of: 3)),
                .routeChanged(.override, previous: Route(outputs: [Port(.usb, name: "\(number)")])),
                .outputVolumeChanged(Float(number)), .mediaServicesLost, .mediaServicesReset,
                .secondaryAudioHint(begins: true), .secondaryAudioHint(begins: false),
                .didReceiveMemoryWarning, .willTerminate, .didBecomeActive,
            ]
            pending = coalesced(pending, all[Int.random(in: 0..<all.count, using: &random)])
            #expect(pending.count <= pendingNotificationsMax)
        }
    }

    @Test("of interruptions is the end of the known one, and the latest other")
    func interruptions() {
        let (began, ended) = (
            AppNotification.interruptionBegan(reason: .default),
            AppNotification.interruptionEnded(shouldResume: true)
        )
        var pending: [AppNotification] = []
        for notification in [ended, began, ended, began, ended] {
            pending = coalesced(pending, notification)
        }
        #expect(pending == [ended, began, ended])
        #expect(coalesced([began, ended], began) == [began])
        #expect(
            coalesced(
                coalesced([.mediaServicesLost, .mediaServicesReset], .mediaServicesLost), began)
                == [.mediaServicesLost, began])
    }
}
