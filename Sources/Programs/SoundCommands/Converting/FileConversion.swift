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
    /// Describes, in plain words, what has been lost; known at the end.
    package private(set) var finalNotices: [String] = []
    /// The sound that is missing in the new file, by source.
    package private(set) var shortages: [(missing: MissingAudio, input: String)] = []
    /// The sample rate of `frameCount` in hertz.
    package let sourceRate: Double

    private var conversionPath: ConversionPath
    private let input: String
    private let output: OutputFile
    private let edits: SoundEdits
    /// Whether the sound is read for its peak, and not yet written.
    private var isMeasuring: Bool

    private enum ConversionPath {
        /// The whole file is copied, byte by byte.
        case file(FileCopier)
        /// Packets are copied without decoding.
        case copy(PacketCopier, AudioFileWriter, AudioFileReader)
        /// Packets are decoded, converted and encoded.
        case frames(EditedReading, ExtendedFileWriting, FrameBlock)
    }

    /// Frames converted at a time.
    private static let pieceFrameCount = 1 << 14

    /// Opens the sources, plans the conversion, and creates the file.
    ///
    /// - Parameter isCancelled: Returns whether to give up waiting for a source that comes through a
    ///   pipe.
    package init(
        _ request: ConversionRequest, isCancelled: () -> Bool = { false }
    ) throws(ProgramError) {
        input = request.input
        edits = request.edits
        isMeasuring = request.edits.isNormalised
        try request.checkStreams()
        let sources = try request.inputs.map { path throws(ProgramError) in
            let source = try InputFile(path, isCancelled: isCancelled)
            return try readingInput(path) { () throws(FormatError) in
                try AudioFileReader(
                    path: source.path, hint: .hint(fromName: WebAddress(path)?.name ?? path),
                    recoversUnfinished: true)
            }
        }
        let source = sources[0]
        let plan = try ConversionPlan(request, of: source)
        self.plan = plan
        let stated = try readingInput(request.input) { () throws(FormatError) in
            try source.frameCount()
        }
        let isUnaltered = Self.isUnaltered(source, plan)
        let tags = try readingInput(request.input) { () throws(FormatError) in
            isUnaltered ? nil : try FileTagTransfer(of: source, plan, request.edits)
        }
        notices =
            plan.notices(source) + plan.notices(of: sources, request) + (tags?.notices ?? [])
        for input in request.inputs.dropFirst() where isSameFile(input, request.output) {
            throw ProgramError(
                .wrongUse, "is a file that is read", in: request.output, advice: "name another")
        }
        output = try OutputFile(
            request.output, readingFrom: request.input == "-" ? nil : request.input,
            mayReplace: request.mayReplace)
        let path = output.temporaryPath
        guard let tags else {
            (frameCount, sourceRate) = (stated, source.format.sampleRate)
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
                : try Self.frames(sources, writer, request, plan)
        } catch {
            output.discard()
            throw error
        }
        if case .frames(let reading, _, _) = conversionPath {
            frameCount = reading.frameCount * (request.edits.isNormalised ? 2 : 1)
            sourceRate = reading.format.sampleRate
            if !isMeasuring { reading.factor = request.edits.factor(peak: nil, plan.format) }
        } else {
            (frameCount, sourceRate) = (stated, source.format.sampleRate)
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
        _ sources: [AudioFileReader], _ writer: AudioFileWriter, _ request: ConversionRequest,
        _ plan: ConversionPlan
    ) throws(ProgramError) -> ConversionPath {
        let writing = ExtendedFileWriting(writer)
        let clientFormat =
            request.edits.changesSamples
            ? plan.editingFormat : plan.intermediateFormat(sources[0].format)
        let layout = plan.channels.map(\.layout) ?? plan.codedLayout
        var parts: [EditedReading.Part] = []
        for (path, source) in zip(request.inputs, sources) {
            let reading = try readingInput(path) { () throws(FormatError) in
                try ExtendedFileReading(source)
            }
            reading.options.quality = request.rateQuality
            reading.options.outputLayout = layout
            reading.options.channelMapping = plan.channelMapping(of: source, after: sources[0])
            reading.options.isDithered = request.wantsDither ?? plan.losesBits(of: source.format)
            do throws(ExtendedFileError) { try reading.setClientFormat(clientFormat) } catch {
                throw readingError(error, in: path, source.format)
            }
            parts.append(.init(path: path, reading: reading))
        }
        writing.options.outputBitRate = request.bitRate
        writing.options.allowsMP3Output = true
        writing.options.isDithered =
            request.edits.changesSamples && (request.wantsDither ?? plan.hasFewBits)
        do throws(ExtendedFileError) {
            if let layout { try writing.setChannelLayout(layout) }
        } catch {
            throw readingError(error, in: request.input, sources[0].format)
        }
        do throws(ExtendedFileError) {
            try writing.setClientFormat(clientFormat)
        } catch {
            throw encoderError(plan.format, in: request.output, advice: plan.encoderAdvice)
        }
        let reading = try EditedReading(parts, request.edits, in: request.output)
        return .frames(reading, writing, FrameBlock(clientFormat, frameCount: pieceFrameCount))
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
            let count = try reading.read(block.frameCount, into: block.bytes)
            let isSecond = edits.isNormalised && !isMeasuring
            framesDone = reading.position + (isSecond ? reading.frameCount : 0)
            guard !isMeasuring else {
                if count == 0 { try endMeasuring(reading) }
                return true
            }
            guard count > 0 else { return false }
            try writingOutput { () throws(ExtendedFileError) in
                try writing.write(count, from: [UnsafeRawBufferPointer(block.bytes)])
            }
            return true
        }
    }

    /// Sets the level by the peak of the sound, and begins to write.
    private mutating func endMeasuring(_ reading: EditedReading) throws(ProgramError) {
        isMeasuring = false
        if reading.peak == 0 { finalNotices.append("is silent: --normalise changes nothing") }
        reading.factor = edits.factor(peak: reading.peak, plan.format)
        try reading.restart()
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
                found: writer.decodedFrameCount - source.primingFrames, of: frameCount,
                source, input)
            // The source's remainder is at its missing end.
            if !shortages.isEmpty { writer.properties.remainderFrames = 0 }
            do throws(FormatError) { try writer.close() } catch {
                throw outputError(error, in: output.path)
            }
        case .frames(let reading, let writing, _):
            for (part, found) in reading.ends {
                let sound = part.reading
                try checkEnd(found: found, of: sound.frameCount, sound.file, part.path)
            }
            try writingOutput { () throws(ExtendedFileError) in try writing.finish() }
            if let notice = plan.clippingNotice(peak: reading.peak * reading.factor, edits) {
                finalNotices.append(notice)
            }
        }
        try output.finish()
    }

    private mutating func checkEnd(
        found: Int64, of stated: Int64, _ file: AudioFileReader, _ path: String
    ) throws(ProgramError) {
        guard found > 0 || stated <= 0 else {
            throw ProgramError(
                .badInput, "ends before the first of its \(stated) frames",
                in: StreamPath.name(of: path))
        }
        let missing = try readingInput(path) { () throws(FormatError) in try file.missingAudio() }
        // A file that is whole can have less than it states, too.
        if let missing = missing ?? (found < stated ? .frames(found: found, stated: stated) : nil) {
            shortages.append((missing, path))
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
