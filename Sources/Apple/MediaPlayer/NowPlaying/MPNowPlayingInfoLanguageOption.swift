import AudioModel
public import Foundation

/// Whether a language is spoken or shown as text. Raw values are Apple's.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
    /// A sound track.
    case audible = 0
    /// Subtitles.
    case legible = 1
}

/// A language that the user can choose for the current item.
///
/// Ownership: nothing changes after `init`.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
    /// Whether the language is spoken or shown.
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType
    /// The BCP 47 tag.
    public let languageTag: String?
    /// `MPLanguageOptionCharacteristic…` values.
    public let languageOptionCharacteristics: [String]?
    /// The name for the user.
    public let displayName: String?
    /// The app's identifier of the option.
    public let identifier: String?

    /// Makes a language option.
    public init(
        type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
        characteristics languageOptionCharacteristics: [String]?, displayName: String,
        identifier: String
    ) {
        self.languageOptionType = languageOptionType
        self.languageTag = languageTag
        self.languageOptionCharacteristics = languageOptionCharacteristics
        self.displayName = displayName
        self.identifier = identifier
        super.init()
    }

    init(_ option: LanguageOption) {
        languageOptionType = option.kind == .audible ? .audible : .legible
        languageTag = option.languageTag
        languageOptionCharacteristics = nil
        displayName = nil
        identifier = nil
        super.init()
    }

    /// Whether the option stands for the subtitles that suit the user's settings best.
    open func isAutomaticLegibleLanguageOption() -> Bool {
        languageOptionType == .legible && languageTag == automaticLanguageTag
    }

    /// Whether the option stands for the sound track that suits the user's settings best.
    open func isAutomaticAudibleLanguageOption() -> Bool {
        languageOptionType == .audible && languageTag == automaticLanguageTag
    }

    var option: LanguageOption {
        LanguageOption(
            languageOptionType == .audible ? .audible : .legible, languageTag: languageTag ?? "")
    }
}

/// The tag of the option that follows the user's settings.
private let automaticLanguageTag = "auto"

/// Languages of which one can be chosen at a time.
///
/// Ownership: nothing changes after `init`.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
    /// The languages.
    public let languageOptions: [MPNowPlayingInfoLanguageOption]
    /// The language that is chosen at first.
    public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    /// Whether none may be chosen.
    public let allowEmptySelection: Bool

    /// Makes a group.
    public init(
        languageOptions: [MPNowPlayingInfoLanguageOption],
        defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
    ) {
        self.languageOptions = languageOptions
        self.defaultLanguageOption = defaultLanguageOption
        self.allowEmptySelection = allowEmptySelection
        super.init()
    }
}
