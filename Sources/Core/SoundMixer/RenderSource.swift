import AudioModel
import CSoundMixer

/// A voice's samples as the render thread reads them.
struct RenderSource: BitwiseCopyable {
    private let samples: UnsafeRawPointer?
    private let frameCount: Int
    private var frameIndex = 0
    /// The number of loops left; −1 loops without end.
    private var loopsLeft: Int
    private let feed: Unmanaged<VoiceFeedReader>?
    let kind: SampleKind

    /// - Parameter source: Kept alive by the caller.
    init(_ source: VoiceSource) {
        switch source {
        case .buffer(let buffer, let loopCount):
            self.init(
                buffer.samples, frameCount: buffer.frameCount, loopCount: loopCount,
                SampleKind(
                    isStereo: buffer.channelCount == 2, isChecked: !buffer.hasLargeSamples))
        case .integers(let buffer, let loopCount):
            self.init(
                buffer.samples, frameCount: buffer.frameCount, loopCount: loopCount,
                SampleKind(
                    isStereo: buffer.channelCount == 2, isChecked: true, isInteger: true))
        case .feed(let feed):
            self.init(
                nil, frameCount: 0, loopCount: 0,
                SampleKind(isStereo: feed.channelCount == 2, isChecked: false), feed)
        }
    }

    private init(
        _ samples: UnsafeRawPointer?, frameCount: Int, loopCount: Int, _ kind: SampleKind,
        _ feed: VoiceFeedReader? = nil
    ) {
        self.samples = samples
        self.frameCount = frameCount
        // An empty sound that loops without end would never return.
        loopsLeft = frameCount == 0 ? 0 : max(loopCount, -1)
        self.feed = feed.map { .passUnretained($0) }
        self.kind = kind
    }

    /// The number of frames until the end of a sound in memory, or of its present loop.
    var framesLeft: Int {
        @_noLocks @_noAllocation get { frameCount &- frameIndex }
    }

    /// Returns the next block of a sound in memory; `nil` for a feed.
    @inline(__always) @_noLocks @_noAllocation
    func block(along line: GainLine) -> sori_voice_block? {
        guard let samples else { return nil }
        return voiceBlock(samples + frameIndex &<< Int(kind.frameShift), kind, along: line)
    }

    /// Moves on by `frameCount` frames of a sound in memory, fewer than `framesLeft`.
    @inline(__always) @_noLocks @_noAllocation
    mutating func skip(_ frameCount: Int) {
        frameIndex &+= frameCount
    }

    /// The result of `take`.
    struct Taken: BitwiseCopyable {
        /// The number of source frames consumed.
        var played = 0
        /// The number of frames of silence played because the source was empty.
        var short = 0
        var hasEnded = false
        /// Whether the feed has reached its refill threshold.
        var wantsRefill = false

        @_noLocks @_noAllocation
        init(hasEnded: Bool = false) {
            self.hasEnded = hasEnded
        }
    }

    /// Returns the feed's next gain change.
    @_noLocks @_noAllocation
    func nextChange() -> FeedChange? {
        guard let feed else { return nil }
        return feed._withUnsafeGuaranteedRef { $0.nextChange }
    }

    @_noLocks @_noAllocation
    func dropChange() {
        guard let feed else { return }
        feed._withUnsafeGuaranteedRef { $0.dropChange() }
    }

    /// Adds at most `wanted` frames to `bus`; fewer only at the end of the sound.
    @_noLocks @_noAllocation
    mutating func take(
        _ wanted: Int, along line: GainLine, into bus: UnsafeMutablePointer<Float>,
        peaks: inout Peaks
    ) -> Taken {
        if let samples {
            return take(wanted, of: samples, along: line, into: bus, peaks: &peaks)
        }
        guard let feed else { return Taken(hasEnded: true) }
        let kind = kind
        // Borrowed, not retained: the control side keeps the feed until the voice is done.
        return feed._withUnsafeGuaranteedRef {
            $0.take(wanted, kind, along: line, into: bus, peaks: &peaks)
        }
    }

    @_noLocks @_noAllocation
    private mutating func take(
        _ wanted: Int, of samples: UnsafeRawPointer, along line: GainLine,
        into bus: UnsafeMutablePointer<Float>, peaks: inout Peaks
    ) -> Taken {
        var line = line
        var taken = Taken()
        while taken.played < wanted {
            let runCount = min(wanted &- taken.played, frameCount &- frameIndex)
            SoundMixer.mix(
                samples + frameIndex &<< Int(kind.frameShift), kind, frameCount: runCount,
                along: line,
                into: bus + 2 &* taken.played, peaks: &peaks)
            line.frame &+= runCount
            frameIndex &+= runCount
            taken.played &+= runCount
            guard frameIndex == frameCount else { continue }
            if loopsLeft == 0 {
                taken.hasEnded = true
                return taken
            }
            if loopsLeft > 0 { loopsLeft &-= 1 }
            frameIndex = 0
        }
        return taken
    }
}
