import AudioModel
import Foundation
import SoundPolicy
import Testing

@Suite("What a device remembers")
struct DeviceMemoryTests {
    @Test("comes back as it was: settings, and each output's volumes")
    func comesBack() throws {
        // Given a phone with volumes of its own for speaker and headphones.
        var phone = Phone()
        phone.send(.volumeSet(.media, 0.25))
        phone.send(.volumeSet(.ringer, 0.125))
        phone.send(.settingChanged(.vibrateOnSilent, isOn: false))
        phone.send(.portPlugged(.headphones))
        phone.send(.volumeSet(.media, 0.5))
        phone.send(.volumeSet(.call, 0.375))
        phone.send(.portUnplugged(.headphones))
        // When it is switched off and on.
        let written = try JSONEncoder().encode(phone.machine.memory)
        var configuration = PolicyConfiguration()
        configuration.memory = try JSONDecoder().decode(DeviceMemory.self, from: written)
        var next = Phone(configuration)
        // Then everything is as it was, on each output.
        #expect(next.machine.memory == phone.machine.memory)
        #expect(next.machine.currentVolume(.media) == 0.25)
        #expect(next.machine.currentVolume(.ringer) == 0.125)
        #expect(next.machine.currentVolume(.call) == configuration.callVolume)
        next.send(.portPlugged(.headphones))
        #expect(next.machine.currentVolume(.media) == 0.5)
        #expect(next.machine.currentVolume(.call) == 0.375)
        next.send(.callArrived)
        #expect(!next.send(.volumePressed(.up)).vibrates)
    }

    @Test("is made sense of, whatever was written")
    func nonsense() {
        var configuration = PolicyConfiguration()
        var memory = PolicyMachine().memory
        memory.ringerVolume = .nan
        memory.mediaVolumes = [
            RouteVolume(output: .speaker, volume: 7), RouteVolume(output: .speaker, volume: 0.1),
        ]
        memory.settingsOff = [.vibrateOnRing, .vibrateOnRing]
        configuration.memory = memory
        var phone = Phone(configuration)
        #expect(phone.machine.currentVolume(.media) == 1)
        #expect(phone.machine.currentVolume(.ringer) == 0)
        phone.send(.settingChanged(.vibrateOnRing, isOn: true))
        #expect(phone.machine.memory.settingsOff == [])
    }
}
