import AudioModel
import SoundPolicy

/// Checks that the foreground app receives one secondary-audio hint per start or stop of other
/// apps' primary audio.
///
/// Source: Apple, Technical Q&A QA1882.
final class HintsFollowOtherAudio: PremiseCounter, Checker {
    static let sentence =
        "The foreground app with an active session gets one hint per change of other audio"
    private var app: AppID?
    private var wasOther = false
    private var wasEligible = false

    func check(_ step: Step) -> Finding? {
        let front = step.after.device.foregroundApp
        let isOther = front.map { isPrimaryAudioPlaying(besides: $0, step) } ?? false
        let isEligible = front.map { step.model.session(of: $0)?.isActive == true } ?? false
        defer { (app, wasOther, wasEligible) = (front, isOther, isEligible) }
        guard let front, front == app, step.configuration.profile >= .ios8 else { return nil }
        let delivered = step.effects.compactMap { effect -> Bool? in
            guard case .notify(front, .secondaryAudioHint(let begins)) = effect else { return nil }
            return begins
        }
        let hasChanged = isEligible && wasEligible && isOther != wasOther
        // A hint is expected, or must not be repeated.
        if hasChanged || isEligible && isOther { premiseCount += 1 }
        let expected = hasChanged ? [isOther] : []
        if delivered == expected { return nil }
        return Finding("\(step.name(front)) received hints \(delivered), expected \(expected)")
    }

    /// Whether another app's non-mixable session has a stream that plays. The lock and the
    /// background can prevent playing; the ring/silent switch cannot.
    private func isPrimaryAudioPlaying(besides app: AppID, _ step: Step) -> Bool {
        step.streams.contains { stream in
            guard stream.isMedia, let owner = stream.owner, owner.app != app, !owner.mixes,
                step.model.session(of: owner.app)?.isActive == true,
                step.model.stream(stream.id)?.runs == true
            else { return false }
            if step.after.device.isLocked, stream.facts.obeysLock { return false }
            return owner.isInFront || owner.hasAudioMode && stream.facts.worksInBackground
        }
    }
}
