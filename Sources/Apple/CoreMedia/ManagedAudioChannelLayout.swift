/// A channel layout with any number of channel descriptions, in memory of its own.
public struct ManagedAudioChannelLayout: Equatable, Sendable {
    /// The layout tag.
    public var tag: AudioChannelLayoutTag
    /// The channel bitmap, for the tag `kAudioChannelLayoutTag_UseChannelBitmap`.
    public var channelBitmap: AudioChannelBitmap
    private var descriptions: [Description]

    /// Makes a layout that its tag describes completely.
    public init(tag: AudioChannelLayoutTag) {
        self.tag = tag
        channelBitmap = AudioChannelBitmap(rawValue: 0)
        descriptions = []
    }

    /// Makes a layout from a channel bitmap.
    public init(channelBitmap: AudioChannelBitmap) {
        self.init(tag: kAudioChannelLayoutTag_UseChannelBitmap)
        self.channelBitmap = channelBitmap
    }

    /// Makes a layout from channel descriptions.
    public init(channelDescriptions: [AudioChannelDescription]) {
        self.init(tag: kAudioChannelLayoutTag_UseChannelDescriptions)
        self.channelDescriptions = channelDescriptions
    }

    /// One description per channel, for the tag `kAudioChannelLayoutTag_UseChannelDescriptions`.
    public var channelDescriptions: [AudioChannelDescription] {
        get { descriptions.map(\.imported) }
        set { descriptions = newValue.map(Description.init) }
    }

    /// Calls `body` with the layout as a C structure, which is valid during the call.
    public func withUnsafePointer<Result>(
        _ body: (AudioChannelLayout.UnsafePointer) throws -> Result
    ) rethrows -> Result {
        let bytes = bytes
        let size = max(bytes.count, MemoryLayout<AudioChannelLayout>.size)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        memory.copyBytes(from: bytes)
        return try body(
            AudioChannelLayout.UnsafePointer(
                UnsafePointer(memory.baseAddress!.assumingMemoryBound(to: AudioChannelLayout.self)))
        )
    }

    // MARK: Bytes

    private static let headerSize = 12

    /// The layout as a C structure of the necessary size.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for word in [tag, channelBitmap.rawValue, UInt32(clamping: descriptions.count)] {
            withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
        }
        for description in descriptions {
            withUnsafeBytes(of: description.imported) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// - Parameter bytes: A C structure; missing descriptions are left out.
    /// - Returns: `nil` for fewer bytes than a layout's header.
    init?(bytes: [UInt8]) {
        guard bytes.count >= Self.headerSize else { return nil }
        self = bytes.withUnsafeBytes { bytes in
            var layout = ManagedAudioChannelLayout(tag: bytes.loadUnaligned(as: UInt32.self))
            layout.channelBitmap = AudioChannelBitmap(
                rawValue: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            let stride = MemoryLayout<AudioChannelDescription>.stride
            let count = min(
                Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
                (bytes.count - Self.headerSize) / stride)
            layout.channelDescriptions = (0..<count).map {
                bytes.loadUnaligned(
                    fromByteOffset: Self.headerSize + $0 * stride, as: AudioChannelDescription.self)
            }
            return layout
        }
    }

    /// A channel description that can be compared.
    private struct Description: Equatable, Sendable {
        let label: AudioChannelLabel
        let flags: UInt32
        let coordinates: SIMD3<Float>

        init(_ imported: AudioChannelDescription) {
            label = imported.mChannelLabel
            flags = imported.mChannelFlags.rawValue
            let place = imported.mCoordinates
            coordinates = SIMD3(place.0, place.1, place.2)
        }

        var imported: AudioChannelDescription {
            AudioChannelDescription(
                mChannelLabel: label, mChannelFlags: AudioChannelFlags(rawValue: flags),
                mCoordinates: (coordinates.x, coordinates.y, coordinates.z))
        }
    }
}

extension AudioChannelLayout {
    /// A pointer to a channel layout with any number of channel descriptions.
    public struct UnsafePointer: Hashable {
        /// The pointer to the layout.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

        /// Wraps a pointer.
        public init(_ pointer: Swift.UnsafePointer<AudioChannelLayout>) {
            unsafePointer = pointer
        }
    }
}
