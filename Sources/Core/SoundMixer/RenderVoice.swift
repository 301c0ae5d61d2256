import AudioModel
import Realtime

/// The render thread's state of one voice. Created by the control side, which keeps the source
/// alive.
///
/// It takes four cache lines: hundreds of voices do not fit into the first cache, and a command is
/// soon done with them.
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
    /// The bus that the voice is mixed into; −1 for the output itself.
    private let busNumber: Int32
    var gains: VoiceGains
    var peaks = Peaks()
    /// Whether the feed has reached its refill threshold.
    private(set) var wantsRefill = false
    private(set) var framesPlayed = 0
    private(set) var underrunFrames = 0
    /// The number of bus frames until the voice's last frame is output.
    private var drainFrames = 0

    /// The largest number of a feed's changes applied at one frame.
    private static let changesMax = 256

    private(set) var source: RenderSource
    private let fadeFrames: Int32
    /// How the voice begins.
    let start: VoiceStart

    init(
        _ source: VoiceSource, gains: VoiceGains, busIndex: Int?, start: VoiceStart, fadeFrames: Int
    ) {
        self.source = RenderSource(source)
        self.start = start
        self.gains = gains
        busNumber = Int32(busIndex ?? -1)
        self.fadeFrames = Int32(fadeFrames)
    }

    /// The index of the bus that the voice is mixed into; `nil` for the output itself.
    var busIndex: Int? {
        @inline(__always) @_noLocks @_noAllocation get { busNumber < 0 ? nil : Int(busNumber) }
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
    mutating func moveTransport(to gain: Float) {
        guard !wasStopped, gains.transport.target != gain else { return }
        // Nothing of it has sounded that a fade would have to end.
        if isNew { return gains.jumpTransport(to: gain) }
        gains.moveTransport(to: gain, over: Int(fadeFrames))
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

    /// Notes frames that were mixed, or that passed while the voice was held, without `mix`.
    @inline(__always) @_noLocks @_noAllocation
    mutating func pass(_ frameCount: Int, isHeld: Bool) {
        gains.advance(by: frameCount)
        guard !isHeld else { return }
        source.skip(frameCount)
        framesPlayed &+= frameCount
    }

    /// Describes the voice as far as nothing happens to it from here on.
    ///
    /// - Parameter steady: `origin` is the present frame; the rest of its state is set.
    @inline(__always) @_noLocks @_noAllocation
    mutating func describe(_ steady: inout SteadyVoice) {
        steady.frameCount = -1
        guard !isNew else { return }
        guard isPlaying else {
            steady.isHeld = true
            steady.frameCount = .max
            return
        }
        // First: the next call sees the gains as they are before its arguments.
        let lineFrames = gains.framesOfLine()
        describe(&steady, lineFrames: lineFrames)
    }

    /// Starts a ramp of one stage, and describes the voice where that takes no more than a look at
    /// the ramp.
    ///
    /// - Parameter steady: As for `describe`.
    @inline(__always) @_noLocks @_noAllocation
    mutating func moveGain(
        _ stage: Mixer.GainStage, to gain: Float, over frameCount: Int,
        describing steady: inout SteadyVoice
    ) {
        guard gains.mayMoveOnly(over: frameCount) else {
            return gains.moveGain(stage, to: gain, over: frameCount)
        }
        gains.moveOnly(stage, to: gain, over: frameCount)
        if isPlaying, !isNew { describe(&steady, lineFrames: frameCount) }
    }

    /// Describes the voice along a line of gains that has `lineFrames` left.
    @inline(__always) @_noLocks @_noAllocation
    private func describe(_ steady: inout SteadyVoice, lineFrames: Int) {
        if gains.isFadedOut {
            guard !wasStopped else { return }
            steady.isHeld = true
            steady.frameCount = lineFrames
            return
        }
        guard let block = source.block(along: gains.line) else { return }
        // The last frame of a sound ends it, or starts its next loop.
        let frameCount = min(lineFrames, source.framesLeft &- 1)
        guard frameCount > 0 else { return }
        steady.block = block
        steady.frameShift = source.kind.frameShift
        steady.frameCount = frameCount
        steady.isHeld = false
        steady.isSounding = !gains.line.isSilent
    }

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
        var soundingCount = 0
        if isNew, start.fadesIn { gains.fadeIn(over: Int(fadeFrames)) }
        while mixedCount < frameCount {
            let lineFrames = gains.framesOfLine()
            if gains.isFadedOut {
                if wasStopped {
                    drain(filterFrames &+ mixedCount)
                    return mixedCount
                }
                // Held: the clock advances, the sound does not.
                let passedCount = min(frameCount &- mixedCount, lineFrames)
                gains.advance(by: passedCount)
                mixedCount &+= passedCount
                continue
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
            soundingCount = mixedCount
            if taken.hasEnded {
                drain(filterFrames &+ mixedCount)
                return mixedCount
            }
        }
        return soundingCount
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
            case .appGain: gains.moveGain(.app, to: change.value, over: change.rampFrames)
            case .pan: gains.movePan(to: change.value, over: change.rampFrames)
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
