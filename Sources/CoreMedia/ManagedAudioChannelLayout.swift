/// A channel layout that owns its memory, whatever number of descriptions it has.
public struct ManagedAudioChannelLayout: Equatable, Sendable {
    public var tag: AudioChannelLayoutTag
    /// For the tag `kAudioChannelLayoutTag_UseChannelBitmap`.
    public var channelBitmap: AudioChannelBitmap
    private var descriptions: [Description]

    /// Makes a layout that its tag says everything of.
    public init(tag: AudioChannelLayoutTag) {
        self.tag = tag
        channelBitmap = AudioChannelBitmap(rawValue: 0)
        descriptions = []
    }

    public init(channelBitmap: AudioChannelBitmap) {
        self.init(tag: kAudioChannelLayoutTag_UseChannelBitmap)
        self.channelBitmap = channelBitmap
    }

    public init(channelDescriptions: [AudioChannelDescription]) {
        self.init(tag: kAudioChannelLayoutTag_UseChannelDescriptions)
        self.channelDescriptions = channelDescriptions
    }

    /// For the tag `kAudioChannelLayoutTag_UseChannelDescriptions`, a channel each.
    public var channelDescriptions: [AudioChannelDescription] {
        get { descriptions.map(\.imported) }
        set { descriptions = newValue.map(Description.init) }
    }

    /// Hands over the layout as C has it. It is gone when `body` has returned.
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

    /// As C has it, with as many descriptions as there are.
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

    /// - Parameter bytes: As C has it. Descriptions that are not there are left out.
    /// - Returns: `nil` for bytes that hold no layout.
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

    /// A channel's description that can be compared.
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
    /// The address of a layout with any number of descriptions.
    public struct UnsafePointer: Hashable {
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

        public init(_ pointer: Swift.UnsafePointer<AudioChannelLayout>) {
            unsafePointer = pointer
        }
    }
}
