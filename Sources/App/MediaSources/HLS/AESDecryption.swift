import AudioCodecs

#if FFmpeg
    import CFFmpeg
#endif

/// AES-128 in cipher block chaining with padding, as segments are encrypted as a whole.
///
/// Source: RFC 8216, 4.3.2.4, "EXT-X-KEY"; RFC 5652, 6.3, for the padding.
enum AESDecryption {
    /// The number of bytes of a block, of a key and of an initialisation vector.
    static let blockByteCount = 16

    /// Decrypts a whole segment.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - vector: 16 bytes.
    /// - Throws: `badField` for bytes that are no such text, `missingLibrary` where FFmpeg's
    ///   libavutil is not there.
    static func decrypted(
        _ bytes: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(FormatError) -> [UInt8] {
        let size = blockByteCount
        guard !bytes.isEmpty, bytes.count % size == 0, key.count == size, vector.count == size
        else { throw FormatError(.badField("length of its encryption")) }
        var plain = try blocks(bytes, key: key, vector: vector)
        let padding = Int(plain.last ?? 0)
        guard (1...size).contains(padding), plain.suffix(padding).allSatisfy({ $0 == padding })
        else {
            throw FormatError(.badField("padding of its encryption"), offset: Int64(bytes.count))
        }
        plain.removeLast(padding)
        return plain
    }

    private static func blocks(
        _ bytes: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(FormatError) -> [UInt8] {
        #if FFmpeg
            try FFmpegLibrary.codec.load()
            guard let state = av_aes_alloc() else { throw FormatError(.tooLarge("key")) }
            defer { av_free(UnsafeMutableRawPointer(state)) }
            let isDecryption: Int32 = 1
            guard av_aes_init(state, key, Int32(key.count * 8), isDecryption) == 0 else {
                throw FormatError(.badField("key"))
            }
            var vector = vector
            var plain = [UInt8](repeating: 0, count: bytes.count)
            av_aes_crypt(
                state, &plain, bytes, Int32(bytes.count / blockByteCount), &vector, isDecryption)
            return plain
        #else
            throw FormatError(.missingLibrary("FFmpeg's libavutil, without which Sori was built"))
        #endif
    }
}
