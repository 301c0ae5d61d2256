import AudioCodecs

#if FFmpeg
    import CFFmpeg

    /// Adapts a `ByteSource` to libavformat's I/O, the only input it can read.
    ///
    /// Not thread-safe: used by one thread at a time.
    final class DemuxerBytes {
        /// Byte budget of one libavformat call: more than the largest packet with everything that
        /// can precede it, but a bound for a file that causes endless seeking.
        static let byteCountMax: Int64 = 48 << 20
        private static let bufferByteCount = 1 << 15

        private let source: any ByteSource
        /// Whether the source delivers its bytes once, in order, and has no known end.
        private let isSequential: Bool
        private var position: Int64 = 0
        private var byteCountLeft = DemuxerBytes.byteCountMax
        /// The source's error; libavformat passes on only a number.
        private var failure: FormatError?
        private(set) var context: UnsafeMutablePointer<AVIOContext>?

        /// Creates the I/O context.
        ///
        /// - Parameter isSequential: Whether the source delivers its bytes once, in order: it is never
        ///   asked for others.
        /// - Throws: `tooLarge` when allocation fails.
        init(_ source: any ByteSource, isSequential: Bool = false) throws(FormatError) {
            self.source = source
            self.isSequential = isSequential
            guard let buffer = av_malloc(Self.bufferByteCount) else {
                throw FormatError(.tooLarge("buffer"))
            }
            context = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferByteCount), 0,
                Unmanaged.passUnretained(self).toOpaque(), readForDemuxer, nil,
                isSequential ? nil : seekForDemuxer)
            guard context != nil else {
                av_free(buffer)
                throw FormatError(.tooLarge("buffer"))
            }
        }

        deinit {
            // libavformat may have replaced the buffer.
            if let buffer = context?.pointee.buffer { av_free(buffer) }
            avio_context_free(&context)
        }

        /// Resets the byte budget; called before each libavformat call that reads.
        func refill() {
            byteCountLeft = Self.byteCountMax
        }

        /// Throws the source's error, once.
        func check() throws(FormatError) {
            guard let failure else { return }
            self.failure = nil
            throw failure
        }

        fileprivate func read(into bytes: UnsafeMutableRawBufferPointer) -> Int32 {
            guard failure == nil, byteCountLeft > 0 else { return DemuxerStatus.failed }
            let left = max(source.byteCount - position, 0)
            let wanted = Int(min(left, Int64(bytes.count), byteCountLeft))
            guard wanted > 0 else { return DemuxerStatus.end }
            do throws(FormatError) {
                let room = UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted])
                let count = min(max(try source.read(into: room, at: position), 0), wanted)
                guard count > 0 || !isSequential else { return DemuxerStatus.end }
                guard count > 0 else {
                    // The file was truncated after opening.
                    throw FormatError(.endsEarly("audio"), offset: position)
                }
                position += Int64(count)
                byteCountLeft -= Int64(count)
                return Int32(count)
            } catch {
                failure = error
                return DemuxerStatus.failed
            }
        }

        fileprivate func seek(to offset: Int64, from origin: Int32) -> Int64 {
            let base: Int64
            switch origin & ~DemuxerStatus.seekForce {
            case DemuxerStatus.askByteCount: return source.byteCount
            case SEEK_SET: base = 0
            case SEEK_CUR: base = position
            case SEEK_END: base = source.byteCount
            default: return Int64(DemuxerStatus.failed)
            }
            let (target, overflow) = base.addingReportingOverflow(offset)
            guard !overflow, target >= 0 else { return Int64(DemuxerStatus.failed) }
            position = target
            return target
        }
    }

    /// libavformat constants that are untyped macros.
    enum DemuxerStatus {
        static let end = -(Int32(0x45) | 0x4F << 8 | 0x46 << 16 | 0x20 << 24)  // "EOF "
        static let failed: Int32 = -5  // EIO
        static let askByteCount: Int32 = 0x10000
        static let seekForce: Int32 = 0x20000
        /// Marks an unknown timestamp.
        static let noTime = Int64.min
    }

    private func readForDemuxer(
        _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
    ) -> Int32 {
        guard let opaque, let bytes, count > 0 else { return DemuxerStatus.failed }
        return Unmanaged<DemuxerBytes>.fromOpaque(opaque).takeUnretainedValue()
            .read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
    }

    private func seekForDemuxer(
        _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: Int32
    ) -> Int64 {
        guard let opaque else { return Int64(DemuxerStatus.failed) }
        return Unmanaged<DemuxerBytes>.fromOpaque(opaque).takeUnretainedValue()
            .seek(to: offset, from: origin)
    }
#endif
