package import AudioCodecs
import AudioModel

/// Decodes a stream that libavformat demuxes while its bytes arrive: Ogg, with its chained
/// bitstreams, WavPack, Matroska and others.
///
/// The frames equal those of a `FrameReader` of the whole file. Memory does not grow with the stream.
/// Not thread-safe: used by one thread at a time, which waits for bytes.
package final class DemuxedStream {
    /// Waits for bytes and copies them; zero at the end.
    package typealias Read = (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int

    /// The stream's properties according to its header. Packets are not available.
    package let reader: AudioFileReader
    /// What the present bitstream says about itself.
    package private(set) var texts: [(key: String, value: String)]
    /// What the stream lacks of the audio that it states or announces; known at its end.
    package private(set) var missingAudio: MissingAudio?

    #if FFmpeg
        private let bitstreams: OggBitstreams?
        private let head: [UInt8]
        private let bytes: SequentialBytes
        private let decoder: any PacketDecoder
        private let chain: OggChain
        private let channelCount: Int
        private let statedFrames: Int64?
        private var link: Link?
        private var trimmer: StreamTrimmer
        /// Valid frames of the bitstreams before the present one.
        private var frameCountBefore: Int64 = 0
        /// The last packet, of kinds of files that can end with a cut one.
        private var lastPacket: (bytes: [UInt8], frameCount: Int64)?

        /// A bitstream that is demuxed.
        private struct Link {
            let parser: DemuxedPacketParser
            let coding: DemuxedCoding
            let demuxer: Demuxer
        }

        private static let samplesPerPacketMax: Int64 = 1 << 22
    #endif

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - head: The stream's first bytes, which `read` does not deliver again; enough to tell the
    ///     kind.
    ///   - read: Waits for the bytes behind them.
    /// - Throws: `containerNotRead` for a kind that is not read from a stream, the first defect
    ///   found, or an error of `read`.
    package init(
        kind: ContainerKind, head: [UInt8], read: @escaping Read
    ) throws(FormatError) {
        #if FFmpeg
            guard let format = kind.format as? any FFmpegContainerFormat, !kind.isStreamed else {
                throw FormatError(.containerNotRead(kind))
            }
            let isEnhanced =
                kind == .ac3 ? try DemuxedContainer.isEnhanced(MemoryBytes(head)) : false
            self.head = head
            let source = Self.joined(head, read)
            let bitstreams = kind == .ogg ? OggBitstreams(source) : nil
            self.bitstreams = bitstreams
            bytes = SequentialBytes(bitstreams?.read(into:) ?? source)
            let link = try Self.open(isEnhanced ? "eac3" : format.demuxer, of: kind, bytes)
            let priming = link.demuxer.initialPadding
            reader = Self.reader(of: link, kind, priming: priming)
            decoder = try makePacketDecoder(
                interleaved: link.coding.format,
                configuration: link.coding.parameters.configuration)
            chain = OggChain(link.coding.format.id, headers: link.coding.headers)
            channelCount = Int(link.coding.format.channelCount)
            statedFrames = link.demuxer.duration.map { [rate = link.coding.format.sampleRate] in
                Int64(min($0 * rate, Double(ContainerLimits.framesMax)).rounded())
            }
            trimmer = StreamTrimmer(channelCount: channelCount, primingFrames: priming)
            texts = DemuxedContainer.tags(of: link.demuxer).map { ($0.key, $0.value) }
            self.link = link
        #else
            throw FormatError(.containerNotRead(kind))
        #endif
    }

    /// Decodes the next packets.
    ///
    /// - Returns: Interleaved valid samples, which may be none; `nil` at the end.
    /// - Throws: An error of the source.
    package func next() throws(FormatError) -> [Float]? {
        #if FFmpeg
            guard let link else { return nil }
            guard let (place, bytes) = try link.parser.peek() else { return try endLink(link) }
            let samples = try decode(bytes, frameCount: place.frameCount)
            keep(bytes, frameCount: place.frameCount)
            let remainder = link.parser.remainderFrames
            link.parser.advance()
            return trimmer.append(samples, end: .beforeEnd(remainder))
        #else
            return nil
        #endif
    }
}

#if FFmpeg
    extension DemuxedStream {
        private static func joined(_ head: [UInt8], _ read: @escaping Read) -> Read {
            var rest = head[...]
            return { buffer throws(FormatError) in
                guard !rest.isEmpty else { return try read(buffer) }
                let count = min(rest.count, buffer.count)
                buffer.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
        }

        private static func open(
            _ name: String, of kind: ContainerKind, _ bytes: SequentialBytes
        ) throws(FormatError) -> Link {
            let demuxer: Demuxer
            do throws(FormatError) {
                demuxer = try Demuxer(bytes, demuxer: name, isSequential: true)
            } catch {
                guard case .missing = error.reason else { throw error }
                throw FormatError(.endsEarly("header, or it has no sound"))
            }
            let coding = try DemuxedCoding(demuxer)
            // The last block of a FLAC bitstream in Ogg may be short, and others may follow.
            let hasVariableBlocks = kind == .ogg && coding.format.id == .flac
            let parser = DemuxedPacketParser(
                demuxer, measure: coding.measure,
                framesPerPacket: hasVariableBlocks ? 0 : coding.format.framesPerPacket)
            _ = try parser.peek()
            parser.begin(at: 0, discardExcess: kind == .ogg ? parser.excessOfFirstPacket : 0)
            return Link(parser: parser, coding: coding, demuxer: demuxer)
        }

        private static func reader(
            of link: Link, _ kind: ContainerKind, priming: Int64
        ) -> AudioFileReader {
            var contents = ContainerContents(
                kind: kind, format: link.coding.format, dataOffset: 0, dataByteCount: 0,
                packets: .unlocated,
                timeline: FrameTimeline(
                    priming: priming, certainty: .countedWithRemainder,
                    hasPacketTable: link.coding.format.id != .linearPCM),
                codec: link.coding.parameters,
                metadata: FileMetadata(tags: DemuxedContainer.tags(of: link.demuxer)))
            contents.codec.outputLayout = FFmpegChannelOrder.described(
                contents.format, configuration: contents.codec.configuration)
            return AudioFileReader(MemoryBytes([]), contents: contents)
        }

        private func decode(
            _ bytes: UnsafeRawBufferPointer, frameCount: Int64
        ) throws(FormatError) -> [Float] {
            guard frameCount <= PacketFrames.framesPerPacketMax,
                frameCount * Int64(channelCount) <= Self.samplesPerPacketMax
            else { throw FormatError(.tooLarge("number of frames per packet")) }
            let sampleCount = Int(frameCount) * channelCount
            // A packet without frames still sets up the decoder for the next.
            return [Float](unsafeUninitializedCapacity: max(sampleCount, 1)) { samples, count in
                count = sampleCount
                guard let start = samples.baseAddress else { return }
                decoder.decodeWhole(
                    bytes, into: start, frameCount: Int(frameCount), channelCount: channelCount)
            }
        }

        private func keep(_ bytes: UnsafeRawBufferPointer, frameCount: Int64) {
            guard [.ac3, .mp1, .mp2, .amr].contains(reader.containerKind) else { return }
            lastPacket = (Array(bytes), frameCount)
        }

        // MARK: Ends

        /// Ends a bitstream, and goes on with the one that follows.
        ///
        /// - Returns: Its last samples.
        private func endLink(_ link: Link) throws(FormatError) -> [Float]? {
            let last = trimmer.finish(.beforeEnd(link.parser.remainderFrames))
            frameCountBefore += trimmer.frameCount
            self.link = nil
            if let bitstreams, bitstreams.isBeforeNext {
                bitstreams.beginNext()
                try beginLink(bitstreams)
            } else {
                missingAudio = missing(frameCountBefore)
            }
            return last
        }

        private func beginLink(_ bitstreams: OggBitstreams) throws(FormatError) {
            let next = try FormatError.unlessDefective { () throws(FormatError) -> Link in
                try Self.open("ogg", of: .ogg, SequentialBytes(bitstreams.read(into:)))
            }
            guard let next, chain.fits(next.coding) else {
                missingAudio = .otherFormat(found: frameCountBefore)
                return
            }
            decoder.reset()
            texts = DemuxedContainer.tags(of: next.demuxer).map { ($0.key, $0.value) }
            trimmer = StreamTrimmer(
                channelCount: channelCount,
                primingFrames: max(
                    next.demuxer.initialPadding, next.parser.skippedFramesOfFirstPacket))
            link = next
        }

        private func missing(_ found: Int64) -> MissingAudio? {
            switch reader.containerKind {
            case .ogg: return bitstreams?.isComplete == false ? .packet(found: found) : nil
            case .matroska:
                let missing = try? AudioFileReader.missingMatroskaBytes(
                    MemoryBytes(head), byteCount: bytes.readCount)
                return missing ?? nil
            case .wavPack, .monkeysAudio:
                // A difference as short as this may be one of counting.
                let tolerance =
                    reader.containerKind == .wavPack ? 0 : Int64(reader.format.sampleRate / 10)
                guard let statedFrames, statedFrames > found + tolerance else { return nil }
                return .frames(found: found, stated: statedFrames)
            default:
                guard let lastPacket,
                    let stated = StatedFrameSize.byteCount(
                        lastPacket.bytes, in: reader.containerKind, reader.format.id),
                    stated > lastPacket.bytes.count
                else { return nil }
                return .packet(found: found - lastPacket.frameCount)
            }
        }
    }
#endif
