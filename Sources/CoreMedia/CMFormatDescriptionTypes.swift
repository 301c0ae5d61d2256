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

    /// What a description has beside its media type and subtype.
    public struct Extensions: @unchecked Sendable {
        /// The extensions by their keys, which is not changed.
        public let base: NSDictionary?

        /// Makes none.
        public init() { base = nil }

        public init(base: NSDictionary?) { self.base = base?.copy() as? NSDictionary }
    }

    public var extensions: Extensions { Extensions(base: extensionDictionary) }
}
