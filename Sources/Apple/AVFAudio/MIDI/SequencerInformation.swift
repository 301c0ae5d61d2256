import Foundation
import MIDISynthesis

extension AVAudioSequencer {
    /// A key of `userInfo`.
    public struct InfoDictionaryKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        /// Makes a key from its text in the dictionary.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let album = Self(rawValue: "album")
        public static let approximateDurationInSeconds = Self(
            rawValue: "approximate duration in seconds")
        public static let artist = Self(rawValue: "artist")
        public static let channelLayout = Self(rawValue: "channel layout")
        public static let comments = Self(rawValue: "comments")
        public static let composer = Self(rawValue: "composer")
        public static let copyright = Self(rawValue: "copyright")
        public static let encodingApplication = Self(rawValue: "encoding application")
        public static let genre = Self(rawValue: "genre")
        public static let isrc = Self(rawValue: "ISRC")
        public static let keySignature = Self(rawValue: "key signature")
        public static let lyricist = Self(rawValue: "lyricist")
        public static let nominalBitRate = Self(rawValue: "nominal bit rate")
        public static let recordedDate = Self(rawValue: "recorded date")
        public static let sourceBitDepth = Self(rawValue: "source bit depth")
        public static let sourceEncoder = Self(rawValue: "source encoder")
        public static let subTitle = Self(rawValue: "subtitle")
        public static let tempo = Self(rawValue: "tempo")
        public static let timeSignature = Self(rawValue: "time signature")
        public static let title = Self(rawValue: "title")
        public static let trackNumber = Self(rawValue: "track number")
        public static let year = Self(rawValue: "year")
    }
}

extension SequenceInformation {
    /// The information, by the keys of `AVAudioSequencer.InfoDictionaryKey`.
    var dictionary: [String: Any] {
        var result: [AVAudioSequencer.InfoDictionaryKey: Any] = [:]
        result[.title] = title
        result[.copyright] = copyright
        result[.timeSignature] = timeSignature
        result[.keySignature] = keySignature
        result[.tempo] = tempo
        result[.approximateDurationInSeconds] = seconds
        return Dictionary(uniqueKeysWithValues: result.map { ($0.key.rawValue, $0.value) })
    }
}
