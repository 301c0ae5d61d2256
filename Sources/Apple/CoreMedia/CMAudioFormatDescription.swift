// Descriptions of audio.

extension CMFormatDescription {
    /// Makes a description of an audio format.
    ///
    /// - Parameters:
    ///   - layout: The channel layout; `nil` when the format's channel count says enough.
    ///   - magicCookie: The decoder configuration of an encoded format.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription,
        layout: ManagedAudioChannelLayout? = nil, magicCookie: Data? = nil,
        extensions: Extensions? = nil
    ) throws {
        let cookie = magicCookie.map { Array($0) } ?? []
        let layoutBytes = layout?.bytes ?? []
        self.init(audioStreamBasicDescription, layoutBytes, cookie, extensions?.base)
    }

    /// Makes a description of an audio format.
    ///
    /// - Parameters:
    ///   - layout: The bytes of a channel layout, or none.
    ///   - cookie: The bytes of a magic cookie, or none.
    package convenience init(
        _ format: AudioStreamBasicDescription, _ layout: [UInt8], _ cookie: [UInt8],
        _ extensions: NSDictionary?
    ) {
        // The bytes live through the call, which copies them.
        let layoutStorage = UnsafeMutableRawBufferPointer.allocate(
            byteCount: layout.count, alignment: 16)
        let cookieStorage = UnsafeMutableRawBufferPointer.allocate(
            byteCount: cookie.count, alignment: 16)
        defer {
            layoutStorage.deallocate()
            cookieStorage.deallocate()
        }
        layoutStorage.copyBytes(from: layout)
        cookieStorage.copyBytes(from: cookie)
        self.init(
            format, layout: UnsafeRawBufferPointer(layoutStorage),
            cookie: UnsafeRawBufferPointer(cookieStorage), extensions)
    }

    /// The audio format; `nil` for other media.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { format?.pointee }

    /// The channel layout, if the description was made with one.
    public var audioChannelLayout: ManagedAudioChannelLayout? {
        layout.flatMap { ManagedAudioChannelLayout(bytes: Array($0)) }
    }

    /// The formats in which the audio can be decoded: here only the one that the description was
    /// made with.
    public var audioFormatList: [AudioFormatListItem] { listItem.map { [$0.pointee] } ?? [] }

    /// The format of `audioFormatList` with the highest quality.
    public var audioRichestDecodableFormat: AudioFormatListItem? { audioFormatList.first }

    /// The format of `audioFormatList` that most decoders support.
    public var audioMostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }

    /// The decoder configuration of an encoded format.
    public var magicCookie: Data? { cookie.map { Data($0) } }
}

/// Makes a description of an audio format.
///
/// - Parameters:
///   - layoutSize: Size of `layout` in bytes, which is copied; 0 for none.
///   - magicCookieSize: Size of `magicCookie` in bytes, which is copied; 0 for none.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a negative size, a size without
///   data, or one smaller than a channel layout.
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

/// The audio format, valid as long as the description; `nil` for other media.
@discardableResult
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.format
}

/// The magic cookie, valid as long as the description, and its size in bytes.
@discardableResult
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
    sizeOut?.pointee = desc.cookie?.count ?? 0
    return desc.cookie?.baseAddress
}

/// The channel layout, valid as long as the description, and its size in bytes.
@discardableResult
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.layout?.count ?? 0
    return desc.layout?.baseAddress?.assumingMemoryBound(to: AudioChannelLayout.self)
}

/// The formats in which the audio can be decoded, valid as long as the description, and their size
/// in bytes.
@discardableResult
public func CMAudioFormatDescriptionGetFormatList(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
    sizeOut?.pointee = desc.audioFormatList.count * MemoryLayout<AudioFormatListItem>.stride
    return desc.listItem
}

/// The format with the highest quality; `nil` for other media.
@discardableResult
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.listItem
}

/// The format that most decoders support; `nil` for other media.
@discardableResult
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.listItem
}
