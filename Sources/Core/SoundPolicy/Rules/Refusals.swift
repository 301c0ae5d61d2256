import AudioModel

// What a refusal says: which option, mode or policy does not fit, and what is allowed instead. The
// decisions are those of `OptionValidity.swift`, asked for each value by itself.

/// Returns what a category refuses of some options, and which categories take it.
///
/// Source: as for `areValid`.
func optionObjection(
    _ options: SessionOptions, with category: SessionCategory, takesImpliedAirPlay: Bool
) -> String {
    func isTaken(_ option: SessionOptions, by category: SessionCategory) -> Bool {
        areValid(option, with: category, takesImpliedAirPlay: takesImpliedAirPlay)
    }
    let asked = SessionOptions.named.filter { options.contains($0.option) }
    let refused = asked.filter { !isTaken($0.option, by: category) }
    guard !refused.isEmpty else {
        let known = SessionOptions.named.reduce(into: SessionOptions()) { $0.insert($1.option) }
        let unknown = options.subtracting(known)
        return unknown.isEmpty
            ? "the bits of option interruptSpokenAudioAndMixWithOthers are set in part; set both "
                + "(0x11) or none"
            : "the options have unknown bits (0x\(String(unknown.rawValue, radix: 16)))"
    }
    let needs = refused.map { entry in
        let takers = listedCategories.filter { isTaken(entry.option, by: $0) }
        return "option \(entry.name) needs category \(alternatives(takers))"
    }
    return needs.joined(separator: "; ") + "; the category is \(category.rawValue)"
}

/// Returns why a mode is refused, and which categories take it.
///
/// Source: as for `isSupported` and `PhoneProfile.knows`.
func modeObjection(
    _ mode: SessionMode, with category: SessionCategory, in profile: PhoneProfile
) -> String {
    guard profile.knows(mode) else {
        let first = PhoneProfile.allCases.first { $0.knows(mode) }
        return "mode \(mode.rawValue) is not in generation \(profile.rawValue)"
            + (first.map { "; it is from \($0.rawValue) on" } ?? "")
    }
    let takers = listedCategories.filter { isSupported(mode, by: $0) }
    return "mode \(mode.rawValue) needs category \(alternatives(takers)); "
        + "the category is \(category.rawValue)"
}

/// Returns why a route-sharing policy is refused, and with what it is allowed.
///
/// Source: as for `isValid`.
func routePolicyObjection(
    _ policy: RouteSharingPolicy, with category: SessionCategory, mode: SessionMode,
    options: SessionOptions
) -> String {
    guard policy != .independent else {
        return "policy independent is the system's to set; an app sets default, longFormAudio or "
            + "longFormVideo"
    }
    let subject = "policy \(policy.rawValue) needs"
    if category != .playback {
        return "\(subject) category playback; the category is \(category.rawValue)"
    }
    if !options.isEmpty {
        let names = SessionOptions.named.filter { options.contains($0.option) }.map(\.name)
        return "\(subject) no options; the options are \(names.joined(separator: ","))"
    }
    let modes = SessionMode.allCases.filter {
        isValid(policy, with: category, mode: $0, options: options)
    }
    return "\(subject) mode \(alternatives(modes)); the mode is \(mode.rawValue)"
}

/// The categories that a refusal names; without those that only the first phones had.
private let listedCategories = SessionCategory.allCases.filter {
    $0 != .userInterfaceSoundEffects && $0 != .liveAudio
}

/// Joins words by commas and `or`: `playback, record or playAndRecord`.
private func alternatives<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
    let names = words.map(\.rawValue)
    guard let last = names.last, names.count > 1 else { return names.first ?? "of no kind" }
    return names.dropLast().joined(separator: ", ") + " or " + last
}
