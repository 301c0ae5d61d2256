import AudioFiles
import AudioModel
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes

// The properties of an extended audio file; <AudioToolbox/ExtendedAudioFile.h> declares and
// documents them.

/// Implements `ExtAudioFileGetPropertyInfo` for Swift and C.
func extendedFilePropertyInfo(
    _ reference: ExtAudioFileRef?, _ id: ExtAudioFilePropertyID,
    _ answer: (_ size: UInt32, _ isWritable: Bool) -> Void
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        let file = try extendedFile(reference)
        let value = try propertyValue(id, of: file, reference)
        let isWritable = try file.access { side in
            switch id {
            case kExtAudioFileProperty_FileChannelLayout:
                if case .writing(let writing) = side { return !writing.hasBegun }
                return false
            case kExtAudioFileProperty_ClientDataFormat:
                if case .writing(let writing) = side {
                    return !writing.hasBegun && !file.isWritingAsynchronously
                }
                return true
            case kExtAudioFileProperty_ClientChannelLayout,
                kExtAudioFileProperty_CodecManufacturer,
                kExtAudioFileProperty_IOBufferSizeBytes, kExtAudioFileProperty_PacketTable:
                return true
            default: return false
            }
        }
        answer(UInt32(clamping: value.byteCount), isWritable)
    }
}

@c @implementation
public func ExtAudioFileGetProperty(
    _ inExtAudioFile: ExtAudioFileRef!, _ inPropertyID: ExtAudioFilePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>!,
    _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        guard let ioPropertyDataSize, let outPropertyData else { throw .missingArgument }
        let value = try propertyValue(inPropertyID, of: file, inExtAudioFile)
        try value.write(
            to: outPropertyData, ioPropertyDataSize, orThrow: ExtendedFileError.wrongPropertySize)
    }
}

private func propertyValue(
    _ id: ExtAudioFilePropertyID, of file: ExtendedAudioFile, _ reference: ExtAudioFileRef?
) throws(ExtendedFileError) -> PropertyValue {
    if id == kExtAudioFileProperty_AudioFile {
        guard let audioFile = extendedFiles[reference]?.audioFile else { throw .unknownProperty }
        return .of(UInt(bitPattern: audioFile))
    }
    if id == kExtAudioFileProperty_AudioConverter { return try converterValue(of: file, reference) }
    return try file.access { side throws(ExtendedFileError) in
        switch id {
        case kExtAudioFileProperty_FileDataFormat:
            return .of(AudioStreamBasicDescription(side.fileFormat))
        case kExtAudioFileProperty_ClientDataFormat:
            return .of(AudioStreamBasicDescription(side.clientFormat))
        case kExtAudioFileProperty_FileChannelLayout:
            return .bytes(try unwrapped(side.fileLayout).bytesForApps)
        case kExtAudioFileProperty_ClientChannelLayout:
            return .bytes(try unwrapped(side.clientLayout).bytesForApps)
        case kExtAudioFileProperty_CodecManufacturer: return .of(file.settings.maker.rawValue)
        case kExtAudioFileProperty_FileMaxPacketSize: return .of(try side.packetSizeMax())
        case kExtAudioFileProperty_ClientMaxPacketSize:
            guard side.clientFormat.bytesPerPacket > 0 else { throw .packetSizeUnknown }
            return .of(side.clientFormat.bytesPerPacket)
        case kExtAudioFileProperty_FileLengthFrames: return .of(side.frameCount)
        case kExtAudioFileProperty_IOBufferSizeBytes: return .of(file.settings.bufferByteCount)
        case kExtAudioFileProperty_PacketTable:
            return .of(AudioFilePacketTableInfo(try unwrapped(side.packetTable)))
        default: throw .unknownProperty
        }
    }
}

/// - Throws: `unknownProperty` for `nil`.
private func unwrapped<Value>(_ value: Value?) throws(ExtendedFileError) -> Value {
    guard let value else { throw .unknownProperty }
    return value
}

// MARK: Setting

@c @implementation
public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef!, _ inPropertyID: ExtAudioFilePropertyID,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(ExtendedFileError) in
        let file = try extendedFile(inExtAudioFile)
        let isAsynchronous = file.isWritingAsynchronously
        let data = UnsafeRawBufferPointer(
            start: inPropertyData, count: inPropertyData == nil ? 0 : Int(inPropertyDataSize))
        if inPropertyID == kExtAudioFileProperty_ConverterConfig {
            return try applyConverterSettings(of: inExtAudioFile, to: file)
        }
        guard inPropertyData != nil else { throw .missingArgument }
        try file.access { side throws(ExtendedFileError) in
            switch inPropertyID {
            case kExtAudioFileProperty_ClientDataFormat:
                guard !isAsynchronous else { throw .wrongOrder }
                let description: AudioStreamBasicDescription = try loaded(data)
                try side.setClientFormat(StreamFormat(description))
                forgetConverter(of: inExtAudioFile)
            case kExtAudioFileProperty_FileChannelLayout:
                try side.setFileLayout(
                    try ChannelLayout(
                        bytesForApps: data, channelCount: side.fileFormat.channelCount))
            case kExtAudioFileProperty_ClientChannelLayout:
                guard !isAsynchronous else { throw .wrongOrder }
                try side.setClientLayout(
                    try ChannelLayout(
                        bytesForApps: data, channelCount: side.clientFormat.channelCount))
            case kExtAudioFileProperty_CodecManufacturer:
                let manufacturer: UInt32 = try loaded(data)
                try file.setCodecManufacturer(FourCC(rawValue: manufacturer))
            case kExtAudioFileProperty_IOBufferSizeBytes:
                try file.setBufferByteCount(try loaded(data))
            case kExtAudioFileProperty_PacketTable:
                let table: AudioFilePacketTableInfo = try loaded(data)
                try side.setPacketTable(
                    validFrames: table.mNumberValidFrames,
                    primingFrames: Int64(table.mPrimingFrames),
                    remainderFrames: Int64(table.mRemainderFrames))
            default: throw .unknownProperty
            }
        }
    }
}

/// - Throws: `wrongPropertySize` unless the size is exact.
private func loaded<Value: BitwiseCopyable>(
    _ data: UnsafeRawBufferPointer
) throws(ExtendedFileError) -> Value {
    guard data.count == MemoryLayout<Value>.size else { throw .wrongPropertySize }
    return data.loadUnaligned(as: Value.self)
}
