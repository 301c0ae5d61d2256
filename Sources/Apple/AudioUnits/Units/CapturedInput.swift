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
/// Ownership: a mutex guards all; captured sound comes on a control thread, and one thread at a time
/// reads.
final class CapturedInput: Sendable {
    private struct State {
        var resampler: StreamResampler?
        /// Frames at the client's rate, mono: the mean of the device's channels.
        var frames: [Float] = []
        var first = 0
        /// Whether enough frames have come that they can be read steadily.
        var isFlowing = false
        /// The device's channel for each of the app's.
        var channelMap: [Int] = []

        /// Whether a channel of the app's has the device's sound.
        func isHeard(_ channel: Int) -> Bool {
            channelMap.isEmpty || channelMap.indices.contains(channel) && channelMap[channel] == 0
        }

        /// The number of frames of the longest block so far, and of a read.
        var blockFrames = 0
    }

    private let state = Mutex(State())
    let layout: BufferListSamples
    private let ratio: RateRatio?
    /// Whether frames are read as soon as they are there, because the app is told of each block.
    private let isAnnounced: Bool

    /// The largest number of frames that wait to be read; the oldest are dropped.
    private static let framesMax = 1 << 15
    /// The number of blocks that may wait where they are not announced.
    private static let delayBlocksMax = 4

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
            if state.frames.count - state.first > Self.framesMax {
                state.first = state.frames.count - Self.framesMax
            }
            if state.first > Self.framesMax {
                state.frames.removeFirst(state.first)
                state.first = 0
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
        state.withLock { $0.first = max($0.first, $0.frames.count - count) }
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
            read(frameCount, into: base)
            layout.write(base, frameCount: frameCount, to: list)
        }
    }

    /// Reads frames into the app's channels; silence for those that are not there.
    func read(_ frameCount: Int, into output: PlanarSamples) {
        let channels = 0..<layout.channelCount
        for channel in channels { output[channel].update(repeating: 0, count: frameCount) }
        state.withLock { state in
            var ready = state.frames.count - state.first
            // Blocks of the input and of the output device come at different times: two of the
            // longer are kept before the first is read, unless the app is told of each.
            state.blockFrames = max(state.blockFrames, frameCount)
            guard isAnnounced || state.isFlowing || ready >= 2 * state.blockFrames else { return }
            // What has come without being read would be a delay from then on.
            if !isAnnounced, ready > Self.delayBlocksMax * state.blockFrames {
                state.first += ready - 2 * state.blockFrames
                ready = 2 * state.blockFrames
            }
            state.isFlowing = ready >= frameCount
            let count = min(ready, frameCount)
            for channel in channels where state.isHeard(channel) {
                for frame in 0..<count {
                    output[channel][frame] = state.frames[state.first + frame]
                }
            }
            state.first += count
        }
    }

    /// Drops what waits.
    func reset() {
        state.withLock { state in
            state.frames = []
            state.first = 0
            state.isFlowing = false
            state.resampler?.reset()
        }
    }
}
