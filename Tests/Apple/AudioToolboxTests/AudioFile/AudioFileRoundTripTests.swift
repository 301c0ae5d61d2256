import AudioToolbox
import TestSupport
import Testing

@Suite("The writable types and formats")
struct AudioFileRoundTripTests {
    let files = SoundFiles()

    static let types: [AudioFileTypeID] =
        (try? globalInfo(kAudioFileGlobalInfo_WritableTypes).elements()) ?? []

    private static func formatIDs(_ type: AudioFileTypeID) throws -> [AudioFormatID] {
        try globalNumbers(kAudioFileGlobalInfo_AvailableFormatIDs, of: type)
    }

    /// Empty where the type and the format do not go together.
    private static func formats(
        _ type: AudioFileTypeID, _ id: AudioFormatID
    ) -> [AudioStreamBasicDescription] {
        let property = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
        var pair = AudioFileTypeAndFormatID(mFileType: type, mFormatID: id)
        var size: UInt32 = 0
        guard AudioFileGetGlobalInfoSize(property, 8, &pair, &size) == noErr else { return [] }
        return (try? globalInfo(property, &pair, 8).elements()) ?? []
    }

    @Test("are the writable file types and their formats")
    func pairs() throws {
        let coded = BuildTraits.hasFFmpeg ? [kAudioFileFLACType] : []
        #expect(
            Set(Self.types)
                == Set(coded).union([
                    kAudioFileCAFType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileWAVEType,
                    kAudioFileRF64Type, kAudioFileBW64Type, kAudioFileNextType,
                    kAudioFileAAC_ADTSType, kAudioFileM4AType, kAudioFileM4BType,
                    kAudioFileMPEG4Type,
                ]))
        #expect(try Self.formatIDs(kAudioFileAIFFType) == [kAudioFormatLinearPCM])
        #expect(try Self.formatIDs(kAudioFileAIFCType).contains(kAudioFormatAppleIMA4))
        #expect(try !Self.formatIDs(kAudioFileWAVEType).contains(kAudioFormatAppleIMA4))
        let aiff = Self.formats(kAudioFileAIFFType, kAudioFormatLinearPCM)
        #expect(aiff.map(\.mBitsPerChannel) == [8, 16, 24, 32])
        #expect(aiff.allSatisfy { $0.mSampleRate == 0 && $0.mChannelsPerFrame == 0 })
        #expect(Self.formats(kAudioFileWAVEType, kAudioFormatAppleIMA4).isEmpty)
        #expect(Self.formats(kAudioFileMP3Type, kAudioFormatMPEGLayer3).count == 1)
        for type in Self.types {
            for id in try Self.formatIDs(type) {
                #expect(!Self.formats(type, id).isEmpty, "\(type) \(id)")
            }
        }
    }

    /// Bytes that are no pattern, and floats of ordinary size.
    private func bytes(_ count: Int, seed: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 37 &+ seed &* 101) & 0x3F) }
    }

    /// Others are known to go with the type, and not written here, or only with a packet size.
    private static func isWritten(_ type: AudioFileTypeID, _ id: AudioFormatID) -> Bool {
        let always = [
            kAudioFormatLinearPCM, kAudioFormatULaw, kAudioFormatALaw, kAudioFormatAppleIMA4,
            kAudioFormatMPEG4AAC, kAudioFormatAppleLossless,
        ]
        let inCAF = [kAudioFormatMPEGLayer3, kAudioFormatFLAC, kAudioFormatOpus]
        return always.contains(id) || type == kAudioFileCAFType && inCAF.contains(id)
    }

    private func cookie(_ id: AudioFormatID) -> [UInt8]? {
        switch id {
        case kAudioFormatMPEG4AAC: SoundFiles.aacCookie
        case kAudioFormatAppleLossless: SoundFiles.alacCookie
        case kAudioFormatFLAC, kAudioFormatOpus: [1, 2, 3, 4]
        default: nil
        }
    }

    @Test("is written and read back, in every format", arguments: types)
    func roundTrip(type: AudioFileTypeID) throws {
        for id in try Self.formatIDs(type) where Self.isWritten(type, id) {
            for var format in Self.formats(type, id) {
                format.mSampleRate = 44_100
                format.mChannelsPerFrame = 2
                if id == kAudioFormatOpus { format.mFramesPerPacket = 960 }
                if id == kAudioFormatFLAC { format.mFramesPerPacket = 4096 }
                let made = try MadeFile(files, type, format)
                if let cookie = cookie(id) {
                    // ADTS says all in its headers, and takes what an encoder gives it.
                    #expect(made.setCookie(cookie) == noErr)
                }
                let stated = try OpenedFile(sharing: made.id).format
                let size = Int(stated.mBytesPerPacket)
                var packets = (0..<9).map { bytes(size > 0 ? size : 20 + $0, seed: $0) }
                if size > 0 {
                    #expect(made.write(packets.flatMap { $0 }, at: 0, size: size) == noErr)
                    packets[4] = bytes(size, seed: 77)
                    #expect(made.write(packets[4], at: 4, size: size) == noErr)
                } else {
                    #expect(made.write(packets: Array(packets[..<5]), at: 0) == noErr)
                    #expect(made.write(packets: Array(packets[5...]), at: 5) == noErr)
                }
                let file = try made.reopened()
                #expect(try file.type == type)
                #expect(try file.packetCount == 9)
                let read = try file.format
                // One byte has no order.
                let order = read.mBitsPerChannel == 8 ? kAudioFormatFlagIsBigEndian : 0
                #expect(read.mFormatID == id)
                #expect(
                    read.mBitsPerChannel == format.mBitsPerChannel || id != kAudioFormatLinearPCM)
                if id == kAudioFormatLinearPCM {
                    #expect(
                        read.mFormatFlags | order == format.mFormatFlags | order,
                        "\(type) \(format)")
                }
                #expect(read.mBytesPerPacket == UInt32(size))
                let all = file.packets(at: 0, count: 99, capacity: 9999, describing: true)
                #expect(all.bytes == packets.flatMap { $0 }, "\(type) \(format)")
                #expect(all.descriptions.map { $0[2] } == packets.map { Int64($0.count) })
                if let cookie = cookie(id), type != kAudioFileAAC_ADTSType {
                    #expect(try file.cookie == cookie)
                }
            }
        }
    }
}
