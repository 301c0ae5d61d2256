import AudioEffects
import AudioGraph
import AudioModel
import CoreAudioTypes
import Synchronization

/// Plays slices of an app's memory, to the exact frame.
///
/// Any thread schedules and starts. Completions are called on the thread that renders, after the
/// block in which a slice has ended.
///
/// Ownership: a mutex guards the slices and the time; `prepare` is called while nothing renders, and
/// the thread that renders has the rest.
final class SliceSource: GraphSource, @unchecked Sendable {
    private struct State {
        /// In their order, the playing one first.
        var slices: [ScheduledSlice] = []
        /// When the time starts; `nil` before the app has said so.
        var start: PlayerStart?
        /// Frames since the start; `nil` before it.
        var time: Int64?
    }

    private let state = Mutex(State())
    private var output = SliceOutput(channelCount: 0)
    private var sampleRate = 44_100.0

    // MARK: Control

    func schedule(_ slice: ScheduledSlice) { state.withLock { $0.slices.append(slice) } }

    /// Starts the time; without effect when it has started.
    func start(at start: PlayerStart) {
        state.withLock { state in if state.time == nil { state.start = start } }
    }

    /// Frames since the start; `nil` before it.
    var time: Int64? { state.withLock { $0.time } }

    /// Drops all slices and stops the time.
    func reset() {
        let dropped = state.withLock { state in
            defer { state = State() }
            return state.slices
        }
        for slice in dropped { slice.complete() }
    }

    // MARK: Rendering

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        output = SliceOutput(channelCount: channelCount)
    }

    func render(_ samples: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        var ended: [ScheduledSlice] = []
        let isSilent = state.withLock { state in
            output.begin(samples, frameCount)
            while output.frame < frameCount { play(&state, time, &ended) }
            return output.isSilent
        }
        for slice in ended { slice.complete() }
        return isSilent
    }

    /// Plays as many frames as nothing changes in.
    private func play(_ state: inout State, _ time: RenderTime, _ ended: inout [ScheduledSlice]) {
        guard let now = state.time else {
            let wait = state.start.map { framesUntil($0, time) } ?? .max
            guard wait > 0 else { return state.time = 0 }
            return output.clear(wait)
        }
        var limit = output.restCount
        startDueInterrupter(&state, at: now, &limit, &ended)
        defer { state.time = now + Int64(output.lastCount) }
        guard var slice = state.slices.first else { return output.clear(limit) }
        if !slice.hasBegun {
            let gap = slice.time.map { $0 - now } ?? 0
            guard gap <= 0 else { return output.clear(min(limit, Int(clamping: gap))) }
            slice.begin(isLate: gap < 0)
        }
        guard slice.frameCount > 0 || !slice.loops else { return output.clear(limit) }
        let count = min(limit, slice.frameCount - slice.position)
        output.copy(slice, count)
        slice.position += count
        state.slices[0] = slice
        guard slice.position == slice.frameCount else { return }
        state.slices[0].position = 0
        if !slice.loops { ended.append(state.slices.removeFirst()) }
    }

    /// Drops what a slice interrupts that starts now.
    ///
    /// - Parameter limit: Lowered to the frames until the next one that interrupts.
    private func startDueInterrupter(
        _ state: inout State, at now: Int64, _ limit: inout Int, _ ended: inout [ScheduledSlice]
    ) {
        for index in state.slices.indices.dropFirst().reversed() {
            let slice = state.slices[index]
            guard slice.interrupts else { continue }
            let wait = max((slice.time ?? now) - now, 0)
            if wait > 0 {
                limit = min(limit, Int(clamping: wait))
            } else if !slice.waitsForPassEnd || state.slices[0].position == 0 {
                ended += state.slices[..<index]
                return state.slices.removeFirst(index)
            }
        }
    }

    private func framesUntil(_ start: PlayerStart, _ time: RenderTime) -> Int {
        switch start {
        case .now: return 0
        case .nodeTime(let first):
            return Int(clamping: max(first - time.sampleTime - Int64(output.frame), 0))
        case .hostTime(let nanoseconds):
            guard let host = time.hostTime else { return 0 }
            let frames = Double(nanoseconds - host.nanoseconds) * sampleRate / 1e9
            return Int(max(min(frames, 0x1p50), 0).rounded()) - output.frame
        }
    }
}

/// The block that is being written.
///
/// Ownership: the thread that renders, with the lock of its source.
private final class SliceOutput {
    private let channelCount: Int
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var samples: PlanarSamples
    private let empty: UnsafeMutablePointer<Float>
    private let list: UnitBufferList
    private var frameCount = 0
    private(set) var frame = 0
    /// The number of frames that were written last.
    private(set) var lastCount = 0
    private(set) var isSilent = true

    init(channelCount: Int) {
        self.channelCount = channelCount
        empty = .allocate(capacity: 1)
        empty.initialize(to: 0)
        pointers = .allocate(capacity: max(channelCount, 1))
        pointers.initialize(repeating: empty, count: max(channelCount, 1))
        samples = PlanarSamples(pointers)
        list = .allocate(count: max(channelCount, 1))
    }

    deinit {
        pointers.deallocate()
        empty.deallocate()
        list.deallocate()
    }

    var restCount: Int { frameCount - frame }

    func begin(_ samples: PlanarSamples, _ frameCount: Int) {
        self.samples = samples
        self.frameCount = frameCount
        (frame, lastCount, isSilent) = (0, 0, true)
    }

    /// Writes silence, at most to the block's end.
    func clear(_ count: Int) {
        let count = min(max(count, 0), restCount)
        for channel in 0..<channelCount {
            (samples[channel] + frame).update(repeating: 0, count: count)
        }
        advance(count)
    }

    /// Writes frames of a slice from its position on.
    func copy(_ slice: ScheduledSlice, _ count: Int) {
        let source = slice.samples
        guard source.channelCount == channelCount else { return clear(count) }
        let offset = slice.position * source.bytesPerFrame
        list.setCount(source.bufferCount)
        for index in 0..<source.bufferCount {
            list[index] = slice.list[index]
            list[index].mData = slice.list[index].mData.map { $0 + offset }
        }
        for channel in 0..<channelCount { pointers[channel] = samples[channel] + frame }
        source.read(list, frameCount: count, into: PlanarSamples(pointers))
        if count > 0 { isSilent = false }
        advance(count)
    }

    private func advance(_ count: Int) {
        lastCount = count
        frame += count
    }
}
