import AudioCodecs
import AudioConversion
import AudioFiles
import AudioFormats
import AudioModel
import CommandLineTool
import Glibc

/// Reads the sounds of a conversion, one directly after the other, as they are to be written: cut,
/// at their new level, with fades.
final class EditedReading {
    /// One sound, as frames of the format that is written from.
    struct Part {
        let path: String
        let reading: ExtendedFileReading
    }

    /// The format of the frames.
    let format: StreamFormat
    /// The frames that will be read.
    let frameCount: Int64
    /// The frames read so far.
    private(set) var position: Int64 = 0
    /// The highest absolute sample read so far, before the level is changed.
    private(set) var peak = 0.0
    /// What samples are multiplied by, besides the fades.
    var factor = 1.0

    private let parts: [Part]
    private let edits: SoundEdits
    /// The first frame of each part, and the frames from it on, at the part's rate.
    private let passages: [(start: Int64, count: Int64)]
    private var partIndex = 0
    /// The frames read of the part.
    private var partPosition: Int64 = 0
    /// For each part that was read to its end, the frames of the file that were found.
    private(set) var ends: [(part: Part, found: Int64)] = []

    /// - Parameters:
    ///   - parts: At least one; all have their client format.
    ///   - output: The path that messages name.
    /// - Throws: `wrongUse` when there is nothing between the ends, or no room for the fades.
    init(_ parts: [Part], _ edits: SoundEdits, in output: String) throws(ProgramError) {
        self.parts = parts
        self.edits = edits
        format = parts[0].reading.clientFormat
        passages = Self.passages(parts, edits)
        let rate = format.sampleRate
        frameCount = zip(parts, passages).reduce(0) { sum, next in
            sum + Self.frames(next.1.count, next.0.reading.file.format.sampleRate, rate)
        }
        let whole = parts.reduce(0.0) { sum, part in
            sum + Double(part.reading.frameCount) / part.reading.file.format.sampleRate
        }
        guard !edits.isCut || frameCount > 0 else {
            throw ProgramError(
                .wrongUse,
                "there is no sound after \(Numeral.clock(edits.from)): "
                    + "it ends at \(Numeral.clock(whole))",
                in: parts.count == 1 ? StreamPath.name(of: parts[0].path) : output,
                advice: "give an earlier --from")
        }
        let fades = edits.fadeIn + edits.fadeOut
        guard fades <= 0 || fades * rate <= Double(frameCount) + 0.5 else {
            throw ProgramError(
                .wrongUse,
                "the fades take \(Numeral.short(fades, places: 3)) seconds, and the sound has "
                    + Numeral.short(Double(frameCount) / rate, places: 3),
                in: output, advice: "give a shorter --fade")
        }
        try seek()
    }

    /// The frames at another rate, as converters give them.
    private static func frames(_ count: Int64, _ rate: Double, _ wanted: Double) -> Int64 {
        guard rate != wanted, rate > 0 else { return count }
        let (product, overflow) = count.multipliedReportingOverflow(by: Int64(clamped: wanted))
        if !overflow, rate == rate.rounded(), wanted == wanted.rounded(),
            let divisor = Int64(exactly: rate)
        {
            return product / divisor + (product % divisor > 0 ? 1 : 0)
        }
        return Int64(clamped: (Double(count) * wanted / rate).rounded(.up))
    }

    /// The passage of each part that lies between the ends of the whole.
    private static func passages(
        _ parts: [Part], _ edits: SoundEdits
    ) -> [(start: Int64, count: Int64)] {
        /// Seconds of the parts before.
        var before = 0.0
        return parts.map { part in
            let (rate, count) = (part.reading.file.format.sampleRate, part.reading.frameCount)
            func frame(_ seconds: Double) -> Int64 {
                min(max(Int64(clamped: ((seconds - before) * rate).rounded()), 0), count)
            }
            let start = frame(edits.from)
            let end = edits.to.map(frame) ?? count
            before += Double(count) / rate
            return (start, max(end - start, 0))
        }
    }

