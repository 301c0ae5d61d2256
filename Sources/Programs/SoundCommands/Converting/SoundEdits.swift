package import CommandLineTool

/// What a conversion changes of the sound itself: which part of it, its level, its ends.
package struct SoundEdits: Equatable, Sendable {
    /// Start of the part in seconds.
    package var from = 0.0
    /// End of the part in seconds; `nil` for the sound's end.
    package var to: Double?
    /// Change of the level in decibels.
    package var gain = 0.0
    /// Whether the highest sample is brought to full scale, before `gain`.
    package var isNormalised = false
    /// Duration of the fade at the start in seconds.
    package var fadeIn = 0.0
    /// Duration of the fade at the end in seconds.
    package var fadeOut = 0.0

    /// Limits of `--gain` in decibels.
    package static let gains = -120.0...60.0

    package init() {}

    package init(_ arguments: Arguments) throws(ProgramError) {
        from = try arguments.time("--from") ?? 0
        to = try arguments.time("--to")
        if let to, to <= from {
            throw arguments.wrongUse("--to is not after --from", advice: "give a later end")
        }
        gain = try arguments.number("--gain", in: Self.gains) ?? 0
        isNormalised = arguments.has("--normalise")
        guard let word = arguments.value("--fade") else { return }
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        let times = parts.map { Arguments.seconds(String($0)) }
        guard (1...2).contains(times.count), let start = times[0], let end = times.last ?? nil
        else {
            throw arguments.wrongUse(
                "--fade takes one time or two, such as 2 or 0.5,1:10, not '\(word)'",
                advice: "write --fade IN,OUT; 0 is no fade")
        }
        fadeIn = start
        fadeOut = times.count == 2 ? end : 0
    }

    /// Whether only a part of the sound is kept.
    package var isCut: Bool { from > 0 || to != nil }

    /// Whether samples get other values.
    package var changesSamples: Bool {
        gain != 0 || isNormalised || fadeIn > 0 || fadeOut > 0
    }

    package var isNone: Bool { !isCut && !changesSamples }
}
