import AudioConversion
import AudioEffects
import AudioModel
import CoreAudioTypes
import SoundClient
import SoundMixer
import Synchronization

/// What an input device has captured, as an app reads it from element 1 of an output unit: in the
/// app's format and at its rate.
///
/// Several may read, each from its own place.
///
/// Ownership: a mutex guards all; captured sound comes on a control thread.
final class CapturedInput: Sendable {
    fileprivate struct State {
        var resampler: StreamResampler?
        /// Frames at the client's rate, mono: the mean of the device's channels.
        var frames: [Float] = []
        /// The number of the first of them.
        var first = 0
        /// The place of the app.
        var own = Place()
        /// The device's channel for each of the app's.
        var channelMap: [Int] = []
        /// The number of frames of the longest block so far.
        var blockFrames = 0
        /// The largest number of frames that wait to be read; the oldest are dropped.
        var framesMax = CapturedInput.framesMin

        /// Whether a channel of the app's has the device's sound.
        func isHeard(_ channel: Int) -> Bool {
            channelMap.isEmpty || channelMap.indices.contains(channel) && channelMap[channel] == 0
        }

        /// The number behind the last frame.
        var end: Int { first + frames.count }

        /// Keeps room for blocks or slices of a length.
        mutating func expect(_ frameCount: Int) {
            framesMax = max(framesMax, CapturedInput.delayBlocksMax * frameCount)
        }
    }

    /// Up to where one has read.
    struct Place {
        /// The number of the next frame.
        fileprivate var next = 0
        /// Whether enough frames have come that they can be read steadily.
        fileprivate var isFlowing = false
        /// The number of frames of the longest read.
        fileprivate var sliceFrames = 0
    }

    private let state = Mutex(State())
    let layout: BufferListSamples
    private let ratio: RateRatio?
    /// Whether the app reads frames as soon as they are there, because it is told of each block.
    private let isAnnounced: Bool

    /// The number of frames that may wait to be read, at least.
    fileprivate static let framesMin = 1 << 15
    /// The number of blocks that may wait where they are not announced.
    fileprivate static let delayBlocksMax = 4

    /// - Parameters:
    ///   - format: The app's format.
    ///   - sampleRate: The device's rate.
    init?(_ format: StreamFormat, sampleRate: Double, isAnnounced: Bool) {
        guard let layout = BufferListSamples(format), sampleRate > 0 else { return nil }
        self.layout = layout
        self.isAnnounced = isAnnounced
        ratio =
            sampleRate == format.sampleRate
            ? nil : RateRatio(from: sampleRate, to: format.sampleRate)
        if let ratio {
            state.withLock {
                $0.resampler = StreamResampler(
                    ratio, channelCount: 1, quality: RateConversionQuality(), method: .normal)
            }
        }
    }

    /// Adds captured sound.
    ///
    /// - Returns: The number of frames that it makes at the app's rate.
    func capture(_ sound: CapturedSound) -> Int {
        let channels = max(sound.channelCount, 1)
        let mono = (0..<sound.frameCount).map { frame -> Float in
            var sum = sound.samples[frame * channels]
            for channel in 1..<channels { sum += sound.samples[frame * channels + channel] }
            return channels == 1 ? sum : sum / Float(channels)
        }
        return state.withLock { state in
            let before = state.frames.count
            if let resampler = state.resampler {
                Self.convert(mono, by: resampler, into: &state.frames)
            } else {
                state.frames += mono
            }
            let added = state.frames.count - before
            state.blockFrames = max(state.blockFrames, added)
            state.expect(added)
            if state.frames.count > 2 * state.framesMax {
                let count = state.frames.count - state.framesMax
                state.frames.removeFirst(count)
                state.first += count
            }
            return added
        }
    }

    private static func convert(
        _ mono: [Float], by resampler: StreamResampler, into frames: inout [Float]
    ) {
        var done = 0
        while true {
            let count = min(resampler.room, mono.count - done)
            mono.withUnsafeBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                resampler.append(base + done, count: count)
            }
            done += count
            let ready = min(resampler.readyCount, StreamResampler.blockFrames)
            guard ready > 0 || count > 0 else { return }
            frames += [Float](unsafeUninitializedCapacity: ready) { buffer, initialized in
                if let base = buffer.baseAddress { resampler.read(into: base, count: ready) }
                initialized = ready
            }
        }
    }

    /// Drops all but the last `count` frames: those that the app was told of and has not read.
    func keep(_ count: Int) {
        state.withLock { $0.own.next = max($0.own.next, $0.end - count) }
    }

    /// Puts the channels into another order.
    ///
    /// - Parameter map: The device's channel, of which there is one, for each of the app's; another
    ///   number is silence. Empty for that channel in all of them.
    func setChannelMap(_ map: [Int]) { state.withLock { $0.channelMap = map } }

    /// Reads frames into an app's buffers; silence for those that are not there.
    func read(_ frameCount: Int, into list: UnitBufferList) {
        let count = max(frameCount, 1)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: layout.channelCount * count)
        defer { memory.deallocate() }
        let channels = (0..<layout.channelCount).map { memory + $0 * count }
        channels.withUnsafeBufferPointer { channels in
            guard let base = channels.baseAddress else { return }
            _ = read(frameCount, into: base, nil)
            layout.write(base, frameCount: frameCount, to: list)
        }
    }

    /// Reads frames into channels; silence for those that are not there.
    func read(_ frameCount: Int, into output: PlanarSamples, from place: inout Place) {
        place = read(frameCount, into: output, place)
    }

    /// - Parameter place: `nil` for that of the app.
    /// - Returns: The place after the frames.
    private func read(_ frameCount: Int, into output: PlanarSamples, _ place: Place?) -> Place {
        let channels = 0..<layout.channelCount
        for channel in channels { output[channel].update(repeating: 0, count: frameCount) }
        return state.withLock { state in
            var next = place ?? state.own
            let taken = state.take(frameCount, from: &next, waits: place != nil || !isAnnounced)
            for channel in channels where state.isHeard(channel) {
                for (frame, index) in taken.enumerated() {
                    output[channel][frame] = state.frames[index]
                }
            }
            if place == nil { state.own = next }
            return next
        }
    }
}

extension CapturedInput.State {
    /// Takes frames from a place on.
    ///
    /// - Parameter waits: Whether the delay is to be constant, whenever blocks come.
    /// - Returns: Where they are among `frames`; fewer than wanted where they are not there.
    fileprivate mutating func take(
        _ frameCount: Int, from place: inout CapturedInput.Place, waits: Bool
    ) -> Range<Int> {
        place.sliceFrames = max(place.sliceFrames, frameCount)
        expect(frameCount)
        place.next = max(place.next, end - framesMax, first)
        // Blocks of the input and of the output device come at different times: two of the longer
        // are kept before the first is read.
        let kept = 2 * max(blockFrames, place.sliceFrames)
        guard !waits || place.isFlowing || end - place.next >= kept else { return 0..<0 }
        // What has come without being read would be a delay from then on.
        if waits, 2 * (end - place.next) > CapturedInput.delayBlocksMax * kept {
            place.next = end - kept
        }
        let ready = end - place.next
        place.isFlowing = ready >= frameCount
        let start = place.next - first
        place.next += min(ready, frameCount)
        return start..<place.next - first
    }
}
