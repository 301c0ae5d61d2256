#if FFmpeg
    import CFFmpeg

    /// Converts libavcodec's samples to interleaved floats.
    enum FFmpegSamples {
        /// Converts a frame's samples.
        ///
        /// - Parameters:
        ///   - channelCount: Number of channels in `samples`. A mono frame is copied to all of them;
        ///     otherwise missing channels are silent and extra ones dropped.
        ///   - order: For each channel of `samples` the frame's; used when it has as many.
        /// - Returns: False for an unknown sample format; nothing is written then.
        static func copy(
            _ frame: UnsafeMutablePointer<AVFrame>, frameCount: Int,
            into samples: UnsafeMutablePointer<Float>, channelCount: Int, order: [Int]? = nil
        ) -> Bool {
            guard frame.pointee.ch_layout.nb_channels > 0, frame.pointee.extended_data != nil else {
                return false
            }
            let format = AVSampleFormat(rawValue: frame.pointee.format)
            switch av_get_packed_sample_fmt(format) {
            // Written so that the compiler vectorises it: NaN and infinities do not compare less
            // than infinity.
            case AV_SAMPLE_FMT_FLT:
                copy(frame, frameCount, into: samples, channelCount, order) { (sample: Float) in
                    sample.magnitude < .infinity ? sample : 0
                }
            case AV_SAMPLE_FMT_S16:
                copy(frame, frameCount, into: samples, channelCount, order) { (sample: Int16) in
                    Float(sample) * 0x1p-15
                }
            case AV_SAMPLE_FMT_S32:
                copy(frame, frameCount, into: samples, channelCount, order) { (sample: Int32) in
                    Float(sample) * 0x1p-31
                }
            case AV_SAMPLE_FMT_DBL:
                copy(frame, frameCount, into: samples, channelCount, order) { (sample: Double) in
                    sample.magnitude < .infinity ? Float(sample) : 0
                }
            case AV_SAMPLE_FMT_U8:
                copy(frame, frameCount, into: samples, channelCount, order) { (sample: UInt8) in
                    Float(Int32(sample) - 128) * 0x1p-7
                }
            default: return false
            }
            return true
        }

        @inline(__always)
        private static func copy<Sample>(
            _ frame: UnsafeMutablePointer<AVFrame>, _ frameCount: Int,
            into samples: UnsafeMutablePointer<Float>, _ channelCount: Int, _ order: [Int]?,
            _ number: (Sample) -> Float
        ) {
            let heldCount = Int(frame.pointee.ch_layout.nb_channels)
            let isPlanar =
                av_sample_fmt_is_planar(AVSampleFormat(rawValue: frame.pointee.format)) == 1
            guard let planes = frame.pointee.extended_data else { return }
            func plane(_ channel: Int) -> UnsafePointer<Sample>? {
                planes[channel].map {
                    UnsafeRawPointer($0).assumingMemoryBound(to: Sample.self)
                }
            }
            if isPlanar, heldCount == 2, channelCount == 2, let left = plane(0),
                let right = plane(1)
            {
                for frame in 0..<frameCount {
                    samples[2 &* frame] = number(left[frame])
                    samples[2 &* frame &+ 1] = number(right[frame])
                }
                return
            }
            let order = heldCount == channelCount && order?.count == channelCount ? order : nil
            if heldCount == channelCount, order == nil, !isPlanar || channelCount == 1,
                let held = plane(0)
            {
                for index in 0..<frameCount &* channelCount { samples[index] = number(held[index]) }
                return
            }
            for channel in 0..<channelCount {
                let source = heldCount == 1 ? 0 : order?[channel] ?? channel
                guard source < heldCount, let held = plane(isPlanar ? source : 0) else {
                    for frame in 0..<frameCount { samples[frame &* channelCount &+ channel] = 0 }
                    continue
                }
                let start = isPlanar ? 0 : source
                let stride = isPlanar ? 1 : heldCount
                for frame in 0..<frameCount {
                    samples[frame &* channelCount &+ channel] = number(
                        held[start &+ frame &* stride])
                }
            }
        }
    }
#endif
