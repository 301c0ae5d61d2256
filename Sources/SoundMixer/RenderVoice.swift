import AudioModel
import Realtime

/// The render thread's state of one voice. Created by the control side, which keeps the source
/// alive.
struct RenderVoice: BitwiseCopyable {
    /// The phases of a voice, in this order.
    private enum Phase: BitwiseCopyable {
        case playing
        /// All frames are mixed, but the bus has not output all of them.
        case draining
        case done
    }

    private var phase = Phase.playing
    /// Whether the control side requested the end.
    private(set) var wasStopped = false
    /// Whether the voice has not been mixed yet.
    var isNew = true
    /// The bus that the voice is mixed into; `nil` for the output itself.
    let busIndex: Int?
    var gains: VoiceGains
    var peaks = Peaks()
    private(set) var framesPlayed = 0
    private(set) var underrunFrames = 0
    /// Whether the feed has reached its refill threshold.
    private(set) var wantsRefill = false

    /// The number of bus frames until the voice's last frame is output.
    private var drainFrames = 0

    /// The largest number of a feed's changes applied at one frame.
    private static let changesMax = 256

    private var source: RenderSource
    private let fadeFrames: Int
    /// How the voice begins.
    let start: VoiceStart

    init(
        _ source: VoiceSource, gains: VoiceGains, busIndex: Int?, start: VoiceStart, fadeFrames: Int
    ) {
        self.source = RenderSource(source)
        self.start = start
        self.gains = gains
        self.busIndex = busIndex
        self.fadeFrames = fadeFrames
    }

    var isPlaying: Bool {
        @_noLocks @_noAllocation get { if case .playing = phase { true } else { false } }
    }

    var isDraining: Bool {
        @_noLocks @_noAllocation get { if case .draining = phase { true } else { false } }
    }

    var isDone: Bool {
        @_noLocks @_noAllocation get { if case .done = phase { true } else { false } }
    }

    // MARK: Commands

    @_noLocks @_noAllocation
    mutating func moveGain(_ stage: Mixer.GainStage, to gain: Float, over frameCount: Int) {
        gains.cutLine()
        let now = gains.clock
        switch stage {
        case .app: gains.app.move(to: gain, over: frameCount, from: now)
        case .session: gains.session.move(to: gain, over: frameCount, from: now)
        case .duck: gains.duck.move(to: gain, over: frameCount, from: now)
        }
        gains.followRamps()
    }

    @_noLocks @_noAllocation
    mutating func movePan(to pan: Float, over frameCount: Int) {
        gains.cutLine()
        gains.pan.move(to: pan, over: frameCount, from: gains.clock)
        gains.followRamps()
    }

    @_noLocks @_noAllocation
    mutating func moveTransport(to gain: Float) {
        guard !wasStopped, gains.transport.target != gain else { return }
        // Nothing of it has sounded that a fade would have to end.
        if isNew { return gains.jumpTransport(to: gain) }
        gains.cutLine()
        gains.transport.move(to: gain, over: fadeFrames, from: gains.clock)
        gains.followRamps()
    }

    @_noLocks @_noAllocation
    mutating func stop() {
        guard isPlaying else { return }
        guard !isNew else { return cut() }
        moveTransport(to: 0)
        wasStopped = true
    }

    @_noLocks @_noAllocation
    mutating func cut() {
        // A draining voice has ended by itself.
        if isPlaying { wasStopped = true }
        phase = .done
    }

    // MARK: Mixing

    /// Lets `frameCount` frames pass before the voice's start: its gains move, its sound does not.
    @_noLocks @_noAllocation
    mutating func wait(frameCount: Int) {
        if wasStopped { phase = .done }
        var framesLeft = frameCount
        while framesLeft > 0 {
            let passed = min(framesLeft, gains.framesOfLine())
            gains.advance(by: passed)
            framesLeft &-= passed
        }
    }

