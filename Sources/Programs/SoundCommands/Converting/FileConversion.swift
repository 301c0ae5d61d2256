import AudioCodecs
import AudioConversion
import AudioFiles
package import AudioFormats
import AudioModel
package import CommandLineTool

/// Converts a file in steps, so that the caller can show the progress and cancel.
package struct FileConversion {
    package let plan: ConversionPlan
    /// Valid frames of the source: the final value of `framesDone`.
    package let frameCount: Int64
    package private(set) var framesDone: Int64 = 0
    /// Describes, in plain words, what will be lost or changed.
    package let notices: [String]
    /// The sound that is missing in the new file; `nil` if none is.
    package private(set) var shortage: MissingAudio?
    /// The source's sample rate in hertz.
    package let sourceRate: Double

    private var conversionPath: ConversionPath
    private let input: String
    private let output: OutputFile

    private enum ConversionPath {
        /// The whole file is copied, byte by byte.
        case file(FileCopier)
        /// Packets are copied without decoding.
        case copy(PacketCopier, AudioFileWriter, AudioFileReader)
        /// Packets are decoded, converted and encoded.
        case frames(ExtendedFileReading, ExtendedFileWriting, FrameBlock)
    }

    /// Frames converted at a time.
    private static let pieceFrameCount = 1 << 14

    /// Opens the source, plans the conversion, and creates the file.
    package init(_ request: ConversionRequest) throws(ProgramError) {
        input = request.input
        let source = try readingInput(request.input) { () throws(FormatError) in
            try AudioFileReader(
                path: request.input, hint: .hint(fromName: request.input), recoversUnfinished: true)
        }
        let plan = try ConversionPlan(request, of: source)
        self.plan = plan
        frameCount = try readingInput(request.input) { () throws(FormatError) in
            try source.frameCount()
        }
        let isUnaltered = Self.isUnaltered(source, plan)
        let tags = try readingInput(request.input) { () throws(FormatError) in
            isUnaltered ? nil : try FileTagTransfer(of: source, plan)
        }
        notices = plan.notices(source) + (tags?.notices ?? [])
        output = try OutputFile(
            request.output, readingFrom: request.input, mayReplace: request.mayReplace)
        sourceRate = source.format.sampleRate
        let path = output.temporaryPath
        guard let tags else {
            do throws(FormatError) {
                conversionPath = .file(try FileCopier(from: source, to: path))
            } catch {
                output.discard()
                throw outputError(error, in: request.output)
            }
            return
        }
        let writer: AudioFileWriter
        do throws(FormatError) {
            writer = try AudioFileWriter(path: path, kind: plan.kind, format: plan.format)
        } catch {
            output.discard()
            throw outputError(error, in: request.output)
        }
        writer.properties.setTags(tags.tags)
        writer.properties.chunks = tags.chunks
        do throws(ProgramError) {
            conversionPath =
                plan.isCopy
                ? try Self.copy(source, writer, request, plan)
                : try Self.frames(source, writer, request, plan)
        } catch {
            output.discard()
            throw error
        }
    }

    // MARK: Copying and converting

    private static func copy(
        _ source: AudioFileReader, _ writer: AudioFileWriter, _ request: ConversionRequest,
        _ plan: ConversionPlan
    ) throws(ProgramError) -> ConversionPath {
        writer.properties.magicCookie = source.cookieForCopy
        writer.properties.channelLayout = plan.channels.map(\.layout) ?? source.channelLayoutForCopy
        writer.properties.primingFrames = source.primingFrames
        writer.properties.remainderFrames = try readingInput(request.input) {
            () throws(FormatError) in
            try source.remainderFrames()
        }
        return .copy(PacketCopier(from: source, to: writer), writer, source)
    }

    private static func frames(
        _ source: AudioFileReader, _ writer: AudioFileWriter, _ request: ConversionRequest,
        _ plan: ConversionPlan
    ) throws(ProgramError) -> ConversionPath {
        let reading = try readingInput(request.input) { () throws(FormatError) in
            try ExtendedFileReading(source)
        }
        let writing = ExtendedFileWriting(writer)
        let clientFormat = plan.intermediateFormat(source.format)
        do throws(ExtendedFileError) {
            reading.options.quality = request.rateQuality
            if let channels = plan.channels {
                reading.options.channelMapping = channels.mapping
                reading.options.outputLayout = channels.layout
                if let layout = channels.layout { try writing.setChannelLayout(layout) }
            } else {
                reading.options.channelMapping = .mixed
                reading.options.outputLayout = plan.codedLayout
                if let layout = plan.codedLayout { try writing.setChannelLayout(layout) }
            }
            reading.options.isDithered = request.wantsDither ?? plan.losesBits(of: source.format)
            writing.options.outputBitRate = request.bitRate
            writing.options.allowsMP3Output = true
            try reading.setClientFormat(clientFormat)
        } catch {
            throw Self.error(error, in: request.input, source.format)
        }
        do throws(ExtendedFileError) {
            try writing.setClientFormat(clientFormat)
        } catch {
            throw encoderError(plan.format, in: request.output, advice: plan.encoderAdvice)
        }
        return .frames(reading, writing, FrameBlock(clientFormat, frameCount: pieceFrameCount))
    }

    private static func error(
        _ cause: ExtendedFileError, in path: String, _ format: StreamFormat
    ) -> ProgramError {
        switch cause {
        case .file(.unsupportedCoding):
            decoderError(format, in: path)
        case .file(.damaged): ProgramError(.badInput, "is damaged", in: path)
        case .wrongFormat:
            ProgramError(
                .wrongUse, "the rates are too far from each other", in: path,
                advice: "choose a --rate nearer to \(Int(format.sampleRate))")
        default: ProgramError(.badInput, "cannot be read: \(cause)", in: path)
        }
    }

    /// The error of an encoding without a decoder: it is unknown, or its library is missing.
    private static func decoderError(_ format: StreamFormat, in path: String) -> ProgramError {
        do throws(FormatError) {
            _ = try makePacketDecoder(format, magicCookie: nil)
        } catch {
            if case .missingLibrary = error.reason { return inputError(error, in: path) }
        }
        return inputError(FormatError(.unsupportedCoding(format.codingName)), in: path)
    }

    // MARK: Running

    /// Converts the next piece.
    ///
    /// - Returns: Whether there is more.
    package mutating func step() throws(ProgramError) -> Bool {
        switch conversionPath {
        case .file(var copier):
            let hasMore: Bool
            do throws(FormatError) { hasMore = try copier.copyMore() } catch {
                if case .cannotWrite = error.reason { throw outputError(error, in: output.path) }
                throw inputError(error, in: input)
            }
            conversionPath = .file(copier)
            framesDone = Int64(copier.share * Double(frameCount))
            return hasMore
        case .copy(var copier, let writer, let source):
            let hasMore: Bool
            do throws(FormatError) { hasMore = try copier.copyMore() } catch {
                if case .cannotWrite = error.reason { throw outputError(error, in: output.path) }
                throw inputError(error, in: input)
            }
            conversionPath = .copy(copier, writer, source)
            let frames = try? source.frame(ofPacket: copier.packetCount)
            framesDone = min(max((frames ?? nil) ?? 0, framesDone), frameCount)
            return hasMore
        case .frames(let reading, let writing, let block):
            let count: Int
            do throws(ExtendedFileError) {
                count = try reading.read(block.frameCount, into: [block.bytes])
            } catch {
                throw Self.error(error, in: input, reading.file.format)
            }
            framesDone = reading.position
            guard count > 0 else { return false }
            try writingOutput { () throws(ExtendedFileError) in
                try writing.write(count, from: [UnsafeRawBufferPointer(block.bytes)])
            }
            return true
        }
    }

    /// Completes the file and moves it to its path.
    ///
    /// A source that ends before its stated length is converted up to its end.
    ///
    /// - Throws: A `ProgramError`, for example when the source has no sound at all.
    package mutating func finish() throws(ProgramError) {
        switch conversionPath {
        case .file: break
        case .copy(_, let writer, let source):
            try checkEnd(
                found: writer.decodedFrameCount - source.primingFrames,
                try missingAudio(source))
            // The source's remainder is at its missing end.
            if shortage != nil { writer.properties.remainderFrames = 0 }
            do throws(FormatError) { try writer.close() } catch {
                throw outputError(error, in: output.path)
            }
        case .frames(let reading, let writing, _):
            try checkEnd(found: reading.position, try missingAudio(reading.file))
            try writingOutput { () throws(ExtendedFileError) in try writing.finish() }
        }
        try output.finish()
    }

    private mutating func checkEnd(
        found: Int64, _ missing: MissingAudio?
    ) throws(ProgramError) {
        guard found > 0 || frameCount <= 0 else {
            throw ProgramError(
                .badInput, "ends before the first of its \(frameCount) frames", in: input)
        }
        shortage = missing
        // A file that is whole can have less than it states, too.
        if missing == nil, found < frameCount {
            shortage = .frames(found: found, stated: frameCount)
        }
    }

    /// Removes the unfinished file.
    package func discard() {
        output.discard()
    }

    private func writingOutput(
        _ body: () throws(ExtendedFileError) -> Void
    ) throws(ProgramError) {
        do throws(ExtendedFileError) { try body() } catch {
            switch error {
            case .file(.unsupportedCoding):
                throw ProgramError(
                    .wrongUse, "\(plan.format.codingName): the encoder failed", in: output.path,
                    advice: plan.encoderAdvice)
            case .file(.tooLong), .file(.damaged):
                throw ProgramError(
                    .wrongUse, "\(plan.kind.name) cannot hold a file this long", in: output.path,
                    advice: "choose another --container")
            case .file(.systemFailed(let number)):
                throw cannotWrite(output.path, number)
            default:
                throw ProgramError(
                    .deviceMissing, "cannot be written: \(error)", in: output.path,
                    advice: "check that there is room for it")
            }
        }
    }

    private func missingAudio(_ file: AudioFileReader) throws(ProgramError) -> MissingAudio? {
        try readingInput(input) { () throws(FormatError) in try file.missingAudio() }
    }
}

/// Allocated memory for frames.
private final class FrameBlock {
    let bytes: UnsafeMutableRawBufferPointer
    let frameCount: Int

    init(_ format: StreamFormat, frameCount: Int) {
        self.frameCount = frameCount
        bytes = .allocate(byteCount: frameCount * Int(format.bytesPerFrame), alignment: 16)
    }

    deinit {
        bytes.deallocate()
    }
}
