#if FFmpeg
    import CFFmpeg

    /// The block sizes of a Vorbis stream.
    ///
    /// Not thread-safe: used by one thread at a time.
    final class VorbisBlocks {
        private var parser: OpaquePointer?
        /// The small and the large block size, in frames.
        private let sizes: (Int64, Int64)

        /// Parses the headers.
        ///
        /// - Parameter headers: The three headers in libavformat's `extradata` format: each after a
        ///   two-byte size, or with Xiph lacing.
        /// - Returns: nil when they are invalid.
        init?(_ headers: [UInt8]) {
            guard let exponents = Self.headers(headers)?.identification.dropFirst(28).first else {
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

        /// Finds the identification and the setup header in libavformat's `extradata`.
        ///
        /// Source: Vorbis I specification, 4.2.2, "Identification header", and 4.2.4, "Setup header".
        static func headers(
            _ bytes: [UInt8]
        ) -> (identification: ArraySlice<UInt8>, setup: ArraySlice<UInt8>)? {
            var sizes: [Int] = []
            var start = 0
            if bytes.first == 2 {
                // Xiph lacing: two sizes in bytes, all but the last of each 255.
                start = 1
                for _ in 0..<2 {
                    var size = 0
                    while start < bytes.count, bytes[start] == 255 {
                        size += 255
                        start += 1
                    }
                    guard start < bytes.count else { return nil }
                    sizes.append(size + Int(bytes[start]))
                    start += 1
                }
                let setup = start + sizes[0] + sizes[1]
                guard setup <= bytes.count else { return nil }
                return checked(bytes[start..<start + sizes[0]], bytes[setup...])
            }
            var headers: [ArraySlice<UInt8>] = []
            while headers.count < 3 {
                guard start + 2 <= bytes.count else { return nil }
                let size = Int(bytes[start]) << 8 | Int(bytes[start + 1])
                guard start + 2 + size <= bytes.count else { return nil }
                headers.append(bytes[start + 2..<start + 2 + size])
                start += 2 + size
            }
            return checked(headers[0], headers[2])
        }

        private static func checked(
            _ identification: ArraySlice<UInt8>, _ setup: ArraySlice<UInt8>
        ) -> (identification: ArraySlice<UInt8>, setup: ArraySlice<UInt8>)? {
            guard identification.count >= 30, identification.first == 1 else { return nil }
            return (identification, setup)
        }

        /// Block size of a packet; nil for headers and invalid packets.
        func frameCount(of packet: UnsafeRawBufferPointer) -> Int64? {
            guard let start = packet.baseAddress, let head = packet.first, head & 1 == 0 else {
                return nil
            }
            // After a reset, libavcodec adds a quarter of a small block; a large block states its
            // predecessor's size.
            av_vorbis_parse_reset(parser)
            let quarters = av_vorbis_parse_frame(
                parser, start.assumingMemoryBound(to: UInt8.self), Int32(clamping: packet.count))
            guard quarters > 0 else { return nil }
            return Int64(quarters) * 4 == sizes.0 * 2 ? sizes.0 : sizes.1
        }
    }
#endif