    /// Adds the next frames to a bus.
    ///
    /// - Parameters:
    ///   - bus: `frameCount × 2` interleaved samples. Added to.
    ///   - filterFrames: The number of bus frames before `bus` that have not been output.
    /// - Returns: The end of the frames that were added.
    @_noLocks @_noAllocation
    mutating func mix(
        into bus: UnsafeMutablePointer<Float>, frameCount: Int, filterFrames: Int
    ) -> Int {
        var mixedCount = 0
        if isNew, start.fadesIn { gains.fadeIn(over: fadeFrames) }
        while mixedCount < frameCount {
            let lineFrames = gains.framesOfLine()
            if gains.isFadedOut {
                if wasStopped {
                    drain(filterFrames &+ mixedCount)
                } else {
                    // Held: the clock advances, the sound does not.
                    gains.advance(by: frameCount &- mixedCount)
                }
                return mixedCount
            }
            let changeFrames = applyDueChanges()
            // A change has started a new line.
            if changeFrames == 0 { continue }
            let wanted = min(min(frameCount &- mixedCount, lineFrames), changeFrames)
            let taken = source.take(
                wanted, along: gains.line, into: bus + 2 &* mixedCount, peaks: &peaks)
            framesPlayed &+= taken.played
            underrunFrames &+= taken.short
            if taken.wantsRefill { wantsRefill = true }
            gains.advance(by: taken.played &+ taken.short)
            mixedCount &+= taken.played &+ taken.short
            if taken.hasEnded {
                drain(filterFrames &+ mixedCount)
                return mixedCount
            }
        }
        return mixedCount
    }

    /// Applies the feed's gain changes that are due at this frame.
    ///
    /// - Returns: The number of frames until the next change; 0 when changes have been applied.
    @_noLocks @_noAllocation
    private mutating func applyDueChanges() -> Int {
        guard let next = source.nextChange() else { return .max }
        var change = next
        if change.frame > framesPlayed { return change.frame &- framesPlayed }
        var changesLeft = Self.changesMax
        while change.frame <= framesPlayed, changesLeft > 0 {
            switch change.stage {
            case .appGain: moveGain(.app, to: change.value, over: change.rampFrames)
            case .pan: movePan(to: change.value, over: change.rampFrames)
            }
            source.dropChange()
            changesLeft &-= 1
            guard let following = source.nextChange() else { return 0 }
            change = following
        }
        return 0
    }

    /// Whether the feed has reached its refill threshold since the last call.
    @_noLocks @_noAllocation
    mutating func takeRefillRequest() -> Bool {
        defer { wantsRefill = false }
        return wantsRefill
    }

    @_noLocks @_noAllocation
    private mutating func drain(_ frameCount: Int) {
        phase = busIndex == nil ? .done : .draining
        drainFrames = frameCount
    }

    /// Notes that the bus has output `frameCount` frames.
    @_noLocks @_noAllocation
    mutating func drained(by frameCount: Int) {
        drainFrames &-= frameCount
        if drainFrames <= 0 { phase = .done }
    }
}

/// A voice's samples as the render thread reads them.
struct RenderSource: BitwiseCopyable {
    private let samples: UnsafePointer<Float>?
    private let frameCount: Int
    private var frameIndex = 0
    /// The number of loops left; −1 loops without end.
    private var loopsLeft: Int
    private let feed: Unmanaged<VoiceFeedReader>?
    private let isStereo: Bool

    /// - Parameter source: Kept alive by the caller.
    init(_ source: VoiceSource) {
        switch source {
        case .buffer(let buffer, let loopCount):
            samples = buffer.samples
            frameCount = buffer.frameCount
            // An empty sound that loops without end would never return.
            loopsLeft = buffer.frameCount == 0 ? 0 : max(loopCount, -1)
            feed = nil
            isStereo = buffer.channelCount == 2
        case .feed(let voiceFeed):
            samples = nil
            frameCount = 0
            loopsLeft = 0
            feed = .passUnretained(voiceFeed)
            isStereo = voiceFeed.channelCount == 2
        }
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
        let isStereo = isStereo
        // Borrowed, not retained: the control side keeps the feed until the voice is done.
        return feed._withUnsafeGuaranteedRef {
            $0.take(wanted, isStereo: isStereo, along: line, into: bus, peaks: &peaks)
        }
    }

    @_noLocks @_noAllocation
    private mutating func take(
        _ wanted: Int, of samples: UnsafePointer<Float>, along line: GainLine,
        into bus: UnsafeMutablePointer<Float>, peaks: inout Peaks
    ) -> Taken {
        var line = line
        var taken = Taken()
        while taken.played < wanted {
            let runCount = min(wanted &- taken.played, frameCount &- frameIndex)
            SoundMixer.mix(
                samples + (isStereo ? 2 &* frameIndex : frameIndex), isStereo: isStereo,
                frameCount: runCount, along: line, into: bus + 2 &* taken.played, peaks: &peaks)
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
