import AudioCodecs
import AudioConversion
import AudioModel
import SoundMixer

/// Decodes the segments of a stream, one after the other. One thread at a time.
final class HLSReader: MediaReader {
    let channelCount: Int
    let sampleRate: Double

    private let media: HLSMedia
    /// The next frame of the stream to read.
    private var frame: Int64
    /// Whether the decoder begins so early that the frames are those of a decoder that never stopped.
    private var isExact = true
    private var run: HLSRun?
    /// Frames that are decoded and not read.
    private var block = HLSBlock()
    /// The end of the segment that was decoded last.
    private var tail = Int64.min

    init(_ media: HLSMedia, _ contents: MediaContents) {
        self.media = media
        channelCount = Int(contents.format.channelCount)
        sampleRate = contents.format.sampleRate
        frame = contents.startFrame
    }

    func seek(toFrame frame: Int64, exactly: Bool) -> Int64 {
        let target = media.ask { $0.target(of: frame, exactly: exactly) }
        isExact = exactly
        // Frames that are decoded already need no new decoder.
        if block.frames.contains(target) {
            self.frame = target
        } else {
            move(to: target)
            _ = media.ask { $0.lookup(target) }
        }
        return target
    }

    private func move(to frame: Int64) {
        self.frame = frame
        run = nil
        block = HLSBlock()
        tail = .min
    }

    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> MediaRead {
        if let jump = media.ask({ $0.takeJump() }) { move(to: jump) }
        var done = 0
        while done < frameCount {
            let output = samples + done * channelCount
            let count = block.copy(
                from: frame, into: output, frameCount: frameCount - done, channelCount)
            if count > 0 {
                done += count
                frame += Int64(count)
                continue
            }
            switch try next(silence: output, frameCount: frameCount - done) {
            case .frames(let silent):
                done += silent
                frame += Int64(silent)
            case .block: continue
            case .end(let read): return done > 0 ? .frames(done) : read
            }
        }
        return .frames(done)
    }

    private enum Step {
        /// Silence was written.
        case frames(Int)
        /// The block has other frames now.
        case block
        /// Nothing is there.
        case end(MediaRead)
    }

    /// Decodes the next block, or finds what is at the frame.
    private func next(
        silence output: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Step {
        if let run {
            if let step = try step(run, output, frameCount) { return step }
            // The next segment is entered at its own beginning.
            tail = run.endFrame
            self.run = nil
        }
        if frame < tail { return .frames(silence(until: tail, output, frameCount)) }
        switch media.ask({ [frame] in $0.lookup(frame) }) {
        case .sound(let slot): return try begin(slot)
        case .silence(let end): return .frames(silence(until: end, output, frameCount))
        case .waiting: return .end(.waiting)
        case .ended: return .end(.ended)
        case .failed(let failure): return .end(.failed(failure))
        }
    }

    /// Lets a decoder go on; `nil` at its end.
    private func step(
        _ run: HLSRun, _ output: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) throws(FormatError) -> Step? {
        if let start = run.blockStart(after: frame) {
            return .frames(silence(until: start, output, frameCount))
        }
        if run.decode(into: &block) { return .block }
        switch media.ask({ [end = run.endFrame] in $0.lookup(end) }) {
        case .sound(let slot): if run.go(on: slot) { return .block }
        // The decoder and its filter go on when it has come.
        case .waiting: return .end(.waiting)
        case .silence, .ended, .failed: break
        }
        return run.finish(into: &block) ? .block : nil
    }

    private func silence(
        until end: Int64, _ output: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) -> Int {
        let count = Int(min(max(end - frame, 1), Int64(frameCount)))
        output.update(repeating: 0, count: count * channelCount)
        return count
    }

    private func begin(_ slot: HLSSlot) throws(FormatError) -> Step {
        let before = media.ask { $0.predecessor(of: slot) }
        let run = try HLSRun(
            slot, before: before, at: frame, rate: sampleRate, channelCount: channelCount)
        if isExact, run.lacksPredecessor, media.ask({ $0.wantPredecessor(of: slot) }) {
            return .end(.waiting)
        }
        isExact = true
        self.run = run
        return .block
    }
}
