import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import ChannelLayouts
import TimePitch

/// Reads the frames of one part of a timeline at the rate and with the channels of the mix.
///
/// One thread at a time.
final class SegmentReader {
    private let channelCount: Int
    private let stages: Stages

    /// What the sound passes through.
    private enum Stages {
        case silence
        case frames(FileFrames)
        case converted(FileFrames, FormatConverter)
        case stretched(FileFrames, FormatConverter?, TimePitch)
    }

    /// Frames between the stages.
    private var block: [Float]
    private var isInputOver = false
    /// Frames of the converter that come from before the part, to be dropped.
    private var framesToDrop = 0

    private static let blockFrames = 4096
    /// Speeds at which a sound is heard; at others it is silent.
    private static let speeds = 1.0 / 64...64.0
    /// How far before a part the converter begins to read, in frames of the source.
    private static let leadMax: Int64 = 4096

    /// - Parameters:
    ///   - offset: How many frames of the part, at the mix's rate, are skipped.
    /// - Throws: An error of the file, or `unsupportedCoding`.
    init(
        _ segment: TimelineSegment, sampleRate: Double, channelCount: Int, skipping offset: Int64,
        pitchRule: PitchRule
    ) throws(FormatError) {
        self.channelCount = channelCount
        block = []
        guard let source = segment.source, Self.speeds.contains(segment.speed) else {
            stages = .silence
            return
        }
        let file = try FileFrames(try source.open())
        let rate = file.sampleRate
        let speed = segment.speed
        let first = nearestFrame(at: segment.sourceRange.lowerBound, rate)
        let skipped = nearestFrame(at: Double(offset) / sampleRate * speed, rate)
        let (start, overflow) = first.addingReportingOverflow(skipped)
        file.seek(toFrame: overflow ? .max : start)
        let isStretched =
            speed != 1 && pitchRule == .keepsPitch && TimePitch.rateRange.contains(speed)
            && TimePitch.channelRange.contains(channelCount)
        // What no engine stretches is played at another rate, which changes the pitch.
        let inputRate = isStretched ? rate : rate * speed
        let isSame = inputRate == sampleRate && file.channelCount == channelCount
        var converter: FormatConverter?
        if !isSame {
            converter = try Self.makeConverter(file, inputRate, sampleRate, channelCount)
            block = Array(repeating: 0, count: Self.blockFrames * channelCount)
        }
        if isStretched,
            let engine = TimePitch(sampleRate: sampleRate, channelCount: channelCount)
        {
            block = Array(repeating: 0, count: Self.blockFrames * channelCount)
            engine.rate = speed
            stages = .stretched(file, converter, engine)
            return
        }
        if isStretched {
            converter = try Self.makeConverter(file, rate * speed, sampleRate, channelCount)
        }
        guard let converter else {
            stages = .frames(file)
            return
        }
        stages = .converted(file, converter)
        beginEarlier(file, converter, sampleRate)
    }

    private static func makeConverter(
        _ file: FileFrames, _ inputRate: Double, _ sampleRate: Double, _ channelCount: Int
    ) throws(FormatError) -> FormatConverter {
        var options = ConversionOptions()
        options.inputLayout = file.layout
        do throws(ConversionError) {
            return try FormatConverter(
                from: .mixed(sampleRate: inputRate, channelCount: file.channelCount),
                to: .mixed(sampleRate: sampleRate, channelCount: channelCount), options: options)
        } catch {
            throw FormatError(.unsupportedCoding(file.file.format.codingName))
        }
    }

    /// Lets the filter of a conversion begin with the frames before the part, where there are some and
    /// whole frames of both rates fit.
    private func beginEarlier(
        _ file: FileFrames, _ converter: FormatConverter, _ sampleRate: Double
    ) {
        let reach = Int64(converter.rateConversionReach.leading)
        let rate = converter.inputFormat.sampleRate
        guard reach > 0, rate == rate.rounded(), sampleRate == sampleRate.rounded(),
            max(rate, sampleRate) < 0x1p31
        else { return }
        var (left, right) = (Int64(rate), Int64(sampleRate))
        while right != 0 { (left, right) = (right, left % right) }
        let unit = Int64(rate) / left
        let lead = (reach + unit - 1) / unit * unit
        guard lead <= Self.leadMax, file.frame >= lead else { return }
        file.seek(toFrame: file.frame - lead)
        framesToDrop = Int(lead / unit * (Int64(sampleRate) / left))
    }

