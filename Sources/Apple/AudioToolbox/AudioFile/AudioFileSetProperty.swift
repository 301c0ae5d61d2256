import AudioCodecs
import AudioFiles
import AudioFormats
import AudioModel
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes
import Foundation

// Settable properties of a file; <AudioToolbox/AudioFile.h> declares and documents them.

@c @implementation
public func AudioFileSetProperty(
    _ inAudioFile: AudioFileID!, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        guard let inPropertyData else { throw .missingArgument }
        let value = UnsafeRawBufferPointer(start: inPropertyData, count: Int(inDataSize))
        let state = try file.writingState()
        guard isSettable(inPropertyID, state) else {
            guard state != nil else { throw .notPermitted }
            // A property that the file does not have at all is another error.
            _ = try propertySize(inPropertyID, of: file)
            throw .notSupported
        }
        try setProperty(inPropertyID, of: file, value)
    }
}

/// - Parameter state: `nil` for a file opened for reading only.
func isSettable(_ id: AudioFilePropertyID, _ state: WritingState?) -> Bool {
    if id == kAudioFilePropertyUseAudioTrack { return true }
    guard let state else { return false }
    let isCAF = state.kind == .caf
    let isAIFF = [.aiff, .aifc].contains(state.kind)
    let isWAVE = [.wav, .rf64, .bw64].contains(state.kind)
    let isMP4 = [.m4a, .m4b, .mp4].contains(state.kind)
    switch id {
    case kAudioFilePropertyDataFormat, kAudioFilePropertyReserveDuration: return !state.isSettled
    case kAudioFilePropertyMagicCookieData:
        return state.isNew && (isCAF || isMP4 || state.kind == .adts)
    case kAudioFilePropertyChannelLayout:
        return state.isNew && (isCAF || isWAVE || state.kind == .aifc)
    case kAudioFilePropertyAudioDataByteCount: return !state.format.isVariableBitRate
    case kAudioFilePropertyDeferSizeUpdates: return true
    case kAudioFilePropertyMarkerList: return isCAF || isAIFF || isWAVE
    case kAudioFilePropertyRegionList: return isCAF
    case kAudioFilePropertyInfoDictionary: return isCAF || isAIFF || isWAVE || isMP4
    case kAudioFilePropertyPacketTableInfo: return state.hasPacketTable
    case kAudioFilePropertyID3Tag: return isAIFF || isWAVE
    default: return false
    }
}

/// Size in bytes of a write-only property; `nil` for others.
func writeOnlySize(_ id: AudioFilePropertyID) -> Int? {
    switch id {
    case kAudioFilePropertyUseAudioTrack: MemoryLayout<UInt32>.size
    case kAudioFilePropertyReserveDuration: MemoryLayout<Double>.size
    default: nil
    }
}

private func setProperty(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ value: UnsafeRawBufferPointer
) throws(AudioFileError) {
    switch id {
    case kAudioFilePropertyDataFormat:
        let format: AudioStreamBasicDescription = try loaded(value)
        try file.setFormat(StreamFormat(format))
    case kAudioFilePropertyMagicCookieData: try file.setMagicCookie(Array(value))
    case kAudioFilePropertyChannelLayout: try file.setChannelLayout(try channelLayout(value))
    case kAudioFilePropertyAudioDataByteCount: try file.setDataByteCount(try loaded(value))
    case kAudioFilePropertyReserveDuration: try file.setReservedDuration(try loaded(value))
    case kAudioFilePropertyDeferSizeUpdates:
        let defers: UInt32 = try loaded(value)
        try file.setDefersSizes(defers != 0)
    case kAudioFilePropertyMarkerList: try file.setMarkers(try markerList(value))
    case kAudioFilePropertyRegionList: try file.setRegions(try regionList(value))
    case kAudioFilePropertyInfoDictionary: try file.setTags(try texts(value))
    case kAudioFilePropertyID3Tag: try file.setID3Tag(Array(value))
    case kAudioFilePropertyPacketTableInfo:
        let table: AudioFilePacketTableInfo = try loaded(value)
        try file.setPacketTable(
            PacketTable(
                validFrames: table.mNumberValidFrames,
                primingFrames: Int64(table.mPrimingFrames),
                remainderFrames: Int64(table.mRemainderFrames)))
    case kAudioFilePropertyUseAudioTrack:
        let index: UInt32 = try loaded(value)
        try file.useTrack(Int(index))
    default: throw .unknownProperty
    }
}

private func loaded<Value: BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer
) throws(AudioFileError) -> Value {
    guard bytes.count == MemoryLayout<Value>.size else { throw .wrongDataSize }
    return bytes.loadUnaligned(as: Value.self)
}

private func channelLayout(
    _ bytes: UnsafeRawBufferPointer
) throws(AudioFileError) -> ChannelLayout {
    do throws(LayoutDataError) {
        return try ChannelLayout(bytesForApps: bytes)
    } catch {
        switch error {
        case .tooShort: throw .wrongDataSize
        case .tooManyChannels: throw .wrongArgument
        }
    }
}

/// The strings of a `CFDictionaryRef`, sorted by key; other values are left out.
private func texts(
    _ bytes: UnsafeRawBufferPointer
) throws(AudioFileError) -> [(key: String, value: String)] {
    let address: UInt = try loaded(bytes)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { throw .missingArgument }
    let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    guard let dictionary = object as? NSDictionary else { throw .wrongArgument }
    var texts: [(key: String, value: String)] = []
    for (key, value) in dictionary {
        guard let key = key as? String, let value = value as? String else { continue }
        // The duration follows from the audio.
        guard key != kAFInfoDictionary_ApproximateDurationInSeconds else { continue }
        texts.append((key, value))
    }
    return texts.sorted { $0.key < $1.key }
}
