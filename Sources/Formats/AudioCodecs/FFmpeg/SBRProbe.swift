import AudioModel

#if FFmpeg
    import CFFmpeg

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Decodes the first packets of an AAC stream to detect implicit SBR.
    enum SBRProbe {
        enum Answer {
            case replication
            /// Parametric stereo: a mono core decoded to two channels.
            case parametricStereo
        }

        /// Decodes `packets` and reports what they contain.
        ///
        /// - Returns: nil without SBR.
        static func look(in packets: [[UInt8]], _ configuration: [UInt8]) -> Answer? {
            guard let plain = AudioSpecificConfiguration(configuration),
                let decoder = FFmpegCoding.with(.mpeg4AAC).flatMap({
                    avcodec_find_decoder($0.codec)
                })
            else { return nil }
            var context = FFmpegContext.opened(decoder, extraData: configuration)
            var packet = av_packet_alloc()
            var frame = av_frame_alloc()
            defer {
                avcodec_free_context(&context)
                av_packet_free(&packet)
                av_frame_free(&frame)
            }
            guard let context, let packet, let frame else { return nil }
            var hasSBR = false
            var isParametricStereo = false
            for bytes in packets {
                guard !bytes.isEmpty, av_new_packet(packet, Int32(bytes.count)) == 0 else { break }
                packet.pointee.data.update(from: bytes, count: bytes.count)
                let sent = avcodec_send_packet(context, packet)
                av_packet_unref(packet)
                guard sent == 0, avcodec_receive_frame(context, frame) == 0 else { continue }
                let isDoubled = Double(frame.pointee.sample_rate) == plain.sampleRate * 2
                hasSBR = hasSBR || isDoubled
                // libavcodec assumes parametric stereo for every mono core and outputs two
                // channels; they differ only when it is present.
                if isDoubled, plain.channelCount == 1, hasTwoSides(frame) {
                    isParametricStereo = true
                }
                av_frame_unref(frame)
            }
            guard hasSBR else { return nil }
            return isParametricStereo ? .parametricStereo : .replication
        }

        private static func hasTwoSides(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
            let count = Int(frame.pointee.nb_samples)
            guard frame.pointee.ch_layout.nb_channels == 2,
                AVSampleFormat(rawValue: frame.pointee.format) == AV_SAMPLE_FMT_FLTP,
                let left = frame.pointee.extended_data?[0],
                let right = frame.pointee.extended_data?[1]
            else { return false }
            let bytesPerSample = MemoryLayout<Float>.size
            return memcmp(left, right, count * bytesPerSample) != 0
        }
    }
#endif