    /// Reads the next frames; silence where the sound has none any more.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) {
        var done = 0
        while done < frameCount {
            let count = try readSome(
                into: samples + done * channelCount, frameCount: frameCount - done)
            guard count > 0 else { break }
            done += count
        }
        (samples + done * channelCount).update(
            repeating: 0, count: (frameCount - done) * channelCount)
    }

    private func readSome(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        switch stages {
        case .silence: return 0
        case .frames(let file): return try file.read(into: samples, frameCount: frameCount)
        case .converted(let file, let converter):
            while framesToDrop > 0 {
                let count = min(framesToDrop, Self.blockFrames)
                let dropped = try withBlock { block throws(FormatError) in
                    try file.convert(converter, into: block, frameCount: count, channelCount)
                }
                guard dropped > 0 else { return 0 }
                framesToDrop -= dropped
            }
            return try file.convert(converter, into: samples, frameCount: frameCount, channelCount)
        case .stretched(let file, let converter, let engine):
            return try stretch(file, converter, engine, into: samples, frameCount: frameCount)
        }
    }

    private func stretch(
        _ file: FileFrames, _ converter: FormatConverter?, _ engine: TimePitch,
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        while true {
            let count = engine.read(into: samples, frameCount: frameCount)
            guard count == 0, !isInputOver else { return count }
            let (channelCount, wanted) = (channelCount, Self.blockFrames)
            let isOver = try withBlock { block throws(FormatError) in
                let given =
                    if let converter {
                        try file.convert(converter, into: block, frameCount: wanted, channelCount)
                    } else {
                        try file.read(into: block, frameCount: wanted)
                    }
                guard given > 0 else {
                    _ = engine.flush()
                    return true
                }
                return !engine.write(block, frameCount: given)
            }
            isInputOver = isOver
        }
    }

    private func withBlock<Value>(
        _ body: (UnsafeMutablePointer<Float>) throws(FormatError) -> Value
    ) throws(FormatError) -> Value {
        try block.withUnsafeMutableBufferPointer { block throws(FormatError) in
            guard let start = block.baseAddress else { throw FormatError(.missing("audio")) }
            return try body(start)
        }
    }
}

/// The frames of a file, as they are pulled.
final class FileFrames {
    let file: AudioFileReader
    let layout: ChannelLayout?
    private let reader: FrameReader
    private let frameCount: Int64
    private(set) var frame: Int64 = 0
    private var input: [Float] = []

    private static let blockFrames = 4096

    init(_ file: AudioFileReader) throws(FormatError) {
        self.file = file
        layout = file.channelLayout
        reader = try FrameReader(file)
        frameCount = try file.frameCount()
    }

    var channelCount: Int { reader.channelCount }
    var sampleRate: Double { file.format.sampleRate }

    /// Moves to a frame; behind the end there is nothing to read.
    func seek(toFrame frame: Int64) {
        self.frame = min(max(frame, 0), frameCount)
        reader.seek(toFrame: self.frame)
    }

    /// Reads the next frames; fewer than asked for at the end only.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        let count = try reader.read(into: samples, frameCount: frameCount)
        frame += Int64(count)
        return count
    }

    /// Reads the next frames through a converter; none at the end.
    func convert(
        _ converter: FormatConverter, into samples: UnsafeMutablePointer<Float>, frameCount: Int,
        _ outputChannelCount: Int
    ) throws(FormatError) -> Int {
        if input.isEmpty { input = Array(repeating: 0, count: Self.blockFrames * channelCount) }
        var failure: FormatError?
        var input = input
        self.input = []
        defer { self.input = input }
        let result = input.withUnsafeMutableBufferPointer { input in
            converter.convert(
                into: ConversionOutput(buffers: [
                    UnsafeMutableRawBufferPointer(
                        start: samples, count: frameCount * outputChannelCount * 4)
                ]), packetCount: frameCount
            ) { wanted in
                guard let start = input.baseAddress else { return .end }
                do throws(FormatError) {
                    let count = try read(
                        into: start, frameCount: min(max(wanted, 1), Self.blockFrames))
                    guard count > 0 else { return .end }
                    return .packets(
                        PacketBatch(
                            packetCount: count,
                            buffers: [
                                UnsafeRawBufferPointer(
                                    start: start, count: count * channelCount * 4)
                            ]))
                } catch {
                    failure = error
                    return .failed(status: -1)
                }
            }
        }
        if let failure { throw failure }
        if case .failed = result.halt {
            throw FormatError(.unsupportedCoding(file.format.codingName))
        }
        return result.packetCount
    }
}
