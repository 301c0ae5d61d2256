/// The role of a channel. Values are Apple's `AudioChannelLabel`.
package struct ChannelLabel: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let unknown = ChannelLabel(rawValue: 0xFFFF_FFFF)
    package static let useCoordinates = ChannelLabel(rawValue: 100)
    package static let mono = ChannelLabel(rawValue: 42)

    /// A numbered channel without a speaker.
    package static func discrete(_ index: UInt32) -> ChannelLabel {
        ChannelLabel(rawValue: 1 << 16 | min(index, 0xFFFF))
    }

    /// An ambisonic component, by ambisonic channel number (ACN).
    package static func ambisonic(_ index: UInt32) -> ChannelLabel {
        ChannelLabel(rawValue: 2 << 16 | min(index, 0xFFFF))
    }

    private struct Facts {
        var value: UInt32
        var shortName: String
        var name: String
        /// The name in lower case; nil to derive it from `name`.
        var plainName: String?
        /// Degrees clockwise from straight ahead; nil without a position around the listener.
        var azimuth: Double?
    }

    /// Source: `CoreAudioBaseTypes.h`. Angles: ITU-R BS.775 and BS.2051 where they define one; the
    /// others are guesses.
    private static let facts: [Facts] = [
        Facts(value: 1, shortName: "L", name: "Left", azimuth: -30),
        Facts(value: 2, shortName: "R", name: "Right", azimuth: 30),
        Facts(value: 3, shortName: "C", name: "Center", azimuth: 0),
        Facts(value: 4, shortName: "LFE", name: "LFE Screen", plainName: "low frequency"),
        Facts(value: 5, shortName: "Ls", name: "Left Surround", azimuth: -110),
        Facts(value: 6, shortName: "Rs", name: "Right Surround", azimuth: 110),
        Facts(value: 7, shortName: "Lc", name: "Left Center", azimuth: -15),
        Facts(value: 8, shortName: "Rc", name: "Right Center", azimuth: 15),
        Facts(value: 9, shortName: "Cs", name: "Center Surround", azimuth: 180),
        Facts(value: 10, shortName: "Lsd", name: "Left Surround Direct", azimuth: -90),
        Facts(value: 11, shortName: "Rsd", name: "Right Surround Direct", azimuth: 90),
        Facts(value: 12, shortName: "Ts", name: "Top Center Surround"),
        Facts(value: 13, shortName: "Vhl", name: "Vertical Height Left", azimuth: -30),
        Facts(value: 14, shortName: "Vhc", name: "Vertical Height Center", azimuth: 0),
        Facts(value: 15, shortName: "Vhr", name: "Vertical Height Right", azimuth: 30),
        Facts(value: 16, shortName: "Tbl", name: "Top Back Left", azimuth: -135),
        Facts(value: 17, shortName: "Tbc", name: "Top Back Center", azimuth: 180),
        Facts(value: 18, shortName: "Tbr", name: "Top Back Right", azimuth: 135),
        Facts(value: 33, shortName: "Rls", name: "Rear Surround Left", azimuth: -150),
        Facts(value: 34, shortName: "Rrs", name: "Rear Surround Right", azimuth: 150),
        Facts(value: 35, shortName: "Lw", name: "Left Wide", azimuth: -60),
        Facts(value: 36, shortName: "Rw", name: "Right Wide", azimuth: 60),
        Facts(value: 37, shortName: "LFE2", name: "LFE 2", plainName: "low frequency 2"),
        Facts(value: 38, shortName: "Lt", name: "Left Total", azimuth: -30),
        Facts(value: 39, shortName: "Rt", name: "Right Total", azimuth: 30),
        Facts(value: 40, shortName: "HI", name: "Hearing Impaired"),
        Facts(value: 41, shortName: "VI", name: "Narration"),
        Facts(value: 42, shortName: "M", name: "Mono", azimuth: 0),
        Facts(value: 43, shortName: "DCM", name: "Dialog Centric Mix", azimuth: 0),
        Facts(value: 44, shortName: "Csd", name: "Center Surround Direct", azimuth: 180),
        Facts(value: 45, shortName: "Hpt", name: "Haptic"),
        Facts(value: 200, shortName: "W", name: "Ambisonic W"),
        Facts(value: 201, shortName: "X", name: "Ambisonic X"),
        Facts(value: 202, shortName: "Y", name: "Ambisonic Y"),
        Facts(value: 203, shortName: "Z", name: "Ambisonic Z"),
        Facts(value: 204, shortName: "Mid", name: "Mid"),
        Facts(value: 205, shortName: "Side", name: "Side"),
        Facts(value: 206, shortName: "X-", name: "XY X"),
        Facts(value: 207, shortName: "Y-", name: "XY Y"),
        Facts(value: 208, shortName: "BL", name: "Binaural Left", azimuth: -30),
        Facts(value: 209, shortName: "BR", name: "Binaural Right", azimuth: 30),
        Facts(value: 301, shortName: "HL", name: "Headphones Left", azimuth: -30),
        Facts(value: 302, shortName: "HR", name: "Headphones Right", azimuth: 30),
        Facts(value: 304, shortName: "CT", name: "Click Track"),
        Facts(value: 305, shortName: "FL", name: "Foreign Language"),
        Facts(value: 0, shortName: "-", name: "Unused"),
        Facts(value: 100, shortName: "@", name: "Use Coordinates", plainName: "by coordinates"),
        Facts(value: 400, shortName: "Dsc", name: "Discrete"),
        Facts(value: 0xFFFF_FFFF, shortName: "?", name: "Unknown"),
    ]

    private static let factsByValue = Dictionary(uniqueKeysWithValues: facts.map { ($0.value, $0) })

    package static let all = facts.map { ChannelLabel(rawValue: $0.value) }

    /// Creates a label from the short name used in the table of layouts.
    ///
    /// - Precondition: The name exists.
    init(_ shortName: some StringProtocol) {
        guard let fact = Self.facts.first(where: { $0.shortName == shortName }) else {
            preconditionFailure("a channel's short name")
        }
        rawValue = fact.value
    }

    private var number: UInt32? {
        [1, 2].contains(rawValue >> 16) ? rawValue & 0xFFFF : nil
    }

    /// The label's name; nil for an undefined value.
    package var name: String? {
        if let number {
            return rawValue >> 16 == 1 ? "Discrete \(number + 1)" : "Ambisonic ACN \(number)"
        }
        return Self.factsByValue[rawValue]?.name
    }

    /// The label's name in lower case and British spelling, for users: `left surround`.
    package var plainName: String {
        let name = name ?? "label \(rawValue)"
        return Self.factsByValue[rawValue]?.plainName
            ?? name.lowercased().split(separator: " ").map { $0 == "center" ? "centre" : $0 }
            .joined(separator: " ")
    }

    /// The label's abbreviation; nil for an undefined value.
    package var shortName: String? {
        if let number { return rawValue >> 16 == 1 ? "\(number + 1)" : "ACN\(number)" }
        return Self.factsByValue[rawValue]?.shortName
    }

    /// Degrees clockwise from straight ahead; nil without a position around the listener.
    package var azimuth: Double? { Self.factsByValue[rawValue]?.azimuth }

    /// Whether this is a low-frequency effects channel, which has no direction.
    package var isLowFrequency: Bool { rawValue == 4 || rawValue == 37 }
}
