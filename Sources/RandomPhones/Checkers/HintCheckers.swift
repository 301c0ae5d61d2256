import AudioModel
import SoundPolicy

/// Source: Apple technical Q&A 1882: an app is notified when another app's primary audio starts and
/// stops.
final class HintsFollowOtherAudio: Checker {
    static let sentence =
        "An app in front with an active session receives one hint per change of other audio"
    var premiseCount = 0
    private var app: AppID?
    private var wasOther = false
    private var wasEligible = false

    func check(_ step: Step) -> Finding? {
        let front = step.after.device.foregroundApp
        let isOther = front.map { isOtherPlaying(than: $0, step) } ?? false
        let isEligible = front.map { step.model.session(of: $0)?.isActive == true } ?? false
        defer { (app, wasOther, wasEligible) = (front, isOther, isEligible) }
        guard let front, front == app, step.configuration.profile.rawValue >= 8 else { return nil }
        let told = step.effects.compactMap { effect -> Bool? in
            guard case .notify(front, .secondaryAudioHint(let begins)) = effect else { return nil }
            return begins
        }
        let isChanged = isEligible && wasEligible && isOther != wasOther
        if isChanged || isEligible && isOther { premiseCount += 1 }
        let expected = isChanged ? [isOther] : []
        if told == expected { return nil }
        return Finding("\(step.name(front)) was told \(told), and not \(expected)")
    }

    /// Whether another app's non-mixing session plays. The ring/silent switch is ignored; the
    /// background and the lock count.
    private func isOtherPlaying(than app: AppID, _ step: Step) -> Bool {
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
