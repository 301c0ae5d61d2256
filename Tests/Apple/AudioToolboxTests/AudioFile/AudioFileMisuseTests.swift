import AudioToolbox
import Testing

@Suite("Audio File Services, misused")
struct AudioFileMisuseTests {
    let files = SoundFiles()

    /// Every call for a file, with all else in order.
    private static func calls(_ id: AudioFileID?) -> [OSStatus] {
        var size: UInt32 = 4
        var count: UInt32 = 1
        var big: UInt64 = 0
        var bytes = [UInt8](repeating: 0, count: 64)
        return [
            AudioFileReadBytes(id, false, 0, &size, &bytes),
            AudioFileReadPacketData(id, false, &size, nil, 0, &count, &bytes),
            AudioFileReadPackets(id, false, &size, nil, 0, &count, &bytes),
            AudioFileCountUserData(id, 0, &count),
            AudioFileGetUserDataSize(id, 0, 0, &count),
            AudioFileGetUserDataSize64(id, 0, 0, &big),
            AudioFileGetUserData(id, 0, 0, &size, &bytes),
            AudioFileGetUserDataAtOffset(id, 0, 0, 0, &size, &bytes),
            AudioFileGetPropertyInfo(id, kAudioFilePropertyFileFormat, &size, nil),
            AudioFileGetProperty(id, kAudioFilePropertyFileFormat, &size, &bytes),
            AudioFileClose(id),
        ]
    }

    @Test("takes a file that is closed, or never was open, for what it is")
    func closed() throws {
        var id: AudioFileID?
        let url = try files.write(SoundFiles.sixSeconds(), as: "six.caf")
        try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &id) == noErr)
        #expect(AudioFileClose(id) == noErr)
        // A file opened since does not take its place.
        let other = try OpenedFile(url)
        #expect(other.id != id)
        let notOpen = Array(repeating: kAudioFileNotOpenError, count: 11)
        #expect(Self.calls(id) == notOpen)
        #expect(Self.calls(AudioFileID(bitPattern: 0xDEAD_BEEF)) == notOpen)
        #expect(Self.calls(nil) == Array(repeating: kAudio_ParamError, count: 11))
        #expect(other.packets(at: 0, count: 1, capacity: 4).count == 1)
    }

    @Test("gives an error for pointers that are missing")
    func missingPointers() throws {
        let file = try OpenedFile(files.write(SoundFiles.sixSeconds(), as: "six.caf"))
        let id = file.id
        var size: UInt32 = 4
        var count: UInt32 = 1
        var bytes = [UInt8](repeating: 0, count: 64)
        let format = kAudioFilePropertyFileFormat
        let name: UInt32 = 0x6465_7363
        let missing: [OSStatus] = [
            AudioFileReadBytes(id, false, 0, nil, &bytes),
            AudioFileReadBytes(id, false, 0, &size, nil),
            AudioFileReadPacketData(id, false, nil, nil, 0, &count, &bytes),
            AudioFileReadPacketData(id, false, &size, nil, 0, nil, &bytes),
            AudioFileReadPacketData(id, false, &size, nil, 0, &count, nil),
            AudioFileReadPackets(id, false, nil, nil, 0, &count, &bytes),
            AudioFileReadPackets(id, false, &size, nil, 0, nil, &bytes),
            AudioFileReadPackets(id, false, &size, nil, 0, &count, nil),
            AudioFileCountUserData(id, name, nil),
            AudioFileGetUserDataSize(id, name, 0, nil),
            AudioFileGetUserDataSize64(id, name, 0, nil),
            AudioFileGetUserData(id, name, 0, nil, &bytes),
            AudioFileGetUserData(id, name, 0, &size, nil),
            AudioFileGetProperty(id, format, nil, &bytes),
            AudioFileGetProperty(id, format, &size, nil),
            AudioFileOpenURL(files.missing("x") as CFURL, .readPermission, 0, nil),
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nil, nil),
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 4, nil, &size),
            AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, nil, &bytes),
            AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size, nil),
        ]
        #expect(missing == Array(repeating: kAudio_ParamError, count: missing.count))
        // Nothing to read is as wrong, and nothing to write not specified.
        var none: UInt32 = 0
        #expect(
            [
                AudioFileReadPacketData(id, false, &none, nil, 0, &count, &bytes),
                AudioFileReadPacketData(id, false, &size, nil, 0, &none, &bytes),
            ] == [kAudio_ParamError, kAudio_ParamError])
        #expect(AudioFileReadBytes(id, false, -1, &size, &bytes) == kAudioFilePositionError)
        #expect(
            [
                AudioFileWriteBytes(id, false, 0, nil, &bytes),
                AudioFileWriteBytes(id, false, 0, &size, nil),
                AudioFileWritePackets(id, false, 4, nil, 0, nil, &bytes),
                AudioFileWritePackets(id, false, 4, nil, 0, &count, nil),
            ] == Array(repeating: kAudioFileUnspecifiedError, count: 4))
        // Both are asked for only when wanted.
        #expect(AudioFileGetPropertyInfo(id, format, nil, nil) == noErr)
    }
}
