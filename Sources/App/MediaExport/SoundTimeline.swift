package import AudioCodecs
package import AudioFormats
package import AudioModel

/// A sound of which timelines play parts: the frames of a file. Any thread.
///
/// The file is opened when a reader gets to a part of it, so that a timeline of many files has few
/// of them open.
package final class FileSound: Sendable {
    /// The format of the file's packets; rate and channels are those of its frames.
    package let format: StreamFormat
    private let opening: @Sendable () throws(FormatError) -> AudioFileReader

    /// A file that is open.
    package init(_ file: AudioFileReader) {
        format = file.format
        opening = { () throws(FormatError) in file }
    }

    /// A file that is opened when it is needed.
    package init(
        format: StreamFormat, open: @escaping @Sendable () throws(FormatError) -> AudioFileReader
    ) {
        self.format = format
        opening = open
    }

    /// The open file.
    package func open() throws(FormatError) -> AudioFileReader { try opening() }
}

/// A part of a timeline: a part of a sound, or silence. Times are in seconds.
package struct TimelineSegment: Sendable {
    /// The sound; `nil` for silence.
    package var source: FileSound?
    /// The part of the sound.
    package var sourceRange: Range<Double>
    /// Where in the timeline it is heard; of another duration than the part of the sound, it is
    /// heard faster or slower.
    package var targetRange: Range<Double>

    package init(
        _ source: FileSound?, sourceRange: Range<Double>, targetRange: Range<Double>
    ) {
        self.source = source
        self.sourceRange = sourceRange
        self.targetRange = targetRange
    }

    /// How many times as fast as by itself the sound is heard; 1 where its durations are equal to
    /// a millionth of a second.
    package var speed: Double {
        let (source, target) = (
            sourceRange.upperBound - sourceRange.lowerBound,
            targetRange.upperBound - targetRange.lowerBound
        )
        guard target > 0, source > 0, abs(source - target) > 1e-6 else { return 1 }
        return source / target
    }
}

/// What a change of speed does to the pitch.
package enum PitchRule: Hashable, Sendable {
    case keepsPitch
    case followsSpeed
}

/// One track: parts of sounds one after the other from time 0, and its volume.
package struct SoundTimeline: Sendable {
    /// The parts in order, without gaps and overlaps.
    package var segments: [TimelineSegment]
    package var gains: GainCurve
    package var pitchRule: PitchRule

    package init(
        _ segments: [TimelineSegment], gains: GainCurve = GainCurve(),
        pitchRule: PitchRule = .keepsPitch
    ) {
        self.segments = segments
        self.gains = gains
        self.pitchRule = pitchRule
    }

    /// A whole file.
    package init(wholeOf file: AudioFileReader) throws(FormatError) {
        let duration = try file.duration()
        self.init([
            TimelineSegment(
                FileSound(file), sourceRange: 0..<duration, targetRange: 0..<duration)
        ])
    }

    /// The end of the last part in seconds.
    package var duration: Double { segments.last?.targetRange.upperBound ?? 0 }

    /// The format of the first sound; `nil` for silence alone.
    package var firstFormat: StreamFormat? {
        segments.lazy.compactMap { $0.source?.format }.first
    }
}

extension StreamFormat {
    /// Interleaved 32-bit float in the machine's byte order.
    package static func mixed(sampleRate: Double, channelCount: Int) -> StreamFormat {
        StreamFormat(
            linearPCM: sampleRate, channelCount: UInt32(channelCount), bits: 32,
            bytesPerSample: 4, isFloat: true, isBigEndian: Int(1).bigEndian == 1)
    }
}

/// The frame at a time in seconds, to the nearest one; clamped to what fits.
func nearestFrame(at seconds: Double, _ sampleRate: Double) -> Int64 {
    let frames = (seconds * sampleRate).rounded()
    guard !frames.isNaN else { return 0 }
    return Int64(min(max(frames, -0x1p60), 0x1p60))
}
