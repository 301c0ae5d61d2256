// Descriptions of audio.

extension CMFormatDescription {
    /// Makes a description of audio.
    ///
    /// - Parameters:
    ///   - layout: The channels; `nil` where the format says enough.
    ///   - magicCookie: The decoder's configuration of coded audio.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription,
        layout: ManagedAudioChannelLayout? = nil, magicCookie: Data? = nil,
        extensions: Extensions? = nil
    ) throws {
        let cookie = magicCookie.map { Array($0) } ?? []
        let layoutBytes = layout?.bytes ?? []
        self.init(
            audioStreamBasicDescription, layoutBytes, cookie, extensions?.base)
    }

    private convenience init(
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

    /// `nil` for what is no audio.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { format?.pointee }

    /// The channels, where the description was made with them.
    public var audioChannelLayout: ManagedAudioChannelLayout? {
        layout.flatMap { ManagedAudioChannelLayout(bytes: Array($0)) }
    }

    /// The ways to hear the audio: here one, the format that the description was made with.
    public var audioFormatList: [AudioFormatListItem] { listItem.map { [$0.pointee] } ?? [] }

    /// The best of `audioFormatList`.
    public var audioRichestDecodableFormat: AudioFormatListItem? { audioFormatList.first }

    /// The plainest of `audioFormatList`.
    public var audioMostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }

    /// The decoder's configuration of coded audio.
    public var magicCookie: Data? { cookie.map { Data($0) } }
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

/// Gives the ways to hear the audio, which live as long as the description, and their size in bytes.
@discardableResult
public func CMAudioFormatDescriptionGetFormatList(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
    sizeOut?.pointee = desc.audioFormatList.count * MemoryLayout<AudioFormatListItem>.stride
    return desc.listItem
}

/// Gives the best of the format list; `nil` for what is no audio.
@discardableResult
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.listItem
}

/// Gives the plainest of the format list; `nil` for what is no audio.
@discardableResult
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.listItem
}
