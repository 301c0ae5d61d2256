import AudioCodecs

#if FFmpeg
    import AudioModel

    /// Tracks the logical bitstreams of a chained Ogg file.
    ///
    /// libavformat delivers the headers of a later bitstream as packets, except for Opus with
    /// another serial number. A bitstream with other parameters than the first ends the file,
    /// because the decoder has the first one's headers.
    ///
    /// Source: RFC 3533, 4, "sequential multiplexing"; compared fields: RFC 7845, 5.1; Vorbis I
    /// specification, 4.2; RFC 9639, 10.1; The Speex Codec Manual, 7.2.
    struct OggChain {
        enum Part {
            case sound
            case header
            /// A header of a bitstream that cannot be decoded with the first one's parameters.
            case incompatibleHeader
        }

        private let coding: FormatID
        /// libavformat's `extradata` of the first bitstream.
        private let headers: [UInt8]
        /// Remaining header packets before the bitstream's audio packets; `.max` for FLAC, where a frame
        /// sync code ends them. Unused for Opus and Vorbis.
        private var headersLeft: Int64 = 0
        /// Frames to skip at the start of a bitstream; nil within one.
        private var startingSkip: Int64?

        init(_ coding: FormatID, headers: [UInt8]) {
            self.coding = coding
            self.headers = headers
        }

        /// Frames to skip if the next audio packet starts a chained bitstream; nil otherwise. Call
        /// it once per audio packet.
        mutating func takeStart() -> Int64? {
            defer { startingSkip = nil }
            return startingSkip
        }

        /// Classifies a packet. Call it for every packet in order, except the first bitstream's
        /// headers.
        mutating func part(_ packet: UnsafeRawBufferPointer) -> Part {
            let part = classify(packet)
            if part == .header, startingSkip == nil { startingSkip = 0 }
            return part
        }

        private mutating func classify(_ packet: UnsafeRawBufferPointer) -> Part {
            switch coding {
            case .opus: return opusPart(packet)
            case .vorbis: return vorbisPart(packet)
            case .flac: return flacPart(packet)
            case .speex: return speexPart(packet)
            default: return .sound
            }
        }

        /// Audio packets cannot start with these bytes: they would mean more than the 120 ms limit.
        private mutating func opusPart(_ packet: UnsafeRawBufferPointer) -> Part {
            if packet.starts(with: "OpusTags".utf8) { return .header }
            guard packet.starts(with: "OpusHead".utf8), packet.count >= 19 else { return .sound }
            guard fits(Array(packet)) else { return .incompatibleHeader }
            startingSkip = Int64(packet[10]) | Int64(packet[11]) << 8
            return .header
        }

        /// Whether an Opus bitstream with this header can be decoded like the first. The input
        /// sample rate and the pre-skip may differ.
        func fits(_ other: [UInt8]) -> Bool {
            guard coding == .opus, headers.count >= 19, headers.count == other.count else {
                return false
            }
            return headers[9] == other[9] && headers[16...].elementsEqual(other[16...])
        }

        private func vorbisPart(_ packet: UnsafeRawBufferPointer) -> Part {
            guard let kind = packet.first, kind & 1 == 1, packet.count >= 7,
                packet[1..<7].elementsEqual("vorbis".utf8)
            else { return .sound }
            switch kind {
            case 1:
                // Channels, sample rate and block sizes; bit rates may differ.
                guard packet.count == 30, let own = VorbisBlocks.identification(headers),
                    own.dropFirst(11).prefix(5).elementsEqual(packet[11..<16]),
                    own.dropFirst(28).first == packet[28]
                else { return .incompatibleHeader }
                return .header
            case 5:
                // The codebooks.
                return headers.suffix(packet.count).elementsEqual(packet)
                    ? .header : .incompatibleHeader
            default: return .header
            }
        }

        private mutating func flacPart(_ packet: UnsafeRawBufferPointer) -> Part {
            let streamInfoOffset = 17
            let frameStart: UInt8 = 0xFF
            if packet.starts(with: [0x7F] + "FLAC".utf8), packet.count > streamInfoOffset {
                guard let first = FLACStreamInfo(headers),
                    let other = FLACStreamInfo(Array(packet[streamInfoOffset...])),
                    other.format.sampleRate == first.format.sampleRate,
                    other.format.channelCount == first.format.channelCount,
                    other.format.flags == first.format.flags,
                    other.format.bitsPerChannel == first.format.bitsPerChannel,
                    other.blockFrames.upperBound <= first.blockFrames.upperBound
                else { return .incompatibleHeader }
                headersLeft = .max
                return .header
            }
            guard headersLeft > 0, packet.first != frameStart else {
                headersLeft = 0
                return .sound
            }
            return .header
        }

        private mutating func speexPart(_ packet: UnsafeRawBufferPointer) -> Part {
            if headersLeft > 0 {
                headersLeft -= 1
                return .header
            }
            let headerByteCount = 80
            guard packet.count >= headerByteCount, packet.starts(with: "Speex   ".utf8) else {
                return .sound
            }
            // Rate, mode, nb_channels, frame_size and frames_per_packet.
            let fields = [36..<44, 48..<52, 56..<60, 64..<68]
            guard headers.count >= headerByteCount,
                fields.allSatisfy({ headers[$0].elementsEqual(packet[$0]) })
            else { return .incompatibleHeader }
            let extraHeaderCount = (0..<4).reduce(Int64(0)) {
                $0 | Int64(packet[68 + $1]) << (8 * $1)
            }
            // The comment header and the extra headers.
            headersLeft = 1 + extraHeaderCount
            return .header
        }
    }

    extension ByteSource {
        /// Whether a logical bitstream starts after an Ogg page.
        ///
        /// - Parameter position: Offset of the page in the file.
        /// - Returns: False also when more pages follow than are examined.
        ///
        /// Source: RFC 3533, 6, "The Ogg page format".
        func startsOggBitstream(afterPageAt position: Int64) throws(FormatError) -> Bool {
            let pagesMax = 64
            let headByteCount = 27
            let firstPageFlag: UInt8 = 2
            guard position >= 0 else { return false }
            var position = position
            var reader = ByteReader(self)
            for page in 0..<pagesMax {
                reader.enter("page", at: position, end: byteCount)
                guard reader.bytesLeft >= headByteCount else { return false }
                let head = try reader.readBytes(headByteCount)
                guard head.starts(with: "OggS".utf8) else { return false }
                if page > 0, head[5] & firstPageFlag != 0 { return true }
                guard reader.bytesLeft >= head[26] else { return false }
                let lengths = try reader.readBytes(Int(head[26]))
                position = reader.position + lengths.reduce(0) { $0 + Int64($1) }
            }
            return false
        }
    }
#endif
