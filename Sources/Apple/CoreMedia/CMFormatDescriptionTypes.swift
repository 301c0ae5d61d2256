// The Swift interface of format descriptions.

extension CMFormatDescription {
    /// The type of a medium.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        /// Video.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        /// Audio.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Several media in one stream.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        /// Text.
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        /// Closed captions.
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        /// Subtitles.
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        /// Time codes.
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        /// Metadata.
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    }

    /// The encoding of a medium; for audio its format identifier.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        /// Linear PCM.
        public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
        /// AAC-LC.
        public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
        /// Apple Lossless.
        public static let appleLossless = MediaSubType(rawValue: kAudioFormatAppleLossless)
        /// MP3.
        public static let mpegLayer3 = MediaSubType(rawValue: kAudioFormatMPEGLayer3)
        /// AC-3.
        public static let ac3 = MediaSubType(rawValue: kAudioFormatAC3)
        /// FLAC.
        public static let flac = MediaSubType(rawValue: kAudioFormatFLAC)
        /// Opus.
        public static let opus = MediaSubType(rawValue: kAudioFormatOpus)
    }

    /// The media type.
    public var mediaType: MediaType { MediaType(rawValue: type) }
    /// The encoding.
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: subtype) }

    /// The extensions of a description: properties beside media type and subtype.
    ///
    /// Ownership: immutable; the dictionary is a copy.
    public struct Extensions: @unchecked Sendable {
        /// The extensions by key; never changed.
        public let base: NSDictionary?

        /// Makes an empty set of extensions.
        public init() { base = nil }

        /// Makes extensions from a copy of a dictionary.
        public init(base: NSDictionary?) { self.base = base?.copy() as? NSDictionary }
    }

    /// The extensions of the description.
    public var extensions: Extensions { Extensions(base: extensionDictionary) }
}
