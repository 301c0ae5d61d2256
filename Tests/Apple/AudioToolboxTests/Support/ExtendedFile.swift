import AudioToolbox
import TestSupport
import Testing

/// An extended audio file that a test has open, and what one asks of it.
final class ExtendedFile {
    let reference: ExtAudioFileRef

    /// - Parameter client: `nil` leaves the client's format as it is.
    init(_ url: URL, client: AudioStreamBasicDescription? = nil) throws {
        var reference: ExtAudioFileRef?
        try #require(ExtAudioFileOpenURL(url as CFURL, &reference) == noErr)
        self.reference = try #require(reference)
        if let client { try #require(setClient(client) == noErr) }
    }

    init(
        creating url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription,
        client: AudioStreamBasicDescription? = nil
    ) throws {
        var reference: ExtAudioFileRef?
        var format = format
        let eraseFile: UInt32 = 1
        try #require(
            ExtAudioFileCreateWithURL(url as CFURL, type, &format, nil, eraseFile, &reference)
                == noErr)
        self.reference = try #require(reference)
        if let client { try #require(setClient(client) == noErr) }
    }

    deinit {
        // After a test that disposed of it this does nothing.
        ExtAudioFileDispose(reference)
    }

    @discardableResult
    func close() -> OSStatus { ExtAudioFileDispose(reference) }

    @discardableResult
    func seek(_ frame: Int64) -> OSStatus { ExtAudioFileSeek(reference, frame) }

    @discardableResult
    func setClient(_ format: AudioStreamBasicDescription) -> OSStatus {
        set(kExtAudioFileProperty_ClientDataFormat, format)
    }

    func set<Value: BitwiseCopyable>(_ id: ExtAudioFilePropertyID, _ value: Value) -> OSStatus {
        var value = value
        return ExtAudioFileSetProperty(reference, id, UInt32(MemoryLayout<Value>.size), &value)
    }

    func set(_ id: ExtAudioFilePropertyID, bytes: [UInt8]) -> OSStatus {
        ExtAudioFileSetProperty(reference, id, UInt32(bytes.count), bytes)
    }

    /// A property that takes as many bytes as `Value`, its size looked at on the way.
    func property<Value: BitwiseCopyable>(
        _ id: ExtAudioFilePropertyID, _ value: Value
    ) throws -> Value {
        var value = value
        var size: UInt32 = 0
        try #require(ExtAudioFileGetPropertyInfo(reference, id, &size, nil) == noErr)
        #expect(Int(size) == MemoryLayout<Value>.size)
        try #require(ExtAudioFileGetProperty(reference, id, &size, &value) == noErr)
        return value
    }

    var frameCount: Int64 {
        get throws { try property(kExtAudioFileProperty_FileLengthFrames, Int64(-1)) }
    }

    var position: Int64 {
        get throws {
            var frame: Int64 = -1
            try #require(ExtAudioFileTell(reference, &frame) == noErr)
            return frame
        }
    }

    /// Reads interleaved frames of `bytesPerFrame` bytes each.
    func read(_ count: Int, bytesPerFrame: Int) throws -> [UInt8] {
        let (status, frames, bytes) = frames(count, bytesPerFrame: bytesPerFrame)
        try #require(status == noErr)
        return Array(bytes.prefix(frames * bytesPerFrame))
    }

    /// What a call for frames gives, whatever that is.
    func frames(
        _ count: Int, bytesPerFrame: Int
    ) -> (status: OSStatus, count: Int, bytes: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: count * bytesPerFrame)
        var frames = UInt32(count)
        let status = withBufferList(of: &bytes) { ExtAudioFileRead(reference, &frames, &$0) }
        return (status, Int(frames), bytes)
    }

    func readAll(bytesPerFrame: Int, piece: Int = 1000) throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try read(piece, bytesPerFrame: bytesPerFrame)
            guard !bytes.isEmpty else { return all }
            all += bytes
        }
    }

    @discardableResult
    func write(_ bytes: [UInt8], bytesPerFrame: Int) -> OSStatus {
        var bytes = bytes
        let count = UInt32(bytes.count / bytesPerFrame)
        return withBufferList(of: &bytes) { ExtAudioFileWrite(reference, count, &$0) }
    }

    /// Without a word about it in the list when there is nothing to write.
    func writeAsynchronously(_ bytes: [UInt8], bytesPerFrame: Int) -> OSStatus {
        guard !bytes.isEmpty else { return ExtAudioFileWriteAsync(reference, 0, nil) }
        var bytes = bytes
        let count = UInt32(bytes.count / bytesPerFrame)
        return withBufferList(of: &bytes) { ExtAudioFileWriteAsync(reference, count, &$0) }
    }
}

/// 16-bit stereo with channels that differ and never repeat within a second.
func testSamples(_ frameCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frameCount * 4)
    for frame in 0..<frameCount {
        let left = Int16(truncatingIfNeeded: (frame * 37) % 20_000 - 10_000)
        let right = Int16(truncatingIfNeeded: (frame * frame) % 9_973)
        bytes += littleEndian(left) + littleEndian(right)
    }
    return bytes
}
