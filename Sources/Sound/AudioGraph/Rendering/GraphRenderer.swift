public import AudioEffects
public import AudioModel
import Realtime
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Renders a graph: takes over new plans whole, without a lock, and gives old ones back to the
/// control side.
///
/// A branch that a new plan leaves out is faded out first, with the old plan; a branch that it adds
/// is faded in. Nodes of both plans continue without a gap.
///
/// One thread at a time has the turn: the one that renders, or one of the control side that changes
/// a kernel. Neither waits for the other while it renders.
///
/// Ownership: the thread that has the turn owns `current`, `next` and the counts; the others are
/// constants, atomics and the halves of a ring buffer.
public final class GraphRenderer: @unchecked Sendable {
    /// The result of a request.
    public enum Outcome: Sendable {
        case rendered
        case silence
        /// Another thread has the turn: it changes the graph. Nothing was rendered.
        case busy
    }

    /// The format of the rendered frames.
    public let format: GraphFormat
    /// The number by which nodes know the renderer.
    let number: Int
    private let fadeFrames: Int
    /// The thread that has the turn; 0 for none.
    private let turn = Atomic<UInt>(0)
    /// The plan that the control side has published last, until it is taken over: an unmanaged
    /// reference.
    private let published = Atomic<UInt>(0)
    private let released = RingBuffer<UInt>(capacity: GraphRenderer.releasedMax)

    private var current: Unmanaged<RenderPlan>?
    /// The plan that follows when the fade is over.
    private var next: Unmanaged<RenderPlan>?
    private var fadeFramesLeft = 0
    private var cycle = 0
    private let offset: PlanarOffset

    private static let releasedMax = 32
    private static let numbers = Atomic<Int>(0)
    /// How long the control side waits for a turn. The thread that has it may be waiting for the
    /// caller, so an unlimited wait could deadlock.
    private static let turnWaitNanoseconds: UInt64 = 1_000_000_000

    /// - Parameters:
    ///   - format: The format of the rendered frames.
    ///   - fadeFrames: The length of the fade of a changed branch, in frames; 0 for none.
    public init(format: GraphFormat, fadeFrames: Int) {
        self.format = format
        self.fadeFrames = fadeFrames
        number = Self.numbers.add(1, ordering: .relaxed).newValue
        offset = PlanarOffset(channelCount: format.channelCount)
    }

    deinit {
        leaveAll(current)
        current?.release()
        next?.release()
        take(published.exchange(0, ordering: .acquiringAndReleasing))?.release()
        collect()
    }

    /// The duration of the fade of a changed branch, in seconds.
    public var fadeDuration: Double { Double(fadeFrames) / format.sampleRate }

    // MARK: Control side

    /// Hands a plan over; a later one replaces it. The renderer takes it over in its next request.
    public func publish(_ plan: RenderPlan) {
        let bits = UInt(bitPattern: Unmanaged.passRetained(plan).toOpaque())
        take(published.exchange(bits, ordering: .acquiringAndReleasing))?.release()
        collect()
    }

    /// Frees the plans that the renderer does not need any more. One thread at a time.
    public func collect() {
        while let bits = released.reader.read() { take(bits)?.release() }
    }

    /// Runs `body` while nothing renders.
    ///
    /// - Returns: Whether it ran: not when the calling thread itself is rendering, nor when a
    ///   request takes longer than a second.
    public func withTurn(_ body: () -> Void) -> Bool {
        let thread = currentThread()
        var deadline: UInt64?
        while !takeTurn(thread) {
            if turn.load(ordering: .relaxed) == thread { return false }
            let now = monotonicNanoseconds()
            if now > deadline ?? .max { return false }
            deadline = deadline ?? now + Self.turnWaitNanoseconds
            sched_yield()
        }
        body()
        turn.store(0, ordering: .releasing)
        return true
    }

    /// Drops the plan and lets its nodes go.
    ///
    /// - Returns: Whether nothing was rendering.
    @discardableResult
    public func drop() -> Bool {
        withTurn {
            if let next { leave(next, unlessIn: nil) }
            if let current { leave(current, unlessIn: nil) }
            next?.release()
            current?.release()
            (next, current) = (nil, nil)
            fadeFramesLeft = 0
            take(published.exchange(0, ordering: .acquiringAndReleasing))?.release()
            collect()
        }
    }

    /// Resets the kernels of the plan's nodes, and their times.
    public func reset() {
        _ = withTurn {
            current?._withUnsafeGuaranteedRef { plan in
                for state in plan.states {
                    if state.claims(for: number) { state.node.resetKernel() }
                    state.reset()
                }
            }
        }
    }

    /// Restarts the times of the plan's nodes at that of the next request; their kernels sound on.
    public func restartTimes() {
        _ = withTurn {
            current?._withUnsafeGuaranteedRef { plan in
                for state in plan.states { state.restartTime() }
            }
        }
    }

    /// Resets the kernel of one node.
    public func reset(_ node: GraphNode) {
        _ = withTurn {
            current?._withUnsafeGuaranteedRef { plan in
                for state in plan.states where state.node == node {
                    if state.claims(for: number) { node.resetKernel() }
                }
            }
        }
    }

