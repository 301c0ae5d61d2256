import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("The sound hardware of a session")
struct SessionHardwareTests {
    /// A device that records the sizes of blocks that are requested; its own is 512 frames.
    private final class SizedOutput: OutputDevice {
        let sampleRate = 48_000.0
        let hasEqualBlocks: Bool
        private let requested = Mutex<[Int?]>([])

        init(hasEqualBlocks: Bool = true) { self.hasEqualBlocks = hasEqualBlocks }

        var requests: [Int?] { requested.withLock { $0 } }
        var blockFrames: Int { requested.withLock { ($0.last ?? nil) ?? 512 } }

        func requestBlockFrames(_ count: Int?) { requested.withLock { $0.append(count) } }
        func start(_ source: OutputSource) throws(DeviceError) {}
        func stop() {}
    }

    @Test("has its own render cycle without a preference, and after the media services are lost")
    func renderCycle() {
        let server = Server(configuration: PolicyConfiguration(), clock: StillClock())
        let output = SizedOutput()
        let sound = AppSound(
            mixer: Mixer(outputRate: 48_000), environment: HandEnvironment(), device: output
        ) { server.connect(AppDescription(name: "Drums"), $0) }
        let hardware = SessionHardware.of(sound)
        #expect(hardware.ioBufferDuration == 512 / 48_000.0)
        hardware.preferences.ioBufferDuration = 0.005
        #expect(hardware.ioBufferDuration == 256 / 48_000.0)
        hardware.preferences.ioBufferDuration = 0
        #expect(hardware.ioBufferDuration == 512 / 48_000.0)
        hardware.preferences.ioBufferDuration = 0.02
        server.send(.mediaServicesLost)
        #expect(hardware.ioBufferDuration == 512 / 48_000.0)
        #expect(hardware.preferences.ioBufferDuration == 0)
        #expect(output.requests == [256, nil, 1024, nil])
    }

    @Test("has a graph rendered a render cycle ahead only where the device's blocks are equal")
    func lead() {
        for hasEqualBlocks in [true, false] {
            let server = Server(configuration: PolicyConfiguration(), clock: StillClock())
            let sound = AppSound(
                mixer: Mixer(outputRate: 48_000), environment: HandEnvironment(),
                device: SizedOutput(hasEqualBlocks: hasEqualBlocks)
            ) { server.connect(AppDescription(name: "Drums"), $0) }
            var block = [Float](repeating: 0, count: 2 * 512)
            block.withUnsafeMutableBufferPointer { block in
                if let base = block.baseAddress {
                    sound.mixer.renderer.render(into: base, frameCount: 512)
                }
            }
            let hardware = SessionHardware.of(sound)
            #expect(hardware.leadFrames(at: 48_000) == (hasEqualBlocks ? 512 : nil))
        }
    }
}
