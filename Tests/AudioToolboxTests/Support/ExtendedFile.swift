import AudioToolbox
import Testing

/// An extended audio file that a test has open, and what one asks of it.
final class ExtendedFile {
    let reference: ExtAudioFileRef

    init(_ url: URL) throws {
        var reference: ExtAudioFileRef?
        try #require(ExtAudioFileOpenURL(url as CFURL, &reference) == noErr)
        self.reference = try #require(reference)
    }

    init(
        creating url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
    ) throws {
        var reference: ExtAudioFileRef?
        var format = format
        let eraseFile: UInt32 = 1
        try #require(
            ExtAudioFileCreateWithURL(url as CFURL, type, &format, nil, eraseFile, &reference)
                == noErr)
        self.reference = try #require(reference)
    }

    deinit {
        // After a test that disposed of it this does nothing.
        ExtAudioFileDispose(reference)
    }

    @discardableResult
    func setClient(_ format: AudioStreamBasicDescription) -> OSStatus {
        set(kExtAudioFileProperty_ClientDataFormat, format)
    }

    func set<Value: BitwiseCopyable>(_ id: ExtAudioFilePropertyID, _ value: Value) -> OSStatus {
        var value = value
        return ExtAudioFileSetProperty(
            reference, id, UInt32(MemoryLayout<Value>.size), &value)
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
        let status = bytes.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            return ExtAudioFileRead(reference, &frames, &list)
        }
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
        return bytes.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            return ExtAudioFileWrite(reference, UInt32(bytes.count / bytesPerFrame), &list)
        }
    }

    /// Without a word about it in the list when there is nothing to write.
    func writeAsynchronously(_ bytes: [UInt8], bytesPerFrame: Int) -> OSStatus {
        guard !bytes.isEmpty else { return ExtAudioFileWriteAsync(reference, 0, nil) }
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            return ExtAudioFileWriteAsync(reference, UInt32(bytes.count / bytesPerFrame), &list)
        }
    }
}

extension AudioStreamBasicDescription {
    /// Interleaved integers in the machine's order.
    static func integers(
        _ bits: UInt32 = 16, channels: UInt32 = 2, rate: Double = 44_100
    ) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: bits / 8 * channels, mFramesPerPacket: 1,
            mBytesPerFrame: bits / 8 * channels, mChannelsPerFrame: channels,
            mBitsPerChannel: bits, mReserved: 0)
    }

    /// A buffer of floats a channel.
    static func planarFloats(
        channels: UInt32 = 2, rate: Double = 44_100
    ) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
            mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0)
    }
}

/// 16-bit stereo with channels that differ and never repeat within a second.
func testSamples(_ frameCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frameCount * 4)
    for frame in 0..<frameCount {
        let left = Int16(truncatingIfNeeded: (frame * 37) % 20_000 - 10_000)
        let right = Int16(truncatingIfNeeded: (frame * frame) % 9_973)
        bytes += SoundFiles.littleEndian(left) + SoundFiles.littleEndian(right)
    }
    return bytes
}
