import AudioFiles
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes

// Properties of file types; <AudioToolbox/AudioFile.h> declares and documents them.

@c @implementation
public func AudioFileGetGlobalInfoSize(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeMutableRawPointer!, _ outDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let value = try globalInfo(inPropertyID, inSpecifierSize, inSpecifier)
        guard let outDataSize else { throw .missingArgument }
        outDataSize.pointee = UInt32(value.byteCount)
    }
}

@c @implementation
public func AudioFileGetGlobalInfo(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeMutableRawPointer!, _ ioDataSize: UnsafeMutablePointer<UInt32>!,
    _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let value = try globalInfo(inPropertyID, inSpecifierSize, inSpecifier)
        guard let ioDataSize, let outPropertyData else { throw .missingArgument }
        try value.write(to: outPropertyData, ioDataSize, orThrow: AudioFileError.wrongDataSize)
    }
}

private func globalInfo(
    _ id: AudioFilePropertyID, _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?
) throws(AudioFileError) -> PropertyValue {
    func type() throws(AudioFileError) -> AudioFileType {
        let id: UInt32 = try specified(specifierSize, specifier)
        guard let type = AudioFileType.withID(FourCC(rawValue: id)) else {
            throw .unknownFileType
        }
        return type
    }
    func types(where fits: (AudioFileType) -> Bool) -> PropertyValue {
        .list(AudioFileType.all.filter(fits).map(\.id.rawValue))
    }
    let all = AudioFileType.all
    switch id {
    case kAudioFileGlobalInfo_ReadableTypes: return types(where: \.isRead)
    case kAudioFileGlobalInfo_WritableTypes: return types(where: \.isWritten)
    case kAudioFileGlobalInfo_FileTypeName: return .text(try type().name)
    case kAudioFileGlobalInfo_AvailableFormatIDs:
        return .list(try type().codings.map(\.rawValue.rawValue))
    case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat:
        return .list(try streamDescriptions(specifierSize, specifier))
    case kAudioFileGlobalInfo_AllExtensions: return .texts(distinct(all.flatMap(\.extensions)))
    case kAudioFileGlobalInfo_AllHFSTypeCodes:
        return .list(distinct(all.flatMap(\.hfsCodes)).map(\.rawValue))
    case kAudioFileGlobalInfo_AllUTIs: return .texts(distinct(all.flatMap(\.uniformTypes)))
    case kAudioFileGlobalInfo_AllMIMETypes: return .texts(distinct(all.flatMap(\.mimeTypes)))
    case kAudioFileGlobalInfo_ExtensionsForType: return .texts(try type().extensions)
    case kAudioFileGlobalInfo_HFSTypeCodesForType:
        return .list(try type().hfsCodes.map(\.rawValue))
    case kAudioFileGlobalInfo_UTIsForType: return .texts(try type().uniformTypes)
    case kAudioFileGlobalInfo_MIMETypesForType: return .texts(try type().mimeTypes)
    case kAudioFileGlobalInfo_TypesForMIMEType:
        let text = try specifiedText(specifierSize, specifier).lowercased()
        // Files that are served as audio/mp4a-latm come before streams of LATM.
        let types = all.filter { $0.mimeTypes.contains(text) }.map(\.id.rawValue)
        let streams = types.filter { $0 == kAudioFileLATMInLOASType }
        return .list(types.filter { !streams.contains($0) } + streams)
    case kAudioFileGlobalInfo_TypesForUTI:
        let text = try specifiedText(specifierSize, specifier).lowercased()
        return types { $0.uniformTypes.contains(text) }
    case kAudioFileGlobalInfo_TypesForExtension:
        let text = try specifiedText(specifierSize, specifier).lowercased()
        return types { $0.extensions.contains(text) }
    case kAudioFileGlobalInfo_TypesForHFSTypeCode:
        let code: UInt32 = try specified(specifierSize, specifier)
        return types { $0.hfsCodes.contains(FourCC(rawValue: code)) }
    default:
        throw .unknownProperty
    }
}

/// The formats that a file of a type can hold, for one encoding.
private func streamDescriptions(
    _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?
) throws(AudioFileError) -> [AudioStreamBasicDescription] {
    let asked: AudioFileTypeAndFormatID = try specified(specifierSize, specifier)
    guard let type = AudioFileType.withID(FourCC(rawValue: asked.mFileType)) else {
        throw .unknownFileType
    }
    let coding = FormatID(rawValue: FourCC(rawValue: asked.mFormatID))
    guard type.codings.contains(coding) else { throw .unsupportedCoding }
    return type.formats(of: coding).map { AudioStreamBasicDescription($0) }
}

/// The items without duplicates, in order of their first occurrence.
private func distinct<Item: Hashable>(_ items: [Item]) -> [Item] {
    var seen: Set<Item> = []
    return items.filter { seen.insert($0).inserted }
}

private func specified<Value: BitwiseCopyable>(
    _ size: UInt32, _ specifier: UnsafeRawPointer?
) throws(AudioFileError) -> Value {
    guard let specifier else { throw .missingArgument }
    guard size == UInt32(MemoryLayout<Value>.size) else { throw .wrongDataSize }
    return specifier.loadUnaligned(as: Value.self)
}

private func specifiedText(
    _ size: UInt32, _ specifier: UnsafeRawPointer?
) throws(AudioFileError) -> String {
    let address: UInt = try specified(size, specifier)
    guard let object = UnsafeRawPointer(bitPattern: address) else { throw .missingArgument }
    return string(ofCFString: object)
}
