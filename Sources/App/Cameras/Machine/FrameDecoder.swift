#if FFmpeg
    import CFFmpeg
#endif

/// Decodes the frames of one stream.
struct FrameDecoder: ~Copyable {
    #if FFmpeg
        private var jpeg: JPEGFrameDecoder?
    #endif

    mutating func decode(_ frame: CodedFrame) -> FramePixels? {
        guard frame.coding == .mjpg else { return frame.decoded() }
        #if FFmpeg
            if jpeg == nil { jpeg = JPEGFrameDecoder() }
            return frame.planes.first.flatMap { jpeg?.decode($0.bytes) }
        #else
            return nil
        #endif
    }
}

/// Whether JPEG frames can be decoded here.
enum JPEGFrameDecoding {
    static var isThere: Bool {
        #if FFmpeg
            sori_avcodec_load() == nil
        #else
            false
        #endif
    }
}
