import AudioFormats
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// Audio Format Services; <AudioToolbox/AudioFormat.h> declares and documents them.

@c @implementation
public func AudioFormatGetPropertyInfo(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeRawPointer!, _ outPropertyDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    status { () throws(AudioFormatError) in
        let specifier = Specifier(inSpecifier, inSpecifierSize)
        guard let outPropertyDataSize else { throw .missingArgument }
        if inPropertyID == kAudioFormatProperty_FormatInfo {
            outPropertyDataSize.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            return
        }
        if inPropertyID == kAudioFormatProperty_ValidateChannelLayout {
            try validateLayout(specifier)
            outPropertyDataSize.pointee = 0
            return
        }
        let value = try formatProperty(inPropertyID, specifier)
        outPropertyDataSize.pointee = UInt32(clamping: value.byteCount)
    }
}

@c @implementation
public func AudioFormatGetProperty(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeRawPointer!, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>!,
    _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioFormatError) in
        let specifier = Specifier(inSpecifier, inSpecifierSize)
        if inPropertyID == kAudioFormatProperty_ValidateChannelLayout {
            return try validateLayout(specifier)
        }
        guard let ioPropertyDataSize else { throw .missingArgument }
        let value: PropertyValue
        if inPropertyID == kAudioFormatProperty_FormatInfo {
            value = try completedFormat(specifier, ioPropertyDataSize.pointee, outPropertyData)
        } else {
            value = try formatProperty(inPropertyID, specifier)
        }
        if let outPropertyData {
            try value.write(
                to: outPropertyData, ioPropertyDataSize, orThrow: AudioFormatError.wrongDataSize)
        } else {
            ioPropertyDataSize.pointee = UInt32(clamping: value.byteCount)
        }
    }
}

private func formatProperty(
    _ id: AudioFormatPropertyID, _ specifier: Specifier
) throws(AudioFormatError) -> PropertyValue {
    switch id {
    case kAudioFormatProperty_EncodeFormatIDs, kAudioFormatProperty_DecodeFormatIDs,
        kAudioFormatProperty_Encoders, kAudioFormatProperty_Decoders,
        kAudioFormatProperty_HardwareCodecCapabilities,
        kAudioFormatProperty_AvailableEncodeBitRates,
        kAudioFormatProperty_AvailableEncodeSampleRates,
        kAudioFormatProperty_AvailableEncodeChannelLayoutTags,
        kAudioFormatProperty_AvailableEncodeNumberChannels,
        kAudioFormatProperty_AvailableDecodeNumberChannels:
        return try codecProperty(id, specifier)
    case kAudioFormatProperty_FormatName, kAudioFormatProperty_FormatIsVBR,
        kAudioFormatProperty_FormatIsExternallyFramed,
        kAudioFormatProperty_FormatEmploysDependentPackets,
        kAudioFormatProperty_FormatIsEncrypted, kAudioFormatProperty_FormatList,
        kAudioFormatProperty_OutputFormatList, kAudioFormatProperty_FirstPlayableFormatFromList,
        kAudioFormatProperty_ASBDFromESDS, kAudioFormatProperty_ChannelLayoutFromESDS,
        kAudioFormatProperty_ASBDFromMPEGPacket:
        return try codingProperty(id, specifier)
    case kAudioFormatProperty_ID3TagSize:
        let header = try specifier.bytes(atLeast: ID3Tag.headerByteCount)
        guard let size = ID3Tag.byteCount(header) else { throw .unspecified }
        return .of(UInt32(size))
    case kAudioFormatProperty_ID3TagToDictionary:
        guard let tag = ID3Tag(try specifier.bytes(atLeast: ID3Tag.headerByteCount)) else {
            throw .unspecified
        }
        let dictionary = NSMutableDictionary()
        for (frame, text) in tag.texts { dictionary[frame as NSString] = text as NSString }
        return .object(dictionary)
    default:
        return try layoutProperty(id, specifier)
    }
}

/// The specifier of a property, in the app's memory.
struct Specifier {
    let start: UnsafeRawPointer?
    let byteCount: Int

    init(_ start: UnsafeRawPointer?, _ byteCount: UInt32) {
        self.start = start
        self.byteCount = start == nil ? 0 : Int(byteCount)
    }

    func load<Value: BitwiseCopyable>() throws(AudioFormatError) -> Value {
        guard let start else { throw .missingArgument }
        guard byteCount >= MemoryLayout<Value>.size else { throw .wrongSpecifierSize }
        return start.loadUnaligned(as: Value.self)
    }

    func list<Value: BitwiseCopyable>() throws(AudioFormatError) -> [Value] {
        guard let start else { throw .missingArgument }
        let stride = MemoryLayout<Value>.stride
        guard byteCount > 0, byteCount % stride == 0 else { throw .wrongSpecifierSize }
        return (0..<byteCount / stride).map {
            start.loadUnaligned(fromByteOffset: $0 * stride, as: Value.self)
        }
    }

    func bytes(atLeast least: Int) throws(AudioFormatError) -> [UInt8] {
        guard let start else { throw .missingArgument }
        guard byteCount >= least else { throw .wrongSpecifierSize }
        return Array(UnsafeRawBufferPointer(start: start, count: byteCount))
    }
}