    // MARK: Render side

    /// Whether a former plan still sounds, fading out. On the thread that renders, between requests.
    public var isChanging: Bool { next != nil }

    /// Renders the next frames.
    ///
    /// - Parameters:
    ///   - output: Room for `frameCount` frames of all channels of `format`.
    ///   - sampleTime: The number of the first frame.
    ///   - hostTime: The time at which it reaches the output device; `nil` in manual rendering.
    public func render(
        _ output: PlanarSamples, frameCount: Int, sampleTime: Int64, hostTime: HostTime?
    ) -> Outcome {
        guard takeTurn(currentThread()) else { return .busy }
        defer { turn.store(0, ordering: .releasing) }
        takeOver()
        var isSilent = true
        var done = 0
        while done < frameCount {
            var count = frameCount &- done
            if next != nil {
                if fadeFramesLeft == 0 { finishFade() } else { count = min(count, fadeFramesLeft) }
            }
            count = renderPart(
                offset.samples(output, from: done), frameCount: count,
                RenderMoment(
                    sampleTime: sampleTime, sampleRate: format.sampleRate, hostTime: hostTime,
                    cycle: cycle
                ).later(by: done), &isSilent)
            done &+= count
            if next != nil { fadeFramesLeft &-= count }
        }
        return isSilent ? .silence : .rendered
    }

    /// - Returns: The number of frames rendered; at least one.
    private func renderPart(
        _ output: PlanarSamples, frameCount: Int, _ moment: RenderMoment, _ isSilent: inout Bool
    ) -> Int {
        cycle &+= 1
        guard let current else {
            clear(output, channelCount: format.channelCount, frameCount: frameCount)
            return frameCount
        }
        return current._withUnsafeGuaranteedRef { plan in
            let count = min(frameCount, plan.maximumFrameCount)
            let cycle = RenderCycle(renderer: number, panLaw: plan.panLaw)
            if !plan.render(output, format, frameCount: count, at: moment, cycle) {
                isSilent = false
            }
            return count
        }
    }

    /// Takes over the published plan, and begins the fade of what it leaves out.
    private func takeOver() {
        guard published.load(ordering: .relaxed) != 0, released.writer.writableCount >= 2,
            let new = take(published.exchange(0, ordering: .acquiringAndReleasing))
        else { return }
        // A plan that never began: its inputs are those of the current plan, or new.
        if let next { release(next) }
        next = new
        guard let current else {
            new._withUnsafeGuaranteedRef { plan in
                for index in 0..<plan.inputs.count { plan.inputs[index].fade.open() }
            }
            return finishFade()
        }
        var isFading = false
        new._withUnsafeGuaranteedRef { plan in
            for index in 0..<plan.inputs.count {
                plan.inputs[index].planNumber = plan.number
                plan.inputs[index].fade.target = 1
            }
            current._withUnsafeGuaranteedRef { old in
                for index in 0..<old.inputs.count
                where old.inputs[index].planNumber != plan.number {
                    old.inputs[index].fade.target = 0
                    isFading = isFading || !old.inputs[index].fade.isClosed
                }
            }
        }
        fadeFramesLeft = isFading ? fadeFrames : 0
        if fadeFramesLeft == 0 { finishFade() }
    }

    private func finishFade() {
        guard let new = next else { return }
        if let current {
            leave(current, unlessIn: new)
            release(current)
        } else {
            leave(new, unlessIn: new)
        }
        current = new
        next = nil
        fadeFramesLeft = 0
    }

    /// Lets the nodes of a plan go that are not in another.
    private func leave(_ plan: Unmanaged<RenderPlan>, unlessIn other: Unmanaged<RenderPlan>?) {
        var number = -1
        other?._withUnsafeGuaranteedRef { other in
            number = other.number
            for index in 0..<other.states.count { other.states[index].planNumber = number }
        }
        plan._withUnsafeGuaranteedRef { plan in
            for index in 0..<plan.states.count where plan.states[index].planNumber != number {
                plan.states[index].leave(self.number)
            }
        }
    }

    private func leaveAll(_ plan: Unmanaged<RenderPlan>?) {
        if let plan { leave(plan, unlessIn: nil) }
    }

    private func release(_ plan: Unmanaged<RenderPlan>) {
        _ = released.writer.write(UInt(bitPattern: plan.toOpaque()))
    }

    private func take(_ bits: UInt) -> Unmanaged<RenderPlan>? {
        UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
    }

    private func takeTurn(_ thread: UInt) -> Bool {
        turn.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
            .exchanged
    }
}

/// Returns a number of the calling thread, never 0.
private func currentThread() -> UInt { UInt(pthread_self()) }

private func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

extension GraphNode {
    /// Drops what sounds on in the kernel. While nothing renders it.
    func resetKernel() {
        schedule?.removeAll()
        switch kind {
        case .source(let source): source.reset()
        case .effect(let effect): effect.reset()
        case .timeEffect(let effect): effect.reset()
        case .spatialMixer(let mixer): mixer.reset()
        case .matrixMixer(let mixer): mixer.reset()
        case .mixer, .selection, .sink, .output: break
        }
    }
}
