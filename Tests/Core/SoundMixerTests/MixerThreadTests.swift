import AudioModel
import Dispatch
import Realtime
import SoundMixer
import Synchronization
import Testing

@Suite("A mixer between two threads")
struct MixerThreadTests {
    @Test("reports every voice once, whatever control does while it renders")
    func twoThreads() {
        // Given a render thread that renders continuously.
        let mixer = Mixer(outputRate: 48_000, voicesMax: 32)
        let flag = Flag()
        let renderer = startThread {
            let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 64)
            defer { output.deallocate() }
            while !flag.isUp.load(ordering: .acquiring) {
                mixer.renderer.render(into: output, frameCount: 64)
            }
        }
        // When the control side adds voices of three rates and sends random commands.
        var generator = SeededGenerator(seed: 42)
        var alive: Set<Mixer.VoiceID> = []
        var isConsistent = true
        var addedCount = 0
        func collect() {
            for event in mixer.collectEvents() {
                switch event {
                case .ended(let voice), .stopped(let voice):
                    isConsistent = isConsistent && alive.remove(voice) != nil
                }
            }
        }
        let rates = [48_000.0, 44_100, 22_050]
        while addedCount < 5000 {
            let rate = rates[addedCount % 3]
            let sound = SoundBuffer(mono: noise(50, seed: UInt64(addedCount)), sampleRate: rate)
            let loopCount = Int.random(in: -1...3, using: &generator)
            if let voice = mixer.play(sound, loopCount: loopCount) {
                alive.insert(voice)
                addedCount += 1
            }
            for voice in alive where Int.random(in: 0..<4, using: &generator) == 0 {
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: mixer.stop(voice)
                case 1: mixer.cut(voice)
                case 2: mixer.hold(voice)
                case 3: mixer.resume(voice)
                default: mixer.setGain(voice, .app, to: 0.5, ramp: .milliseconds(1))
                }
                if let meter = mixer.meter(of: voice) {
                    isConsistent = isConsistent && meter.sourcePeak <= 0.5
                }
            }
            collect()
        }
        for voice in alive { mixer.cut(voice) }
        while !alive.isEmpty, isConsistent { collect() }
        flag.isUp.store(true, ordering: .releasing)
        renderer.wait()
        // Then each voice was collected exactly once.
        #expect(isConsistent)
        #expect(mixer.voiceCount == 0)
    }

    @Test("passes a feed from its writer sample by sample")
    func feedBetweenThreads() {
        // Given a writer that fills a feed as fast as it can, on its own thread.
        let frameCount = 100_000
        nonisolated(unsafe) let feed = VoiceFeedWriter(
            channelCount: 1, sampleRate: 48_000, capacityFrames: 512)
        let writer = startThread {
            var next = 0
            while next < frameCount {
                let part = (next..<min(next + 100, frameCount)).map { Float($0 + 1) }
                next += feed.write(part, frameCount: part.count)
            }
            feed.finish()
        }
        // When it is rendered until it ends.
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1)
        var next: Float = 1
        var isInOrder = true
        while mixer.voiceCount > 0 {
            for sample in mixer.rendered(64).left where sample != 0 {
                isInOrder = isInOrder && sample == next
                next += 1
            }
            _ = mixer.collectEvents()
        }
        writer.wait()
        // Then all samples arrived once, in order.
        #expect(isInOrder)
        #expect(next == Float(frameCount + 1))
    }
}

private final class Flag: Sendable {
    let isUp = Atomic<Bool>(false)
}
