/// What the media of a track is for.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is seen.
    public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
    /// It is heard.
    public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
    /// It is read.
    public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
    /// It is composed of frames.
    public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
    /// It is the original of a programme.
    public static let isOriginalContent = AVMediaCharacteristic(
        "public.original-content")
    /// It describes what is seen.
    public static let describesVideoForAccessibility = AVMediaCharacteristic(
        "public.accessibility.describes-video")
    /// It is a translation that is spoken over the original.
    public static let voiceOverTranslation = AVMediaCharacteristic(
        "public.translation.voice-over")
    /// It is a translation in the voices of others.
    public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
}
