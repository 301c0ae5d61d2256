import AudioCodecs
import AudioFormats

/// Bytes that arrive one after the other. Any thread.
protocol ByteStream: AnyObject, Sendable {
    /// Waits for bytes and copies them.
    ///
    /// - Returns: Zero at the end, and when one was asked for.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int
    /// Ends the wait of a reader.
    func end()
    /// Whether an end was asked for.
    var hasToEnd: Bool { get }
}

/// Decodes a sound while its bytes arrive. One thread at a time, which waits for them.
protocol StreamDecoder: AnyObject {
    /// The stream's properties according to its header.
    var reader: AudioFileReader { get }
    /// What the stream has said about itself so far.
    var tags: FileTags { get }
    /// What it lacks of the audio that it states; known at its end.
    var missingAudio: MissingAudio? { get }
    /// Decodes more.
    ///
    /// - Returns: Interleaved valid samples, which may be none; `nil` at the end.
    func next() throws(FormatError) -> [Float]?
}

extension DemuxedStream: StreamDecoder {
    var tags: FileTags {
        var tags = FileTags()
        tags.texts = texts
        return tags
    }
}

/// Waits for a stream's header.
///
/// - Parameter read: Waits for bytes and copies them; zero at the end.
/// - Throws: `containerNotRead` for a sound that is read from files only, or the first defect found.
func openStream(
    _ read: @escaping (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int
) throws(FormatError) -> any StreamDecoder {
    var head: [UInt8] = []
    do throws(FormatError) {
        return try ParsedStream(read, head: &head)
    } catch {
        guard case .containerNotRead(let kind) = error.reason else { throw error }
        return try DemuxedStream(kind: kind, head: head, read: read)
    }
}
