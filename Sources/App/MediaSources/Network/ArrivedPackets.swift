import AudioCodecs
import AudioFormats
import AudioModel
import Synchronization

/// The packets of a network source that are there, between the work that adds them and the reader that
/// decodes them. Any thread.
final class ArrivedPackets: Sendable {
    /// What a reader gets where it stands.
    enum Place {
        /// Frames up to this one, counted with priming, may be given.
        case frames(until: Int64)
        case waiting
        case ended
        case failed(MediaFailure)
    }

    private struct State {
        var store: PacketStore
        var end = StreamEnd.beforeEnd(0)
        /// Whether all packets are there.
        var isComplete = false
        var failure: MediaFailure?
        /// Where the reader stands, counted with priming.
        var readFrame: Int64
        var readerNumber = 0
        /// The packet at which the stream is to go on; `nil` for where it is.
        var wantedPacket: Int64?
        var canMove = false
        /// Frames past the end for which a reader waits: they are on their way.
        var reachFrames: Int64 = 0
        /// Whether the reader's next step wakes the work.
        var wakesBelow: Int64?
    }

    let file: AudioFileReader
    let primingFrames: Int64
    private let wake: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameter wake: Has the work look at what is wanted.
    init(_ file: AudioFileReader, wake: @escaping @Sendable () -> Void) {
        self.file = file
        self.wake = wake
        primingFrames = file.primingFrames
        state = Mutex(State(store: PacketStore(file.format), readFrame: file.primingFrames))
    }

    // MARK: The work's side

    /// Bytes of packets that are kept behind the reader.
    private static let keptByteCount = 4 << 20

    func append(_ packets: StreamedBatch, end: StreamEnd) {
        state.withLock { state in
            state.store.append(packets)
            state.store.drop(beforeFrame: state.readFrame, keeping: Self.keptByteCount)
            state.end = end
        }
    }

    /// All packets are there.
    func complete(_ end: StreamEnd) {
        state.withLock { state in
            state.end = end
            state.isComplete = true
        }
    }

    /// No more packets will come.
    func fail(_ failure: MediaFailure) {
        state.withLock { $0.failure = failure }
    }

    /// Sets how a reader can leave what is there.
    func setReach(canMove: Bool, reachFrames: Int64) {
        state.withLock { state in
            state.canMove = canMove
            state.reachFrames = reachFrames
        }
    }

    /// Where the stream is to go on; asked once.
    func takeWantedPacket() -> Int64? {
        state.withLock { state in
            defer { state.wantedPacket = nil }
            return state.wantedPacket
        }
    }

    /// Continues with another packet.
    func restart(atPacket packet: Int64, frame: Int64) {
        state.withLock { state in
            state.store = PacketStore(file.format, fromPacket: packet, frame: frame)
            state.isComplete = false
            state.failure = nil
        }
    }

    /// Has `wake` called when fewer frames than these are ahead of the reader.
    func setWaking(below frames: Int64?) {
        state.withLock { $0.wakesBelow = frames }
    }

    /// What is there: frames without priming, and how much is ahead of the reader.
    struct Extent {
        var frames: Range<Int64>
        var aheadFrames: Int64
        var aheadByteCount: Int
        var isComplete: Bool
        /// The end of the packets, for what is told of the stream's time.
        var endFrame: Int64
        var hasFailed: Bool
    }

    var extent: Extent {
        state.withLock { state in
            let end = max(limit(state) - primingFrames, 0)
            let start = min(max(state.store.startFrame - primingFrames, 0), end)
            return Extent(
                frames: start..<end,
                aheadFrames: max(state.store.endFrame - state.readFrame, 0),
                aheadByteCount: state.store.byteCount(fromFrame: state.readFrame),
                isComplete: state.isComplete,
                endFrame: max(state.store.endFrame - primingFrames, 0),
                hasFailed: state.failure != nil)
        }
    }

    /// The end of the stream, with priming; `nil` while it is not known.
    private func knownEnd(_ state: borrowing State) -> Int64? {
        switch state.end {
        case .frame(let count), .provisional(let count): primingFrames + count
        case .beforeEnd: nil
        }
    }

    /// The frame, with priming, up to which frames may be given.
    private func limit(_ state: borrowing State) -> Int64 {
        switch state.end {
        case .frame(let count), .provisional(let count):
            min(primingFrames + count, state.store.endFrame)
        case .beforeEnd(let count): state.store.endFrame - max(count, 0)
        }
    }

    // MARK: The reader's side

    /// Begins a reader; an earlier one ends.
    func addReader() -> Int {
        state.withLock { state in
            state.readerNumber += 1
            return state.readerNumber
        }
    }

    func place(of frame: Int64, reader number: Int) -> Place {
        state.withLock { state in
            guard number == state.readerNumber else { return .ended }
            let limit = limit(state)
            if frame < limit, frame >= state.store.startFrame { return .frames(until: limit) }
            if state.wantedPacket != nil { return .waiting }
            if let failure = state.failure { return .failed(failure) }
            return state.isComplete && frame >= limit ? .ended : .waiting
        }
    }

    func batch(ofPacket packet: Int64) -> StreamedBatch? {
        state.withLock { $0.store.batch(ofPacket: packet) }
    }

    func packet(ofFrame frame: Int64) -> (packet: Int64, firstFrame: Int64)? {
        state.withLock { $0.store.packet(ofFrame: frame) }
    }

    var startPacket: Int64 { state.withLock { $0.store.startPacket } }

    /// The reader has come to a frame.
    func advance(to frame: Int64) {
        let wakes = state.withLock { state in
            state.readFrame = frame
            guard let frames = state.wakesBelow, state.store.endFrame - frame < frames else {
                return false
            }
            state.wakesBelow = nil
            return true
        }
        if wakes { wake() }
    }

    /// The reader wants another frame.
    ///
    /// - Parameters:
    ///   - frame: Counted with priming.
    ///   - roll: Packets before it that the decoder needs.
    /// - Returns: Where it stands.
    func seek(to frame: Int64, roll: Int64) -> Int64 {
        let place = state.withLock { state -> Int64 in
            state.wantedPacket = nil
            let frame = min(frame, knownEnd(state) ?? frame)
            let (start, end) = (state.store.startFrame, state.store.endFrame)
            let first = state.store.startPacket
            // The decoder's own state begins with the packets before.
            let hasRoll =
                first == 0
                || state.store.packet(ofFrame: frame)
                    .map { $0.packet - roll >= first } ?? true
            let isThere = frame >= start && hasRoll && (frame < end || state.isComplete)
            let isComing = frame >= end && frame - end <= state.reachFrames && !state.isComplete
            if isThere || isComing {
                state.readFrame = frame
            } else if state.canMove, let packet = packet(for: frame) {
                state.wantedPacket = max(packet - roll, 0)
                state.readFrame = frame
            } else {
                state.readFrame = min(max(frame, start), end)
            }
            return state.readFrame
        }
        wake()
        return place
    }

    /// The packet of a frame anywhere in the stream; `nil` where that cannot be known.
    private func packet(for frame: Int64) -> Int64? {
        let framesPerPacket = Int64(file.format.framesPerPacket)
        if framesPerPacket > 0 { return frame / framesPerPacket }
        return (try? file.packet(ofFrame: frame))?.packet
    }
}
