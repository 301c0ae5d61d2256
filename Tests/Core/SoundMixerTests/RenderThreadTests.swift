import AudioModel
import Glibc
import SoundMixer
import TestSupport
import Testing

/// Run by `scripts/test-render`, in release and with its counter loaded; skipped without it.
@Suite("The render thread", .enabled(if: RenderCounter.isLoaded))
struct RenderThreadTests {
    private static let cycleCount = 4000
    private static let blockFrames = 256

    @Test("allocates nothing and takes no lock, whatever it is told")
    func clean() throws {
        // Given a mixer, the counter, and a sequence with every command and every kind of source.
        let counter = try #require(RenderCounter())
        var story = MixerStory(seed: 1)
        // When it is rendered.
        for _ in 0..<Self.cycleCount {
            story.act()
            counter.watch { story.render(frameCount: Self.blockFrames) }
        }
        // Then nothing was counted.
        print(
            "render thread: \(counter.allocationCount) allocations, \(counter.lockCount) locks in"
                + " \(Self.cycleCount) cycles of \(Self.blockFrames) frames,"
                + " \(story.voicesAdded) voices, \(story.voicesEnded) of them ended")
        #expect(story.voicesAdded > 1000 && story.voicesEnded > 1000)
        #expect(counter.allocationCount == 0)
        #expect(counter.freeCount == 0)
        #expect(counter.lockCount == 0)
    }

    @Test("is caught when it allocates or locks: the counter counts")
    func caught() throws {
        // Given memory and a lock out of the optimizer's reach.
        let counter = try #require(RenderCounter())
        let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 10)
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        defer {
            blocks.deallocate()
            mutex.deallocate()
        }
        // When ten cycles each allocate, lock and free once.
        for index in 0..<10 { counter.watch { blocks[index] = malloc(64) } }
        for index in 0..<10 {
            counter.watch {
                pthread_mutex_lock(mutex)
                pthread_mutex_unlock(mutex)
                free(blocks[index])
            }
        }
        // Then all of it was counted.
        print(
            "counter: \(counter.allocationCount) allocations, \(counter.freeCount) frees and"
                + " \(counter.lockCount) locks seen where each was made ten times")
        #expect(counter.allocationCount == 10)
        #expect(counter.freeCount == 10)
        #expect(counter.lockCount == 10)
    }

    @Test("is caught when it makes objects, each of them")
    func objectsCaught() throws {
        // Given a type that is in use already: its first use allocates too, on any thread.
        let counter = try #require(RenderCounter())
        var objects: [Marker?] = [Marker(number: -1)] + Array(repeating: nil, count: 10)
        // When ten cycles each make an object that outlives them.
        for index in 1...10 { counter.watch { objects[index] = Marker(number: index) } }
        // Then ten allocations were counted.
        #expect(counter.allocationCount == 10)
        #expect(objects.compactMap { $0?.number } == [-1] + Array(1...10))
    }
}

/// An object that consists of one block of memory.
private final class Marker {
    let number: Int

    init(number: Int) {
        self.number = number
    }
}

/// A busy app: voices of all kinds start, change and end.
private struct MixerStory {
    private static let rates = [48_000.0, 44_100, 22_050, 96_000, 44_101, 8_000]

    private let mixer = Mixer(outputRate: 48_000, voicesMax: 64)
    private let output: UnsafeMutableBufferPointer<Float>
    private let sounds: [SoundBuffer]
    private var generator: SeededGenerator
    private var voices: [Mixer.VoiceID] = []
    private var feeds: [VoiceFeedWriter] = []
    private(set) var voicesAdded = 0
    private(set) var voicesEnded = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        output = .allocate(capacity: 2 * 4096)
        sounds = Self.rates.flatMap { rate in
            [
                SoundBuffer(mono: noise(3000, seed: 1), sampleRate: rate),
                SoundBuffer(
                    left: noise(2000, seed: 2), right: noise(2000, seed: 3), sampleRate: rate),
            ]
        }
    }

    /// The control side's part of one cycle.
    mutating func act() {
        for event in mixer.collectEvents() {
            switch event {
            case .ended(let voice), .stopped(let voice):
                voices.removeAll { $0 == voice }
                voicesEnded += 1
            }
        }
        addVoice()
        for voice in voices where Int.random(in: 0..<8, using: &generator) == 0 {
            command(voice)
        }
        let samples = noise(512, seed: 4)
        for feed in feeds {
            _ = feed.write(samples, frameCount: 512 / feed.channelCount)
            let next = feed.takenFrames + 100
            feed.setRefillThreshold(atFrame: next)
            _ = feed.schedule(FeedChange(frame: next, stage: .appGain, value: 1, rampFrames: 20))
            _ = feed.reader.takeRefillRequest()
        }
    }

    private mutating func addVoice() {
        let rate = Self.rates.randomElement(using: &generator) ?? 48_000
        var source: VoiceSource?
        if Int.random(in: 0..<4, using: &generator) == 0 {
            let feed = VoiceFeedWriter(
                channelCount: Int.random(in: 1...2, using: &generator), sampleRate: rate,
                capacityFrames: 1024)
            feeds.append(feed)
            if feeds.count > 4 { feeds.removeFirst().finish() }
            source = .feed(feed.reader)
        } else if let sound = sounds.randomElement(using: &generator) {
            source = .buffer(sound, loopCount: Int.random(in: -1...2, using: &generator))
        }
        guard let source,
            let voice = mixer.addVoice(
                source, app: 1, session: 0.5, duck: 1,
                isHeld: Int.random(in: 0..<8, using: &generator) == 0)
        else { return }
        voices.append(voice)
        voicesAdded += 1
    }

    private mutating func command(_ voice: Mixer.VoiceID) {
        let ramp = HostInterval.milliseconds(Int64.random(in: 0...50, using: &generator))
        let gain = Float.random(in: 0...1, using: &generator)
        let stage = Mixer.GainStage.allCases.randomElement(using: &generator) ?? .app
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: mixer.hold(voice)
        case 1: mixer.resume(voice)
        case 2: mixer.stop(voice)
        case 3: mixer.cut(voice)
        case 4: mixer.setPan(voice, to: 2 * gain - 1, ramp: ramp)
        default: mixer.setGain(voice, stage, to: gain, ramp: ramp)
        }
    }

    /// The render thread's part.
    func render(frameCount: Int) {
        guard let start = output.baseAddress else { return }
        mixer.renderer.render(into: start, frameCount: frameCount)
        _ = mixer.renderer.hasEvents
    }
}
