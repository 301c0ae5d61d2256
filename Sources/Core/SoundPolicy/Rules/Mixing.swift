import AudioModel

/// Whether a session is mixable: it neither interrupts others nor is interrupted by them.
///
/// Source: Audio Session Programming Guide, "Fine-Tuning the Category"; that Ambient may be said not
/// to mix is one text of several (`docs/facts.md`).
package func isMixable(_ session: Session, rules: RuleSet) -> Bool {
    isMixable(session.category, session.options, rules: rules)
}

/// The same for a session of a category with some options.
func isMixable(_ category: SessionCategory, _ options: SessionOptions, rules: RuleSet) -> Bool {
    if rules.hold(.categoryMixes), mixesByDefault(category),
        category != .ambient || rules.ambientMixes
    {
        return true
    }
    return rules.hold(.optionMakesMixable) && mayMix(category) && options.contains(.mixWithOthers)
}

/// Whether the activation of `b` interrupts the active session `a`.
///
/// A session interrupts another only when neither is mixable. Spoken audio is also interrupted by a
/// session with the option for that, and with `recordingTakesAll` any session by one that records.
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
