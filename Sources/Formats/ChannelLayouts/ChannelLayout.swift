/// Assigns a speaker to each channel. The fields are those of Apple's `AudioChannelLayout`.
public struct ChannelLayout: Hashable, Sendable {
    /// One of Apple's `AudioChannelLayoutTag` values.
    public var tag: UInt32
    /// Speaker bitmap, used when `tag` is `useBitmap`; Apple's files and WAVE use the same bits.
    public var bitmap: UInt32
    /// One description per channel, used when `tag` is `useDescriptions`.
    public var descriptions: [Channel]

    /// `kAudioChannelLayoutTag_UseChannelDescriptions`.
    public static let useDescriptions: UInt32 = 0
    /// `kAudioChannelLayoutTag_UseChannelBitmap`.
    public static let useBitmap: UInt32 = 1 << 16

    /// One channel's speaker, like Apple's `AudioChannelDescription`.
    public struct Channel: Hashable, Sendable {
        /// One of Apple's `AudioChannelLabel` values.
        public var label: UInt32
        /// Apple's `AudioChannelFlags`.
        public var flags: UInt32
        /// Three coordinates, in metres or degrees according to `flags`.
        public var coordinates: [Float]

        /// Creates a channel description.
        public init(label: UInt32, flags: UInt32 = 0, coordinates: [Float] = [0, 0, 0]) {
            self.label = label
            self.flags = flags
            self.coordinates = coordinates
        }
    }

    /// Creates a layout; only the field that `tag` selects is used.
    public init(tag: UInt32, bitmap: UInt32 = 0, descriptions: [Channel] = []) {
        self.tag = tag
        self.bitmap = bitmap
        self.descriptions = descriptions
    }
}
