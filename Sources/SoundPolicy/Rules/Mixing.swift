import AudioModel

/// Whether a session lets others sound and is left alone by them.
///
/// Source: Audio Session Programming Guide, "Fine-Tuning the Category".
package func isMixable(_ session: Session, rules: RuleSet) -> Bool {
    if rules.hold(.categoryMixes), mixesByDefault(session.category) { return true }
    return rules.hold(.optionMakesMixable) && mayMix(session.category)
        && session.options.contains(.mixWithOthers)
}

/// Whether B's activation interrupts A, which is active.
///
/// Two apps interrupt each other only when neither mixes; spoken audio is also interrupted by a
/// session that asks for just that, and where recording takes all, by one that records.
///
/// Source: Audio Session Programming Guide, "Fine-Tuning the Category"; the public
/// AVAudioSession header, `interruptSpokenAudioAndMixWithOthers`.
package func interrupts(
    _ b: Session, _ a: Session, mixingSpokenToo: Bool = true, recordingTakesAll: Bool = false,
    rules: RuleSet
) -> Bool {
    if rules.hold(.spokenAudioIsInterrupted), a.effectiveMode == .spokenAudio,
        b.options.contains(.interruptSpokenAudioAndMixWithOthers),
        mixingSpokenToo || !isMixable(a, rules: rules)
    {
        return true
    }
    let takesAll = recordingTakesAll && b.category == .record
    return rules.hold(.activationInterrupts)
        && (takesAll || !isMixable(a, rules: rules)) && !isMixable(b, rules: rules)
}

/// Whether an active session lowers the sound of others.
///
/// From activation to deactivation, whether or not it sounds. One for recording only has nothing to
/// lower: it interrupts or silences all others.
///
/// Source: the public AVAudioSession header, `duckOthers`.
package func ducksOthers(_ session: Session) -> Bool {
    session.isActive && session.options.contains(.duckOthers) && session.category != .record
}
