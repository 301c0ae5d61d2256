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

/// Information about the music from the metadata of a sequence.
struct SequenceInformation {
    private let sequence: MIDISequence

    init(_ sequence: MIDISequence) {
        self.sequence = sequence
    }

    /// The information, by the keys of `AVAudioSequencer.InfoDictionaryKey`.
    var dictionary: [String: Any] {
        var result: [AVAudioSequencer.InfoDictionaryKey: Any] = [:]
        // The name of the first track is the name of the sequence.
        result[.title] = text(0x03)
        result[.copyright] = text(0x02)
        result[.timeSignature] = timeSignature
        result[.keySignature] = keySignature
        for event in sequence.tempoTrack.events.reversed() {
            if case .tempo(let tempo) = event.body { result[.tempo] = String(tempo.rounded()) }
        }
        let seconds = sequence.tempoMap.seconds(atBeat: sequence.length)
        if seconds > 0 { result[.approximateDurationInSeconds] = seconds }
        return Dictionary(uniqueKeysWithValues: result.map { ($0.key.rawValue, $0.value) })
    }

    /// The first metadata of a type, in the tempo track or the first track.
    private func meta(_ type: UInt8) -> [UInt8]? {
        for track in [sequence.tempoTrack] + sequence.tracks.prefix(1) {
            for event in track.events {
                if case .meta(type, let bytes) = event.body { return bytes }
            }
        }
        return nil
    }

    private func text(_ type: UInt8) -> String? {
        meta(type).flatMap { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return text.isEmpty ? nil : text
        }
    }

    /// The time signature, `3/4` for example.
    private var timeSignature: String? {
        guard let bytes = meta(0x58), bytes.count >= 2, bytes[1] < 8 else { return nil }
        return "\(bytes[0])/\(1 << Int(bytes[1]))"
    }

    /// The key signature, `Eb` or `C minor` for example.
    private var keySignature: String? {
        guard let bytes = meta(0x59), bytes.count >= 2 else { return nil }
        let isMinor = bytes[1] == 1
        let names = [
            "Fb", "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#",
            "C#", "G#", "D#", "A#",
        ]
        // The place in the circle of fifths, −7 … 7; a minor key lies three fifths above its major.
        let fifths = Int(Int8(bitPattern: bytes[0]))
        guard (-7...7).contains(fifths) else { return nil }
        return names[fifths + 8 + (isMinor ? 3 : 0)] + (isMinor ? " minor" : "")
    }
}
