import AudioToolbox
import TestSupport
import Testing

/// A file that a test makes, with the calls that it makes for it. Any thread may use it.
///
/// Ownership: the thread that closes the file owns `isClosed`; the rest is immutable.
final class MadeFile: @unchecked Sendable {
    let id: AudioFileID
    let url: URL
    private var isClosed = false

    /// - Parameter name: With any ending: the type alone counts.
    init(
        _ files: SoundFiles, _ type: AudioFileTypeID = kAudioFileCAFType,
        _ format: AudioStreamBasicDescription = .integers(), flags: AudioFileFlags = .eraseFile,
        name: String = "made.bin"
    ) throws {
        url = files.missing(name)
        var id: AudioFileID?
        var format = format
        try #require(AudioFileCreateWithURL(url as CFURL, type, &format, flags, &id) == noErr)
        self.id = try #require(id)
    }

    /// Opens a file that is there.
    init(writing url: URL, _ permission: AudioFilePermissions = .readWritePermission) throws {
        self.url = url
        var id: AudioFileID?
        try #require(AudioFileOpenURL(url as CFURL, permission, 0, &id) == noErr)
        self.id = try #require(id)
    }

    deinit {
        if !isClosed { AudioFileClose(id) }
    }

    @discardableResult
    func close() -> OSStatus {
        isClosed = true
        return AudioFileClose(id)
    }

    /// Closes the file, and opens it for reading.
    func reopened() throws -> OpenedFile {
        #expect(close() == noErr)
        return try OpenedFile(url)
    }

    /// The bytes on disk, as they are now.
    var bytesOnDisk: [UInt8] {
        get throws { Array(try Data(contentsOf: url)) }
    }

    /// Writes packets of one size, as many as the bytes are.
    func write(_ bytes: [UInt8], at packet: Int64, size: Int = 4) -> OSStatus {
        var count = UInt32(bytes.count / size)
        return AudioFileWritePackets(id, false, UInt32(bytes.count), nil, packet, &count, bytes)
    }

    /// Writes packets of differing sizes.
    func write(packets: [[UInt8]], at packet: Int64, frames: UInt32 = 0) -> OSStatus {
        var descriptions: [AudioStreamPacketDescription] = []
        var bytes: [UInt8] = []
        for packet in packets {
            descriptions.append(
                AudioStreamPacketDescription(
                    mStartOffset: Int64(bytes.count), mVariableFramesInPacket: frames,
                    mDataByteSize: UInt32(packet.count)))
            bytes += packet
        }
        var count = UInt32(packets.count)
        return AudioFileWritePackets(
            id, false, UInt32(bytes.count), descriptions, packet, &count, bytes)
    }

    func set<Value: BitwiseCopyable>(
        _ property: AudioFilePropertyID, _ value: Value
    ) -> OSStatus {
        var value = value
        return AudioFileSetProperty(id, property, UInt32(MemoryLayout<Value>.size), &value)
    }

    func set(_ property: AudioFilePropertyID, bytes: [UInt8]) -> OSStatus {
        AudioFileSetProperty(id, property, UInt32(bytes.count), bytes)
    }

    func setCookie(_ bytes: [UInt8]) -> OSStatus {
        set(kAudioFilePropertyMagicCookieData, bytes: bytes)
    }

    func setLayout(_ bytes: [UInt8]) -> OSStatus {
        set(kAudioFilePropertyChannelLayout, bytes: bytes)
    }

    /// Whether a property can be set; nil when the file has no such property.
    func isWritable(_ property: AudioFilePropertyID) -> Bool? {
        var size: UInt32 = 0
        var isWritable: UInt32 = 9
        guard AudioFileGetPropertyInfo(id, property, &size, &isWritable) == noErr else {
            return nil
        }
        return isWritable == 1
    }
}