    /// Begins again at the first frame.
    func restart() throws(ProgramError) {
        (partIndex, partPosition, position) = (0, 0, 0)
        ends = []
        try seek()
    }

    private func seek() throws(ProgramError) {
        guard partIndex < parts.count else { return }
        let part = parts[partIndex]
        guard passages[partIndex].start > 0 || part.reading.position > 0 else { return }
        do throws(ExtendedFileError) {
            try part.reading.seek(toFrame: passages[partIndex].start)
        } catch {
            throw readingError(error, in: part.path, part.reading.file.format)
        }
    }

    /// Reads the next frames.
    ///
    /// - Returns: The frames read; zero at the end.
    func read(_ count: Int, into bytes: UnsafeMutableRawBufferPointer) throws(ProgramError) -> Int {
        while partIndex < parts.count {
            let (part, passage) = (parts[partIndex], passages[partIndex])
            let length = Self.frames(
                passage.count, part.reading.file.format.sampleRate, format.sampleRate)
            // Without a cut a part is read to its end, wherever that is.
            let isWhole = passage.start + passage.count >= part.reading.frameCount
            let left = isWhole ? Int64(count) : min(Int64(count), length - partPosition)
            if left > 0 {
                let read: Int
                do throws(ExtendedFileError) {
                    read = try part.reading.read(Int(left), into: [bytes])
                } catch {
                    throw readingError(error, in: part.path, part.reading.file.format)
                }
                if read > 0 {
                    edit(read, bytes)
                    partPosition += Int64(read)
                    position += Int64(read)
                    return read
                }
                ends.append((part, part.reading.position))
            }
            partIndex += 1
            partPosition = 0
            try seek()
        }
        return 0
    }

    /// Fades, measures and multiplies frames.
    private func edit(_ count: Int, _ bytes: UnsafeMutableRawBufferPointer) {
        guard edits.changesSamples else { return }
        let channelCount = Int(format.channelCount)
        let samples = bytes.bindMemory(to: Double.self)
        let fadeIn = edits.fadeIn * format.sampleRate
        let fadeOut = edits.fadeOut * format.sampleRate
        var highest = peak
        for frame in 0..<count {
            let index = position + Int64(frame)
            var gain = 1.0
            if Double(index) < fadeIn { gain = Double(index) / fadeIn }
            let rest = Double(max(frameCount - 1 - index, 0))
            if rest < fadeOut { gain *= rest / fadeOut }
            for place in frame * channelCount..<(frame + 1) * channelCount {
                let sample = samples[place] * gain
                if sample.magnitude > highest { highest = sample.magnitude }
                samples[place] = sample * factor
            }
        }
        peak = highest
    }
}

/// The error of a sound that is read for a conversion.
func readingError(
    _ cause: ExtendedFileError, in path: String, _ format: StreamFormat
) -> ProgramError {
    let name = StreamPath.name(of: path)
    return switch cause {
    case .file(.unsupportedCoding):
        decoderError(format, in: path)
    case .file(.damaged): ProgramError(.badInput, "is damaged", in: name)
    case .wrongFormat:
        ProgramError(
            .wrongUse, "the rates are too far from each other", in: name,
            advice: "choose a --rate nearer to \(Int(format.sampleRate))")
    default: ProgramError(.badInput, "cannot be read: \(cause)", in: name)
    }
}

/// The error of an encoding without a decoder: it is unknown, or its library is missing.
private func decoderError(_ format: StreamFormat, in path: String) -> ProgramError {
    do throws(FormatError) {
        _ = try makePacketDecoder(format, magicCookie: nil)
    } catch {
        if case .missingLibrary = error.reason { return inputError(error, in: path) }
    }
    return inputError(FormatError(.unsupportedCoding(format.codingName)), in: path)
}

extension Int64 {
    /// The nearest number to a value that may be out of range or none.
    init(clamped value: Double) {
        self = Int64(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : 0)
    }
}
