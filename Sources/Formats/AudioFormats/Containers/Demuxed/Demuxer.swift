import AudioCodecs

#if FFmpeg
    import AudioModel
    import CFFmpeg

    /// A file opened with one libavformat demuxer, which delivers the packets of one sound track in
    /// order.
    ///
    /// Ownership: the thread that holds its `DemuxedPacketParser` uses it exclusively.
    final class Demuxer: @unchecked Sendable {
        /// Bytes that may be read to determine a track's parameters.
        private static let probeByteCount: Int64 = 1 << 18
        private static let streamsMax: Int32 = 64
        /// Size limit of libavformat's seek index, in bytes.
        private static let indexByteCountMax: UInt32 = 1 << 19
        /// Number of packets searched for the target after a seek.
        private static let packetsAfterJumpMax = 4096
        /// Size limit of a packet; an uncompressed packet of eight 32-bit channels fits.
        private static let packetByteCountMax: Int32 = 1 << 24
        /// Limit on one allocation, because libavformat trusts some size fields before reading the
        /// data. It applies to every use of FFmpeg in the process, and exceeds a frame of video.
        private static let allocationByteCountMax = 1 << 28

        private let bytes: DemuxerBytes
        private var context: UnsafeMutablePointer<AVFormatContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private(set) var track: UnsafeMutablePointer<AVStream>

        /// Opens a source.
        ///
        /// - Parameters:
        ///   - name: Name of the demuxer; no other is tried.
        ///   - isSequential: Whether the source delivers its bytes once, in order.
        /// - Throws: `missing` when the file has no supported sound track, `missingLibrary` without
        ///   libavformat, or the source's error.
        init(
            _ source: any ByteSource, demuxer name: String, isSequential: Bool = false
        ) throws(FormatError) {
            try FFmpegLibrary.format.load()
            Self.beQuiet()
            av_max_alloc(Self.allocationByteCountMax)
            bytes = try DemuxerBytes(source, isSequential: isSequential)
            packet = av_packet_alloc()
            context = avformat_alloc_context()
            guard let opening = context, packet != nil,
                let format = av_find_input_format(name)
            else {
                avformat_free_context(context)
                av_packet_free(&packet)
                throw FormatError(.missing("demuxer"))
            }
            opening.pointee.pb = bytes.context
            opening.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
            opening.pointee.probesize = Self.probeByteCount
            opening.pointee.max_analyze_duration = 1_000_000  // Microseconds.
            opening.pointee.max_streams = Self.streamsMax
            opening.pointee.max_index_size = Self.indexByteCountMax
            // Files can reference other files; these are not opened.
            opening.pointee.io_open = { _, _, _, _, _ in DemuxerStatus.failed }
            // On failure it frees the context.
            guard avformat_open_input(&context, nil, format, nil) >= 0, let context,
                avformat_find_stream_info(context, nil) >= 0,
                let track = Self.soundTrack(of: context)
            else {
                avformat_close_input(&self.context)
                av_packet_free(&packet)
                try bytes.check()
                throw FormatError(.missing("sound track"))
            }
            self.track = track
            for index in 0..<Int(context.pointee.nb_streams) {
                guard let stream = context.pointee.streams[index], stream != track else { continue }
                stream.pointee.discard = AVDISCARD_ALL
            }
        }

        deinit {
            avformat_close_input(&context)
            av_packet_free(&packet)
        }

        private static func soundTrack(
            of context: UnsafeMutablePointer<AVFormatContext>
        ) -> UnsafeMutablePointer<AVStream>? {
            let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
            guard index >= 0, index < Int32(context.pointee.nb_streams) else { return nil }
            return context.pointee.streams[Int(index)]
        }

        /// Silences libavformat's log: errors are thrown, or become silence. A level set by the app
        /// is kept.
        private static func beQuiet() {
            if av_log_get_level() == AV_LOG_INFO { av_log_set_level(AV_LOG_QUIET) }
        }

        var parameters: AVCodecParameters { track.pointee.codecpar.pointee }

        /// Number of decoded frames before the first valid one.
        var initialPadding: Int64 { max(Int64(parameters.initial_padding), 0) }

        /// The track's `extradata`; empty when there is none or too much.
        var headers: [UInt8] {
            let byteCountMax: Int32 = 1 << 20
            let parameters = parameters
            guard let bytes = parameters.extradata, parameters.extradata_size > 0,
                parameters.extradata_size <= byteCountMax
            else { return [] }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.extradata_size)))
        }

        /// Duration in seconds; nil when the container does not state it.
        var duration: Double? {
            guard let context, context.pointee.duration > 0 else { return nil }
            return Double(context.pointee.duration) / Double(AV_TIME_BASE)
        }

        /// Whether the file has a cover picture.
        var hasAttachedPicture: Bool { pictureStream != nil }

        /// The cover picture; nil when there is none, or too large a one.
        var attachedPicture: [UInt8]? {
            let byteCountMax: Int32 = 1 << 24
            guard let packet = pictureStream?.pointee.attached_pic, let bytes = packet.data,
                packet.size > 0, packet.size <= byteCountMax
            else { return nil }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(packet.size)))
        }

        private var pictureStream: UnsafeMutablePointer<AVStream>? {
            guard let context else { return nil }
            for index in 0..<Int(context.pointee.nb_streams) {
                guard let stream = context.pointee.streams[index] else { continue }
                if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return stream }
            }
            return nil
        }

        /// Enumerates the metadata.
        ///
        /// - Parameter visitor: Called with the file's entries, then the track's.
        func visitTags(_ visitor: (_ key: String, _ value: String) -> Void) {
            for dictionary in [context?.pointee.metadata, track.pointee.metadata] {
                var entry: UnsafeMutablePointer<AVDictionaryEntry>?
                while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
                    entry = next
                    visitor(String(cString: next.pointee.key), String(cString: next.pointee.value))
                }
            }
        }

        /// Reads the track's next packet.
        ///
        /// - Returns: nil after the last. The bytes are valid until the next call.
        func next() throws(FormatError) -> DemuxedPacket? {
            guard let context, let packet else { return nil }
            bytes.refill()
            while true {
                av_packet_unref(packet)
                guard av_read_frame(context, packet) >= 0 else {
                    try bytes.check()
                    return nil
                }
                guard packet.pointee.stream_index == track.pointee.index,
                    packet.pointee.size > 0, packet.pointee.size <= Self.packetByteCountMax
                else { continue }
                return DemuxedPacket(packet.pointee)
            }
        }

        /// Seeks to the packet with this time, size and checksum. After a seek, libavformat only
        /// estimates timestamps within a page for some codings.
        ///
        /// - Returns: The packet; nil when it was not found, and the position is then undefined.
        func jump(
            toTime time: Int64, byteCount: Int, checksum: UInt64
        ) throws(FormatError) -> DemuxedPacket? {
            guard let context else { return nil }
            bytes.refill()
            guard av_seek_frame(context, track.pointee.index, time, AVSEEK_FLAG_BACKWARD) >= 0
            else {
                try bytes.check()
                return nil
            }
            for _ in 0..<Self.packetsAfterJumpMax {
                guard let packet = try next(),
                    packet.time == DemuxerStatus.noTime
                        || packet.time <= time
                else { return nil }
                if packet.time == time, packet.bytes.count == byteCount,
                    packet.checksum == checksum
                {
                    return packet
                }
            }
            return nil
        }
    }

    /// A packet delivered by libavformat.
    struct DemuxedPacket {
        /// Valid until the demuxer's next call.
        let bytes: UnsafeRawBufferPointer
        /// Timestamp in the track's time base; `noTime` when unknown.
        let time: Int64
        let duration: Int64
        /// Offset of the packet, or of the structure that contains it, in the file; negative when
        /// unknown.
        let position: Int64
        /// Leading frames to trim.
        let skippedFrames: Int64
        /// Trailing frames to trim.
        let discardedFrames: Int64

        var checksum: UInt64 { FNV1aHash(bytes).value }

        init(_ packet: AVPacket) {
            bytes = UnsafeRawBufferPointer(start: packet.data, count: Int(packet.size))
            time = packet.pts == DemuxerStatus.noTime ? packet.dts : packet.pts
            duration = packet.duration
            position = packet.pos
            (skippedFrames, discardedFrames) = Self.trimmedFrames(packet)
        }

        /// Reads the numbers of frames to trim at the start and at the end.
        ///
        /// Source: libavcodec, `AV_PKT_DATA_SKIP_SAMPLES`: two 32-bit numbers.
        private static func trimmedFrames(_ packet: AVPacket) -> (Int64, Int64) {
            for index in 0..<Int(packet.side_data_elems) {
                let side = packet.side_data[index]
                guard side.type == AV_PKT_DATA_SKIP_SAMPLES, side.size >= 8 else { continue }
                let frames = [0, 4].map { offset in
                    UInt32(
                        littleEndian: UnsafeRawPointer(side.data).loadUnaligned(
                            fromByteOffset: offset, as: UInt32.self))
                }
                return (Int64(frames[0]), Int64(frames[1]))
            }
            return (0, 0)
        }
    }
#endif
