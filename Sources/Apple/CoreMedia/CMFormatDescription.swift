@_exported public import struct CAudioToolbox.AudioFormatListItem
@_exported public import class CoreFoundation.CFAllocator
@_exported public import typealias CoreFoundation.FourCharCode
@_exported public import var CoreFoundation.kCFAllocatorDefault
@_exported public import var CoreFoundation.kCFAllocatorMalloc
@_exported public import var CoreFoundation.kCFAllocatorNull

/// The four-character code of a media type.
public typealias CMMediaType = FourCharCode
/// A format description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription

/// The media type of video.
public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }
/// The media type of audio.
public var kCMMediaType_Audio: CMMediaType { 0x736F_756E }
/// The media type of multiplexed media.
public var kCMMediaType_Muxed: CMMediaType { 0x6D75_7878 }
/// The media type of text.
public var kCMMediaType_Text: CMMediaType { 0x7465_7874 }
/// The media type of closed captions.
public var kCMMediaType_ClosedCaption: CMMediaType { 0x636C_6370 }
/// The media type of subtitles.
public var kCMMediaType_Subtitle: CMMediaType { 0x7362_746C }
/// The media type of time codes.
public var kCMMediaType_TimeCode: CMMediaType { 0x746D_6364 }
/// The media type of timed metadata.
public var kCMMediaType_Metadata: CMMediaType { 0x6D65_7461 }

/// An argument is invalid.
public var kCMFormatDescriptionError_InvalidParameter: OSStatus { -12710 }
/// Memory could not be allocated.
public var kCMFormatDescriptionError_AllocationFailed: OSStatus { -12711 }
/// The description has no such value.
public var kCMFormatDescriptionError_ValueNotAvailable: OSStatus { -12718 }

/// An immutable description of media samples.
///
/// Ownership: immutable after `init`, including the memory behind its pointers. Any thread.
public final class CMFormatDescription: @unchecked Sendable {
    let type: CMMediaType
    let subtype: FourCharCode
    let extensionDictionary: NSDictionary?
    /// The size of a video's pictures; 0 by 0 for other media.
    let size: CMVideoDimensions
    private let audio: AudioStorage?

    /// Memory that Apple's functions return pointers into, while the description lives.
    private struct AudioStorage {
        let format: UnsafeMutablePointer<AudioStreamBasicDescription>
        let listItem: UnsafeMutablePointer<AudioFormatListItem>
        let layout: UnsafeMutableRawBufferPointer?
        let cookie: UnsafeMutableRawBufferPointer?
    }

    init(
        _ type: CMMediaType, _ subtype: FourCharCode, _ extensions: NSDictionary?,
        size: CMVideoDimensions = CMVideoDimensions()
    ) {
        self.type = type
        self.subtype = subtype
        self.size = size
        extensionDictionary = extensions
        audio = nil
    }

    init(
        _ format: AudioStreamBasicDescription, layout: UnsafeRawBufferPointer?,
        cookie: UnsafeRawBufferPointer?, _ extensions: NSDictionary?
    ) {
        type = kCMMediaType_Audio
        subtype = format.mFormatID
        size = CMVideoDimensions()
        extensionDictionary = extensions
        let storage = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        storage.initialize(to: format)
        let listItem = UnsafeMutablePointer<AudioFormatListItem>.allocate(capacity: 1)
        listItem.initialize(
            to: AudioFormatListItem(
                mASBD: format, mChannelLayoutTag: Self.layoutTag(of: format, layout)))
        audio = AudioStorage(
            format: storage, listItem: listItem, layout: Self.copy(layout),
            cookie: Self.copy(cookie))
    }

    /// The layout's tag; without a layout that of mono or stereo, otherwise an unknown one.
    private static func layoutTag(
        of format: AudioStreamBasicDescription, _ layout: UnsafeRawBufferPointer?
    ) -> AudioChannelLayoutTag {
        if let layout, !layout.isEmpty {
            return layout.loadUnaligned(as: AudioChannelLayoutTag.self)
        }
        switch format.mChannelsPerFrame {
        case 1: return kAudioChannelLayoutTag_Mono
        case 2: return kAudioChannelLayoutTag_Stereo
        case let count: return kAudioChannelLayoutTag_Unknown | min(count, 0xFFFF)
        }
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer?) -> UnsafeMutableRawBufferPointer? {
        guard let bytes, !bytes.isEmpty else { return nil }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyMemory(from: bytes)
        return copy
    }

    deinit {
        audio?.format.deallocate()
        audio?.listItem.deallocate()
        audio?.layout?.deallocate()
        audio?.cookie?.deallocate()
    }

    var format: UnsafePointer<AudioStreamBasicDescription>? {
        audio.map { UnsafePointer($0.format) }
    }
    var listItem: UnsafePointer<AudioFormatListItem>? {
        audio.map { UnsafePointer($0.listItem) }
    }
    var layout: UnsafeRawBufferPointer? {
        audio?.layout.map { UnsafeRawBufferPointer($0) }
    }
    var cookie: UnsafeRawBufferPointer? {
        audio?.cookie.map { UnsafeRawBufferPointer($0) }
    }
}

extension CMFormatDescription: Hashable {
    /// Whether both describe the same format.
    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        let isSameFormat =
            switch (left.format?.pointee, right.format?.pointee) {
            case (nil, nil): true
            case (let one?, let other?): one.isSame(as: other)
            default: false
            }
        return left.type == right.type && left.subtype == right.subtype && isSameFormat
            && left.size == right.size
            && isSame(left.layout, right.layout) && isSame(left.cookie, right.cookie)
            && left.extensionDictionary == right.extensionDictionary
    }

    /// Hashes media type and subtype.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
    }

    private static func isSame(
        _ left: UnsafeRawBufferPointer?, _ right: UnsafeRawBufferPointer?
    ) -> Bool {
        Array(left ?? .init(start: nil, count: 0)) == Array(right ?? .init(start: nil, count: 0))
    }
}

extension AudioStreamBasicDescription {
    fileprivate func isSame(as other: AudioStreamBasicDescription) -> Bool {
        mSampleRate == other.mSampleRate && mFormatID == other.mFormatID
            && mFormatFlags == other.mFormatFlags && mBytesPerPacket == other.mBytesPerPacket
            && mFramesPerPacket == other.mFramesPerPacket && mBytesPerFrame == other.mBytesPerFrame
            && mChannelsPerFrame == other.mChannelsPerFrame
            && mBitsPerChannel == other.mBitsPerChannel
    }
}

// C functions.

/// Makes a description of a medium other than audio.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode,
    extensions: NSDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(mediaType, mediaSubType, extensions)
    return noErr
}

/// The media type.
@discardableResult
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
    desc.type
}

/// The media subtype: the encoding.
@discardableResult
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.subtype
}

/// The extensions of the description.
@discardableResult
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> NSDictionary? {
    desc.extensionDictionary
}

/// Whether both describe the same format.
@discardableResult
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}
