@_exported import class CoreFoundation.CFAllocator
@_exported import typealias CoreFoundation.FourCharCode
@_exported import var CoreFoundation.kCFAllocatorDefault

public typealias CMMediaType = FourCharCode
public typealias CMAudioFormatDescription = CMFormatDescription

public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }
public var kCMMediaType_Audio: CMMediaType { 0x736F_756E }
public var kCMMediaType_Muxed: CMMediaType { 0x6D75_7878 }
public var kCMMediaType_Text: CMMediaType { 0x7465_7874 }
public var kCMMediaType_ClosedCaption: CMMediaType { 0x636C_6370 }
public var kCMMediaType_Subtitle: CMMediaType { 0x7362_746C }
public var kCMMediaType_TimeCode: CMMediaType { 0x746D_6364 }
public var kCMMediaType_Metadata: CMMediaType { 0x6D65_7461 }

public var kCMFormatDescriptionError_InvalidParameter: OSStatus { -12710 }
public var kCMFormatDescriptionError_AllocationFailed: OSStatus { -12711 }
public var kCMFormatDescriptionError_ValueNotAvailable: OSStatus { -12718 }

/// What the samples of a medium are. It never changes.
public final class CMFormatDescription: @unchecked Sendable {
    let type: CMMediaType
    let subtype: FourCharCode
    let extensions: NSDictionary?
    private let audio: AudioStorage?

    /// What Apple's functions give addresses of, for as long as the description lives.
    private struct AudioStorage {
        let format: UnsafeMutablePointer<AudioStreamBasicDescription>
        let layout: UnsafeMutableRawBufferPointer?
        let cookie: UnsafeMutableRawBufferPointer?
    }

    fileprivate init(_ type: CMMediaType, _ subtype: FourCharCode, _ extensions: NSDictionary?) {
        self.type = type
        self.subtype = subtype
        self.extensions = extensions
        audio = nil
    }

    fileprivate init(
        _ format: AudioStreamBasicDescription, layout: UnsafeRawBufferPointer?,
        cookie: UnsafeRawBufferPointer?, _ extensions: NSDictionary?
    ) {
        type = kCMMediaType_Audio
        subtype = format.mFormatID
        self.extensions = extensions
        let storage = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        storage.initialize(to: format)
        audio = AudioStorage(format: storage, layout: Self.copy(layout), cookie: Self.copy(cookie))
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer?) -> UnsafeMutableRawBufferPointer? {
        guard let bytes, !bytes.isEmpty else { return nil }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyMemory(from: bytes)
        return copy
    }

    deinit {
        audio?.format.deallocate()
        audio?.layout?.deallocate()
        audio?.cookie?.deallocate()
    }

    fileprivate var format: UnsafePointer<AudioStreamBasicDescription>? {
        audio.map { UnsafePointer($0.format) }
    }
    fileprivate var layout: UnsafeRawBufferPointer? {
        audio?.layout.map { UnsafeRawBufferPointer($0) }
    }
    fileprivate var cookie: UnsafeRawBufferPointer? {
        audio?.cookie.map { UnsafeRawBufferPointer($0) }
    }
}

extension CMFormatDescription: Hashable {
    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        let isSameFormat =
            switch (left.format?.pointee, right.format?.pointee) {
            case (nil, nil): true
            case (let one?, let other?): one.isSame(as: other)
            default: false
            }
        return left.type == right.type && left.subtype == right.subtype && isSameFormat
            && isSame(left.layout, right.layout) && isSame(left.cookie, right.cookie)
            && left.extensions == right.extensions
    }

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

// What Swift code asks of a description.

extension CMFormatDescription {
    /// The kind of a medium.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        public static let video = MediaType(rawValue: kCMMediaType_Video)
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    }

    /// The coding of a medium; for audio its format.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
        public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
        public static let appleLossless = MediaSubType(rawValue: kAudioFormatAppleLossless)
        public static let mpegLayer3 = MediaSubType(rawValue: kAudioFormatMPEGLayer3)
        public static let ac3 = MediaSubType(rawValue: kAudioFormatAC3)
        public static let flac = MediaSubType(rawValue: kAudioFormatFLAC)
        public static let opus = MediaSubType(rawValue: kAudioFormatOpus)
    }

    public var mediaType: MediaType { MediaType(rawValue: type) }
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: subtype) }
    /// `nil` for what is no audio.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { format?.pointee }
    /// The decoder's configuration of coded audio.
    public var magicCookie: Data? { cookie.map { Data($0) } }
}

// Apple's functions.

/// Makes a description of no medium that this module knows more of.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode,
    extensions: NSDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(mediaType, mediaSubType, extensions)
    return noErr
}

/// Makes a description of audio.
///
/// - Parameters:
///   - layoutSize: Bytes of `layout`, which is copied; 0 for none.
///   - magicCookieSize: Bytes of `magicCookie`, which is copied; 0 for none.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for sizes that are negative, that have
///   nothing to read from, or that are smaller than a channel layout.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int,
    magicCookie: UnsafeRawPointer?, extensions: NSDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    let headerSize = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
    guard layoutSize == 0 || (layout != nil && layoutSize >= headerSize),
        magicCookieSize == 0 || (magicCookie != nil && magicCookieSize > 0)
    else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMFormatDescription(
        asbd.pointee,
        layout: UnsafeRawBufferPointer(start: layout, count: layoutSize),
        cookie: UnsafeRawBufferPointer(start: magicCookie, count: magicCookieSize), extensions)
    return noErr
}

@discardableResult
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
    desc.type
}

@discardableResult
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.subtype
}

@discardableResult
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> NSDictionary? {
    desc.extensions
}

@discardableResult
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}

/// Gives the format, which lives as long as the description; `nil` for what is no audio.
@discardableResult
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.format
}

/// Gives the magic cookie, which lives as long as the description, and its size.
@discardableResult
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
    sizeOut?.pointee = desc.cookie?.count ?? 0
    return desc.cookie?.baseAddress
}

/// Gives the channel layout, which lives as long as the description, and its size.
@discardableResult
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.layout?.count ?? 0
    return desc.layout?.baseAddress?.assumingMemoryBound(to: AudioChannelLayout.self)
}
