import AudioCodecs
import AudioFormats
import AudioModel
import CAudioToolbox
import ChannelLayouts
import CoreAudioTypes

// Properties of encodings; see <AudioToolbox/AudioFormat.h>.

/// Fills in the zero fields of a format.
///
/// - Parameter data: On entry the known fields, at least the format identifier; `nil` asks only for
///   the size.
func completedFormat(
    _ cookie: Specifier, _ dataSize: UInt32, _ data: UnsafeMutableRawPointer?
) throws(AudioFormatError) -> PropertyValue {
    guard let data else { return .of(AudioStreamBasicDescription()) }
    guard Int(dataSize) >= MemoryLayout<AudioStreamBasicDescription>.size else {
        throw .wrongDataSize
    }
    let given = data.loadUnaligned(as: AudioStreamBasicDescription.self)
    let bytes = cookie.start == nil ? nil : try cookie.bytes(atLeast: 0)
    return .of(AudioStreamBasicDescription(try completed(given, bytes)))
}

private func completed(
    _ given: AudioStreamBasicDescription, _ cookie: [UInt8]?
) throws(AudioFormatError) -> StreamFormat {
    guard let format = CodingProperties.completed(codingFormat(given), magicCookie: cookie) else {
        throw .unknownFormat
    }
    return format
}

private func codingFormat(_ description: AudioStreamBasicDescription) -> StreamFormat {
    StreamFormat(
        sampleRate: description.mSampleRate, id: codingID(description.mFormatID),
        flags: FormatFlags(rawValue: description.mFormatFlags),
        bytesPerPacket: description.mBytesPerPacket,
        framesPerPacket: description.mFramesPerPacket, bytesPerFrame: description.mBytesPerFrame,
        channelCount: description.mChannelsPerFrame, bitsPerChannel: description.mBitsPerChannel)
}

private func codingID(_ id: AudioFormatID) -> FormatID {
    FormatID(rawValue: FourCC(rawValue: id))
}

private func knownCoding(_ id: AudioFormatID) throws(AudioFormatError) -> FormatID {
    guard CodingProperties.isKnown(codingID(id)) else { throw .unknownFormat }
    return codingID(id)
}

/// Returns the value of a property that describes an encoding or a stream descriptor.
func codingProperty(
    _ id: AudioFormatPropertyID, _ specifier: Specifier
) throws(AudioFormatError) -> PropertyValue {
    switch id {
    case kAudioFormatProperty_FormatName:
        let given: AudioStreamBasicDescription = try specifier.load()
        _ = try knownCoding(given.mFormatID)
        return .text(codingFormat(given).codingName)
    case kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed:
        let given: AudioStreamBasicDescription = try specifier.load()
        guard let varies = CodingProperties.hasVariablePackets(codingID(given.mFormatID)) else {
            throw .unknownFormat
        }
        return .of(UInt32(varies ? 1 : 0))
    case kAudioFormatProperty_FormatEmploysDependentPackets:
        let given: AudioStreamBasicDescription = try specifier.load()
        let coding = try knownCoding(given.mFormatID)
        // Packets of USAC (xHE-AAC) depend on earlier ones, except independent frames.
        return .of(UInt32(coding.rawValue == "usac" ? 1 : 0))
    case kAudioFormatProperty_FormatIsEncrypted:
        _ = try knownCoding(try specifier.load())
        return .of(UInt32(0))
    case kAudioFormatProperty_FormatList: return .list(try formatItems(specifier))
    case kAudioFormatProperty_OutputFormatList:
        let playable = try formatItems(specifier).filter { isPlayable($0) }
        guard !playable.isEmpty else { throw .unsupportedFormat }
        return .list(playable)
    case kAudioFormatProperty_FirstPlayableFormatFromList:
        let items: [AudioFormatListItem] = try specifier.list()
        guard let index = items.firstIndex(where: { isPlayable($0) }) else {
            throw .unsupportedFormat
        }
        return .of(UInt32(index))
    default: return try descriptorProperty(id, specifier)
    }
}

private func descriptorProperty(
    _ id: AudioFormatPropertyID, _ specifier: Specifier
) throws(AudioFormatError) -> PropertyValue {
    if id == kAudioFormatProperty_ASBDFromMPEGPacket {
        guard let format = CodingProperties.format(ofMPEGPacket: try specifier.bytes(atLeast: 4))
        else {
            throw .unknownFormat
        }
        return .of(AudioStreamBasicDescription(format))
    }
    let bytes = try specifier.bytes(atLeast: 1)
    guard let base = CodingProperties.formats(ofStreamDescriptor: bytes)?.last else {
        throw .unknownFormat
    }
    guard id == kAudioFormatProperty_ChannelLayoutFromESDS else {
        return .of(AudioStreamBasicDescription(base))
    }
    let configuration = CodingProperties.specificConfiguration(ofStreamDescriptor: bytes)
    let tag = StandardLayout.decoded(
        base.id, channelCount: base.channelCount, configuration: configuration)
    guard let tag else {
        throw .unsupportedFormat
    }
    return .bytes(ChannelLayout(tag: tag).bytesForApps)
}

