import AudioToolbox
import Testing

/// A file that a test has open, and what one asks of it.
final class OpenedFile {
    let id: AudioFileID
    private let isOwn: Bool

    /// A file that someone else has open, and closes.
    init(sharing id: AudioFileID) {
        self.id = id
        isOwn = false
    }

    init(_ url: URL) throws {
        var id: AudioFileID?
        try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &id) == noErr)
        self.id = try #require(id)
        isOwn = true
    }

    deinit {
        if isOwn { AudioFileClose(id) }
    }

    /// A property that takes as many bytes as `Value`, its size looked at on the way.
    func property<Value: BitwiseCopyable>(
        _ property: AudioFilePropertyID, _ value: Value
    ) throws -> Value {
        var value = value
        var size: UInt32 = 0
        try #require(AudioFileGetPropertyInfo(id, property, &size, nil) == noErr)
        #expect(Int(size) == MemoryLayout<Value>.size)
        size = UInt32(MemoryLayout<Value>.size)
        try #require(AudioFileGetProperty(id, property, &size, &value) == noErr)
        #expect(Int(size) == MemoryLayout<Value>.size)
        return value
    }

    func number32(_ property: AudioFilePropertyID) throws -> UInt32 {
        try self.property(property, UInt32(0))
    }

    func number64(_ property: AudioFilePropertyID) throws -> UInt64 {
        try self.property(property, UInt64(0))
    }

    func bytes(_ property: AudioFilePropertyID) throws -> [UInt8] {
        var size: UInt32 = 0
        try #require(AudioFileGetPropertyInfo(id, property, &size, nil) == noErr)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try #require(AudioFileGetProperty(id, property, &size, &bytes) == noErr)
        #expect(Int(size) == bytes.count)
        return bytes
    }

    var type: AudioFileTypeID { get throws { try number32(kAudioFilePropertyFileFormat) } }

    var format: AudioStreamBasicDescription {
        get throws { try property(kAudioFilePropertyDataFormat, AudioStreamBasicDescription()) }
    }

    /// The first item of the format list, the only one of most files.
    var formatListItem: AudioFormatListItem {
        get throws { try property(kAudioFilePropertyFormatList, AudioFormatListItem()) }
    }

    var packetCount: UInt64 {
        get throws { try number64(kAudioFilePropertyAudioDataPacketCount) }
    }

    var audioByteCount: UInt64 {
        get throws { try number64(kAudioFilePropertyAudioDataByteCount) }
    }

    var maximumPacketSize: UInt32 {
        get throws { try number32(kAudioFilePropertyMaximumPacketSize) }
    }

    var packetSizeUpperBound: UInt32 {
        get throws { try number32(kAudioFilePropertyPacketSizeUpperBound) }
    }

    var packetTable: AudioFilePacketTableInfo {
        get throws { try property(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo()) }
    }

    /// In seconds.
    var estimatedDuration: Double {
        get throws { try property(kAudioFilePropertyEstimatedDuration, 0) }
    }

    /// Bytes before the audio.
    var dataOffset: Int64 { get throws { try property(kAudioFilePropertyDataOffset, -1) } }

    var isOptimized: UInt32 { get throws { try number32(kAudioFilePropertyIsOptimized) } }

    var cookie: [UInt8] { get throws { try bytes(kAudioFilePropertyMagicCookieData) } }

    var channelLayout: [UInt8] { get throws { try bytes(kAudioFilePropertyChannelLayout) } }

    /// The bytes of all packets of a small file.
    var audio: [UInt8] { packets(at: 0, count: 999, capacity: 9999).bytes }

    struct Packets: Equatable {
        var status: OSStatus
        var count: UInt32
        var byteCount: UInt32
        var bytes: [UInt8] = []
        var descriptions: [[Int64]] = []
    }

    /// - Parameter capacity: Of the buffer, in bytes.
    func packets(
        at start: Int64, count: UInt32, capacity: UInt32, describing: Bool = false
    ) -> Packets {
        var bytes = [UInt8](repeating: 0, count: Int(capacity))
        var descriptions = [AudioStreamPacketDescription](
            repeating: .init(), count: max(Int(min(count, 1 << 16)), 1))
        var packets = Packets(status: noErr, count: count, byteCount: capacity)
        packets.status = descriptions.withUnsafeMutableBufferPointer { descriptions in
            AudioFileReadPacketData(
                id, false, &packets.byteCount, descriptions.baseAddress, start,
                &packets.count, &bytes)
        }
        packets.bytes = Array(bytes.prefix(Int(packets.byteCount)))
        packets.descriptions = descriptions.prefix(describing ? Int(packets.count) : 0).map {
            [$0.mStartOffset, Int64($0.mVariableFramesInPacket), Int64($0.mDataByteSize)]
        }
        return packets
    }

    /// Status, packets and bytes only.
    func counts(at start: Int64, count: UInt32, capacity: UInt32) -> Packets {
        let read = packets(at: start, count: count, capacity: capacity)
        return Packets(status: read.status, count: read.count, byteCount: read.byteCount)
    }
}
