#if FFmpeg
    import CFFmpeg

    /// The sizes of the blocks of one Vorbis stream.
    ///
    /// One thread at a time.
    final class VorbisBlocks {
        private var parser: OpaquePointer?
        /// The smaller and the larger size.
        private let sizes: (Int64, Int64)

        /// - Parameter headers: The three headers as libavformat has them: each behind a size of
        ///   two bytes, or with a count and the sizes of the first two at the start.
        /// - Returns: nil when they are not what they should be.
        init?(_ headers: [UInt8]) {
            guard let exponents = Self.identification(headers)?.dropFirst(28).first else {
                return nil
            }
            let smallest = 6
            let largest = 13
            let (small, large) = (Int(exponents & 15), Int(exponents >> 4))
            guard smallest <= small, small <= large, large <= largest else { return nil }
            sizes = (1 << Int64(small), 1 << Int64(large))
            parser = headers.withUnsafeBufferPointer {
                av_vorbis_parse_init($0.baseAddress, Int32($0.count))
            }
            guard parser != nil else { return nil }
        }

        deinit {
            av_vorbis_parse_free(&parser)
        }

        /// Source: Vorbis I specification, 4.2.2, "Identification header".
        static func identification(_ headers: [UInt8]) -> ArraySlice<UInt8>? {
            let byteCount = 30
            var start = 2
            if headers.first == 2 {
                // Two sizes, in bytes of which all but the last are 255.
                start = 1
                for _ in 0..<2 {
                    while start < headers.count, headers[start] == 255 { start += 1 }
                    start += 1
                }
            }
            guard start + byteCount <= headers.count, headers[start] == 1 else { return nil }
            return headers[start..<start + byteCount]
        }

        /// The size of a packet's block; nil for headers and nonsense.
        func frameCount(of packet: UnsafeRawBufferPointer) -> Int64? {
            guard let start = packet.baseAddress, let head = packet.first, head & 1 == 0 else {
                return nil
            }
            // From a fresh start, libavcodec adds the quarter of a small block; a large block
            // says itself what stood before it.
            av_vorbis_parse_reset(parser)
            let quarters = av_vorbis_parse_frame(
                parser, start.assumingMemoryBound(to: UInt8.self), Int32(clamping: packet.count))
            guard quarters > 0 else { return nil }
            return Int64(quarters) * 4 == sizes.0 * 2 ? sizes.0 : sizes.1
        }
    }
#endif
