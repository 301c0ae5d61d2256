package import AudioCodecs
import AudioModel

/// Reads timelines at one rate and with some channels, and sums them. In bounded memory; reads files.
///
/// Not thread-safe: used by one thread at a time.
package final class TimelineMix {
    /// The rate and channels of the frames.
    package let sampleRate: Double
    package let channelCount: Int
    /// The number of frames: those of the longest timeline.
    package let frameCount: Int64
    /// The next frame to read.
    package private(set) var frame: Int64 = 0

    private var tracks: [TrackReader]
    private var scratch: [Float]

    private static let blockFrames = 4096

    /// The channels that a mix can have.
    package static let channelCounts = 1...64
    /// The sample rates that a mix can have, in frames a second.
    package static let sampleRates = 1.0...384_000.0

    /// - Throws: `badField` for a rate or a number of channels that is not possible.
    package init(
        _ timelines: [SoundTimeline], sampleRate: Double, channelCount: Int
    ) throws(FormatError) {
        guard Self.sampleRates.contains(sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        guard Self.channelCounts.contains(channelCount) else {
            throw FormatError(.badField("number of channels"))
        }
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        tracks = timelines.map { TrackReader($0, sampleRate, channelCount) }
        frameCount = tracks.map(\.frameCount).max() ?? 0
        scratch = Array(repeating: 0, count: Self.blockFrames * channelCount)
    }

    /// Moves to a frame; clamped to the mix.
    package func seek(toFrame frame: Int64) {
        self.frame = min(max(frame, 0), frameCount)
    }

    /// Replaces the volume of a track from the next read on.
    package func setGains(_ gains: FrameGains, ofTrack index: Int) {
        guard tracks.indices.contains(index) else { return }
        tracks[index].gains = gains
    }

    /// Reads the next interleaved frames.
    ///
    /// - Returns: How many; 0 at the end only.
    /// - Throws: An error of a file.
    package func read(
        into samples: UnsafeMutablePointer<Float>, frameCount wanted: Int
    ) throws(FormatError) -> Int {
        let total = Int(min(Int64(max(wanted, 0)), frameCount - frame))
        var done = 0
        while done < total {
            let count = min(total - done, Self.blockFrames)
            try readBlock(into: samples + done * channelCount, frameCount: count)
            done += count
            frame += Int64(count)
        }
        return done
    }

    private func readBlock(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) {
        let (frame, channelCount) = (frame, channelCount)
        // A single track needs no sum.
        if tracks.count == 1 {
            return try tracks[0].read(into: samples, from: frame, frameCount: frameCount)
        }
        samples.update(repeating: 0, count: frameCount * channelCount)
        for index in tracks.indices where frame < tracks[index].frameCount {
            try scratch.withUnsafeMutableBufferPointer { scratch throws(FormatError) in
                guard let start = scratch.baseAddress else { return }
                try tracks[index].read(into: start, from: frame, frameCount: frameCount)
                for sample in 0..<frameCount * channelCount { samples[sample] += start[sample] }
            }
        }
    }
}

/// Reads one timeline.
private struct TrackReader {
    let frameCount: Int64
    var gains: FrameGains
    private let segments: [TimelineSegment]
    /// The frames at which parts end, at the mix's rate.
    private let ends: [Int64]
    private let sampleRate: Double
    private let channelCount: Int
    private let pitchRule: PitchRule
    /// The part that is read, and its next frame.
    private var open: (index: Int, frame: Int64, reader: SegmentReader)?

    init(_ timeline: SoundTimeline, _ sampleRate: Double, _ channelCount: Int) {
        segments = timeline.segments
        // Times that an app has made up may go back.
        var end: Int64 = 0
        ends = segments.map { segment in
            end = max(end, nearestFrame(at: segment.targetRange.upperBound, sampleRate))
            return end
        }
        frameCount = end
        gains = timeline.gains.atRate(sampleRate)
        pitchRule = timeline.pitchRule
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// Reads frames; silence behind the end.
    mutating func read(
        into samples: UnsafeMutablePointer<Float>, from first: Int64, frameCount: Int
    ) throws(FormatError) {
        var done = 0
        while done < frameCount {
            let frame = first + Int64(done)
            guard let index = segmentIndex(at: frame) else { break }
            let count = Int(min(Int64(frameCount - done), ends[index] - frame))
            try reader(index, at: frame).read(
                into: samples + done * channelCount, frameCount: count)
            open?.frame = frame + Int64(count)
            done += count
        }
        (samples + done * channelCount).update(
            repeating: 0, count: (frameCount - done) * channelCount)
        gains.apply(
            to: samples, frameCount: frameCount, channelCount: channelCount, from: first)
    }

    /// The part that holds a frame; `nil` behind the end.
    private func segmentIndex(at frame: Int64) -> Int? {
        if let open, frame < ends[open.index], frame >= start(of: open.index) { return open.index }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= frame { low = middle + 1 } else { high = middle }
        }
        return low < ends.count ? low : nil
    }

    private func start(of index: Int) -> Int64 {
        index == 0 ? 0 : ends[index - 1]
    }

    private mutating func reader(_ index: Int, at frame: Int64) throws(FormatError) -> SegmentReader
    {
        if let open, open.index == index, open.frame == frame { return open.reader }
        open = nil
        let reader = try SegmentReader(
            segments[index], sampleRate: sampleRate, channelCount: channelCount,
            skipping: frame - start(of: index), pitchRule: pitchRule)
        open = (index, frame, reader)
        return reader
    }
}
