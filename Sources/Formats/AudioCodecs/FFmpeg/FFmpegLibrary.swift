#if FFmpeg
    import CFFmpeg

    /// FFmpeg's shared libraries, which are opened when they are first needed.
    ///
    /// Opening takes some ten milliseconds, once in a process. Not for the render thread.
    package enum FFmpegLibrary {
        /// libavcodec, which decodes and encodes.
        case codec
        /// libavformat, which demuxes; with libavcodec.
        case format

        /// Opens the library, unless it is open.
        ///
        /// - Throws: `missingLibrary`, with what to install.
        package func load() throws(FormatError) {
            let error =
                switch self {
                case .codec: sori_avcodec_load()
                case .format: sori_avformat_load()
                }
            if let error { throw FormatError(.missingLibrary(String(cString: error))) }
        }
    }
#endif
