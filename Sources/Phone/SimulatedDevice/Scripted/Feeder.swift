import AudioModel
import SoundMixer

/// Keeps a streamed sound's pipe full enough for the next render.
final class Feeder {
    let feed: VoiceFeedWriter
    var generator: any SampleGenerator
    /// Repetitions that are left; −1 for endless.
    var loopsLeft: Int
    let restart: () -> (any SampleGenerator)?
    let owner: StreamID
    private let samples: UnsafeMutablePointer<Float>
    private var isFinished = false
    private var startedAnew = false

    static let capacityFrames = 4096

    init(
        feed: VoiceFeedWriter, generator: any SampleGenerator, loops: Int, owner: StreamID,
        restart: @escaping () -> (any SampleGenerator)?
    ) {
        self.feed = feed
        self.generator = generator
        loopsLeft = loops
        self.owner = owner
        self.restart = restart
        samples = .allocate(capacity: Feeder.capacityFrames * generator.channelCount)
    }

    deinit {
        samples.deallocate()
    }

    func topUp() {
        while !isFinished {
            let wanted = min(feed.freeFrames, Feeder.capacityFrames)
            guard wanted > 0 else { return }
            let made = generator.generate(into: samples, frameCount: wanted)
            _ = feed.write(samples, frameCount: made)
            if made > 0 { startedAnew = false }
            if made < wanted { startAnew(madeNothing: made == 0) }
        }
    }

    private func startAnew(madeNothing: Bool) {
        // A sound without frames would restart endlessly.
        let isEmpty = madeNothing && startedAnew
        startedAnew = true
        guard loopsLeft != 0, !isEmpty, let next = restart() else {
            isFinished = true
            feed.finish()
            return
        }
        if loopsLeft > 0 { loopsLeft -= 1 }
        generator = next
    }
}