private func formatItems(
    _ specifier: Specifier
) throws(AudioFormatError) -> [AudioFormatListItem] {
    let info: AudioFormatInfo = try specifier.load()
    var cookie: [UInt8]?
    if let start = info.mMagicCookie, info.mMagicCookieSize > 0 {
        let cookieBytesMax = 1 << 20
        guard info.mMagicCookieSize <= cookieBytesMax else { throw .wrongSpecifierSize }
        cookie = Array(UnsafeRawBufferPointer(start: start, count: Int(info.mMagicCookieSize)))
    }
    let given = codingFormat(info.mASBD)
    let base = try completed(info.mASBD, cookie)
    let formats = CodingProperties.formats(given, magicCookie: cookie) ?? [base]
    let configuration = cookie.flatMap { decoderConfiguration(inCookie: $0, of: given) }
    return formats.map { format in
        let tag = StandardLayout.decoded(
            format.id, channelCount: format.channelCount, configuration: configuration)
        return AudioFormatListItem(
            mASBD: AudioStreamBasicDescription(format),
            mChannelLayoutTag: tag ?? kAudioChannelLayoutTag_Unknown | format.channelCount & 0xFFFF)
    }
}

private func isPlayable(_ item: AudioFormatListItem) -> Bool {
    CodingProperties.decodable.contains(codingID(item.mASBD.mFormatID))
}

// MARK: Codecs

/// Returns the value of a property that describes the encoders and decoders.
func codecProperty(
    _ id: AudioFormatPropertyID, _ specifier: Specifier
) throws(AudioFormatError) -> PropertyValue {
    switch id {
    case kAudioFormatProperty_EncodeFormatIDs:
        return .list(CodingProperties.encodable.map(\.rawValue.rawValue))
    case kAudioFormatProperty_DecodeFormatIDs:
        return .list(CodingProperties.decodable.map(\.rawValue.rawValue))
    case kAudioFormatProperty_Encoders:
        return try codecs(
            kAudioEncoderComponentType, of: try specifier.load(), CodingProperties.encodable)
    case kAudioFormatProperty_Decoders:
        return try codecs(
            kAudioDecoderComponentType, of: try specifier.load(), CodingProperties.decodable)
    case kAudioFormatProperty_HardwareCodecCapabilities:
        let wanted: [AudioClassDescription] = try specifier.list()
        return .of(UInt32(wanted.prefix { isSoftware($0) }.count))
    case kAudioFormatProperty_AvailableEncodeBitRates:
        guard let rates = CodingProperties.bitRates(of: try encodable(try specifier.load())) else {
            throw .unsupportedFormat
        }
        return .list(rates.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
    case kAudioFormatProperty_AvailableEncodeSampleRates:
        let ranges = CodingProperties.sampleRates(of: try encodable(try specifier.load()))
        return .list(
            ranges.map { AudioValueRange(mMinimum: $0.lowerBound, mMaximum: $0.upperBound) })
    case kAudioFormatProperty_AvailableEncodeChannelLayoutTags:
        return try encodedLayouts(try specifier.load())
    case kAudioFormatProperty_AvailableEncodeNumberChannels:
        let given: AudioStreamBasicDescription = try specifier.load()
        let coding = try encodable(given.mFormatID)
        return .list(CodingProperties.encodedChannelCounts(of: coding) ?? [.max])
    default:
        let given: AudioStreamBasicDescription = try specifier.load()
        let coding = try knownCoding(given.mFormatID)
        guard CodingProperties.decodable.contains(coding) else { throw .unsupportedFormat }
        return .list(CodingProperties.decodedChannelCounts(of: coding) ?? [.max])
    }
}

private func encodable(_ id: AudioFormatID) throws(AudioFormatError) -> FormatID {
    let coding = try knownCoding(id)
    guard CodingProperties.encodable.contains(coding) else { throw .unsupportedFormat }
    return coding
}

private func encodedLayouts(
    _ given: AudioStreamBasicDescription
) throws(AudioFormatError) -> PropertyValue {
    let coding = try encodable(given.mFormatID)
    let counts = CodingProperties.encodedChannelCounts(of: coding)
    let usual = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo]
    let tags = counts == nil ? StandardLayout.all.map(\.tag) : usual
    let wanted = given.mChannelsPerFrame
    let found = tags.filter { wanted == 0 || $0 & 0xFFFF == wanted }
    guard !found.isEmpty else { throw .unsupportedFormat }
    return .list(found)
}

private func codecs(
    _ type: UInt32, of id: AudioFormatID, _ list: [FormatID]
) throws(AudioFormatError) -> PropertyValue {
    guard list.contains(try knownCoding(id)) else { throw .unsupportedFormat }
    return .list([
        AudioClassDescription(
            mType: type, mSubType: id, mManufacturer: kAppleSoftwareAudioCodecManufacturer)
    ])
}

private func isSoftware(_ codec: AudioClassDescription) -> Bool {
    guard codec.mManufacturer == kAppleSoftwareAudioCodecManufacturer else { return false }
    switch codec.mType {
    case kAudioEncoderComponentType:
        return CodingProperties.encodable.contains(codingID(codec.mSubType))
    case kAudioDecoderComponentType:
        return CodingProperties.decodable.contains(codingID(codec.mSubType))
    default: return false
    }
}
