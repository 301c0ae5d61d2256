import AudioModel
import SoundPolicy

/// Source: guideline of the first iPhone: nothing keeps the user from taking a call.
final class CallsRing: PremiseCounter, Checker {
    static let sentence = "Every call that arrives reaches ringing"

    func check(_ step: Step) -> Finding? {
        switch step.deviceEvent {
        case .callArrived, .callArrivedAsBanner: break
        default: return nil
        }
        guard step.before.device.call == .none else { return nil }
        premiseCount += 1
        if step.after.device.call == .ringing,
            step.effects.contains(.deviceSoundBegins(.ringtone))
        {
            return nil
        }
        return Finding("a call arrived and does not ring")
    }
}

/// Source: as above.
final class CallsConnect: PremiseCounter, Checker {
    static let sentence = "Every ringing call can be answered, and the other party is heard"

    func check(_ step: Step) -> Finding? {
        let device = step.after.device
        if step.deviceEvent == .callAnswered, step.before.device.call == .ringing {
            premiseCount += 1
            guard device.call == .connected, step.effects.contains(.deviceSoundBegins(.callAudio))
            else { return Finding("the call was answered and is not connected") }
        }
        guard device.call == .connected, step.isSettled else { return nil }
        guard let voice = step.streams.first(where: { $0.kind == .callAudio }) else {
            return Finding("a call is connected without the other party")
        }
        if !voice.isAudible, device.callVolume > 0 {
            return Finding("the other party is not heard, at call volume \(device.callVolume)")
        }
        return nil
    }
}

/// Source: the public AVAudioSession header, `insufficientPriority`; Audio Session Programming
/// Guide, table 3-2.
final class CallsAreAlone: PremiseCounter, Checker {
    static let sentence = "During a connected call only streams that may mix with it are heard"

    func check(_ step: Step) -> Finding? {
        guard step.after.device.call == .connected else { return nil }
        for stream in step.streams where !stream.kind.isDeviceSound {
            premiseCount += 1
            guard stream.isAudible else { continue }
            let category = stream.owner?.category
            let records = category == .record || category == .playAndRecord
            let isLetThrough = stream.isSessionSound && stream.owner?.mixes == true && !records
            if !isLetThrough {
                return step.falselyAudible(stream, "is heard during a call")
            }
        }
        return nil
    }
}

/// Source: the meaning of a ringtone, an alarm, a timer; `docs/facts.md` for those that a call or a button cuts.
final class PhoneSoundsFollow: PremiseCounter, Checker {
    static let sentence = "The phone's own sounds last exactly as long as their cause"

    func check(_ step: Step) -> Finding? {
        guard step.isSettled else { return nil }
        let device = step.after.device
        let wanted: [(StreamKind, Bool)] = [
            (.ringtone, device.call == .ringing && !device.isRingSilenced),
            (.callAudio, device.call == .connected),
            (.alarm, step.rings(.alarm)),
            (.timer, step.rings(.timer)),
            (.emergencyAlert, step.rings(.emergency)),
        ]
        for (kind, isWanted) in wanted {
            if isWanted { premiseCount += 1 }
            let isThere = step.streams.contains { $0.kind == kind }
            if isThere != isWanted {
                return Finding("\(kind.rawValue) \(isThere ? "goes on" : "is missing")")
            }
        }
        return nil
    }
}

/// Source: Audio Session Programming Guide, "Responding to Interruptions": a system interrupter
/// deactivates every session, mixing or not.
final class InterruptersInterruptAll: PremiseCounter, Checker {
    static let sentence = "A call, alarm, timer, assistant or emergency interrupts every session"

    func check(_ step: Step) -> Finding? {
        let before = step.before.device
        let after = step.after.device
        let begun = after.interrupters.filter { !before.interrupters.contains($0) }
        let isAnswered = before.call == .ringing && after.call == .connected
        guard !begun.isEmpty || isAnswered else { return nil }
        // A banner does not interrupt the apps that prefer no interruptions from system alerts.
        let isBanner = begun == [.call] && step.ringsAsBanner && !isAnswered
        for app in step.before.apps where app.isActive {
            premiseCount += 1
            guard let now = step.apps.first(where: { $0.app == app.app }) else { continue }
            if isBanner, now.mayWaitForBanners { continue }
            if now.isActive || !now.isInterrupted {
                return Finding("\(step.name(app.app)) is not interrupted")
            }
        }
        return nil
    }
}

/// Source: the public AVAudioSession header, `insufficientPriority` and `siriIsRecording`.
final class OnlyMixingJoinsInterrupters: PremiseCounter, Checker {
    static let sentence =
        "During a system interruption only mixing sessions are active, and none that records"

    func check(_ step: Step) -> Finding? {
        let device = step.after.device
        guard !device.interrupters.isEmpty else { return nil }
        let isBanner =
            device.interrupters == [.call] && device.call == .ringing && step.ringsAsBanner
        for app in step.apps where app.isActive {
            premiseCount += 1
            if isBanner, app.mayWaitForBanners { continue }
            if !app.mixes { return Finding("\(step.name(app.app)) is active and does not mix") }
            let records = app.category == .record || app.category == .playAndRecord
            let isForbidden = device.call == .connected || device.interrupters.contains(.assistant)
            if records, isForbidden {
                return Finding("\(step.name(app.app)) is active and may record")
            }
        }
        return nil
    }
}
