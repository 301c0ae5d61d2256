#if FFmpeg
    import AudioModel

    /// The later links of an Ogg file: files that were put one behind the other ("chained").
    ///
    /// libavformat hands over what stands at the head of a later link as if it were sound, unless
    /// the link is Opus with a number of its own. A link that is coded otherwise than the first is
    /// no sound of this file: the decoder has the first one's headers.
    ///
    /// Source: RFC 3533, 4, "sequential multiplexing"; what is compared: RFC 7845, 5.1; Vorbis I
    /// specification, 4.2; RFC 9639, 10.1; The Speex Codec Manual, 7.2.
    struct OggLinks {
        enum Part {
            case sound
            case header
            /// The head of a link that cannot be decoded as the first is.
            case otherCoding
        }

        private let coding: FormatID
        /// Of the first link, as libavformat has them.
        private let headers: [UInt8]
        /// Packets still to come before the sound of the link starts.
        private var headersLeft: Int64 = 0
        /// Frames at the start of the link that are decoded and not heard; nil inside a link.
        private var startingSkip: Int64?

        init(_ coding: FormatID, headers: [UInt8]) {
            self.coding = coding
            self.headers = headers
        }

        /// Whether the next packet of sound is the first of a later link, and how many of its
        /// frames are not to be heard. Asked once for each packet of sound.
        mutating func takeStart() -> Int64? {
            defer { startingSkip = nil }
            return startingSkip
        }

        /// To be asked of every packet in order, but for those of the first link's head.
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

        /// No packet of sound starts with these letters: they would stand for more than the 120
        /// milliseconds that one can hold.
        private mutating func opusPart(_ packet: UnsafeRawBufferPointer) -> Part {
            if packet.starts(with: "OpusTags".utf8) { return .header }
            guard packet.starts(with: "OpusHead".utf8), packet.count >= 19 else { return .sound }
            guard fits(Array(packet)) else { return .otherCoding }
            startingSkip = Int64(packet[10]) | Int64(packet[11]) << 8
            return .header
        }

        /// Whether sound with that header of Opus can be decoded as the first link's. The rate before
        /// coding and the frames to skip may differ.
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
                // Channels, rate and sizes of blocks; the rates of bits may differ.
                guard packet.count == 30, let own = VorbisBlocks.identification(headers),
                    own.dropFirst(11).prefix(5).elementsEqual(packet[11..<16]),
                    own.dropFirst(28).first == packet[28]
                else { return .otherCoding }
                return .header
            case 5:
                // The tables by which the sound is coded.
                return headers.suffix(packet.count).elementsEqual(packet) ? .header : .otherCoding
            default: return .header
            }
        }

        private mutating func flacPart(_ packet: UnsafeRawBufferPointer) -> Part {
            let informationStart = 17
            let frameStart: UInt8 = 0xFF
            if packet.starts(with: [0x7F] + "FLAC".utf8), packet.count > informationStart {
                guard let first = FLACStreamInformation(headers),
                    let other = FLACStreamInformation(Array(packet[informationStart...])),
                    other.format.sampleRate == first.format.sampleRate,
                    other.format.channelCount == first.format.channelCount,
                    other.format.flags == first.format.flags,
                    other.format.bitsPerChannel == first.format.bitsPerChannel,
                    other.blockFrames.upperBound <= first.blockFrames.upperBound
                else { return .otherCoding }
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
            // Rate, mode, channels, frames a block, and blocks a packet.
            let fields = [36..<44, 48..<52, 56..<60, 64..<68]
            guard headers.count >= headerByteCount,
                fields.allSatisfy({ headers[$0].elementsEqual(packet[$0]) })
            else { return .otherCoding }
            let others = (0..<4).reduce(Int64(0)) { $0 | Int64(packet[68 + $1]) << (8 * $1) }
            // The comments, and what else there is.
            headersLeft = 1 + others
            return .header
        }
    }

    extension ByteSource {
        /// Whether a link starts behind an Ogg page.
        ///
        /// - Parameter position: Of the page; bytes from the start of the file.
        /// - Returns: false where the pages behind it are too many to be looked at.
        ///
        /// Source: RFC 3533, 6, "The Ogg page format".
        func hasOggLink(behind position: Int64) -> Bool {
            let pagesMax = 64
            let headByteCount = 27
            let isFirstPage: UInt8 = 2
            guard position >= 0 else { return false }
            var position = position
            var reader = ByteReader(self)
            for page in 0..<pagesMax {
                reader.enter("page", at: position, end: byteCount)
                guard let head = try? reader.readBytes(headByteCount),
                    head.starts(with: "OggS".utf8)
                else { return false }
                if page > 0, head[5] & isFirstPage != 0 { return true }
                guard let lengths = try? reader.readBytes(Int(head[26])) else { return false }
                position = reader.position + lengths.reduce(0) { $0 + Int64($1) }
            }
            return false
        }
    }
#endif
