import AudioCodecs

#if FFmpeg
    /// Finds where the logical bitstreams of a chained Ogg file start, and opens each as a file of its
    /// own.
    ///
    /// What libavformat delivers where one bitstream follows another differs from version to version:
    /// headers as packets, timestamps that start again or run on, trimming that counts from the file's
    /// start. Within one bitstream all agree.
    ///
    /// Source: RFC 3533, 4, "sequential multiplexing".
    struct OggLinks {
        /// Number of pages searched for the end of a bitstream that starts. It keeps libavformat from
        /// reading through many short ones each time.
        private static let pagesMax = 1024

        private let source: any ByteSource
        private let chain: OggChain
        /// Offset of the current bitstream in the file.
        private(set) var start: Int64 = 0
        /// End of the current bitstream; nil while unknown.
        private(set) var end: Int64?
        /// Offset of the first page that has not been looked at; nil before the first packet.
        private var nextPage: Int64?

        init(_ source: any ByteSource, _ chain: OggChain) {
            self.source = source
            self.chain = chain
        }

        /// The start of the next bitstream, if it is not behind a packet's page. Call it for every
        /// packet in order.
        ///
        /// - Parameter position: Offset of the packet's page in the file.
        /// - Throws: The source's error.
        mutating func nextStart(through position: Int64) throws(FormatError) -> Int64? {
            if let end { return position >= end ? end : nil }
            guard position >= start else { return nil }
            var next = nextPage ?? position
            defer { nextPage = next }
            while next <= position {
                if let page = try source.oggPage(at: next) {
                    if page.flags.contains(.beginning), next > start { return next }
                    next = page.end
                } else {
                    // libavformat has skipped what is no page.
                    guard next < position else { return nil }
                    next = position
                }
            }
            return nil
        }

        /// Whether another bitstream follows the page at an offset, which is near its bitstream's end.
        func follows(_ position: Int64) throws(FormatError) -> Bool {
            try source.nextOggBitstream(afterPageAt: position, pagesMax: 64) != nil
        }

        /// Opens the bitstream that starts at `offset`, and makes it the current one.
        ///
        /// - Returns: nil when it cannot be decoded like the first.
        /// - Throws: The source's error.
        mutating func open(at offset: Int64) throws(FormatError) -> Demuxer? {
            start = offset
            end = try source.nextOggBitstream(afterPageAt: offset, pagesMax: Self.pagesMax)
            nextPage = nil
            let bytes = BytesOfPart(source, offset..<(end ?? source.byteCount))
            let chain = chain
            return try FormatError.unlessDefective { () throws(FormatError) -> Demuxer? in
                let demuxer = try Demuxer(bytes, demuxer: OggFormat().demuxer)
                return chain.fits(try DemuxedCoding(demuxer)) ? demuxer : nil
            }
        }
    }

    extension ByteSource {
        /// The start of the logical bitstream that follows an Ogg page.
        ///
        /// - Parameters:
        ///   - position: Offset of the page in the file.
        ///   - pagesMax: Number of pages to look at.
        /// - Returns: nil also when more pages follow than are looked at.
        func nextOggBitstream(
            afterPageAt position: Int64, pagesMax: Int
        ) throws(FormatError) -> Int64? {
            guard position >= 0 else { return nil }
            var position = position
            // The bitstreams of a group start with one page each, before all others.
            var isInGroupStart = true
            for page in 0..<pagesMax {
                guard let head = try oggPage(at: position) else { return nil }
                let isFirst = head.flags.contains(.beginning)
                if page > 0, isFirst, !isInGroupStart { return position }
                if !isFirst { isInGroupStart = false }
                position = head.end
            }
            return nil
        }

        /// The header of the page at an offset; nil when there is no whole one.
        fileprivate func oggPage(at offset: Int64) throws(FormatError) -> OggPageHeader? {
            var reader = ByteReader(self)
            return try OggPageHeader(at: offset, in: &reader)
        }
    }

    /// A part of a source, as a source of its own.
    struct BytesOfPart: ByteSource {
        private let source: any ByteSource
        private let range: Range<Int64>

        init(_ source: any ByteSource, _ range: Range<Int64>) {
            self.source = source
            self.range = range
        }

        var byteCount: Int64 { Int64(range.count) }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FormatError) -> Int {
            let count = min(Int64(buffer.count), byteCount - offset)
            guard offset >= 0, count > 0 else { return 0 }
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count)])
            return try source.read(into: part, at: range.lowerBound + offset)
        }
    }
#endif
