import AudioModel
import SoundPolicy

/// Compares an app's interruption notifications with those the session model expects.
///
/// The model's notifications for a suspended app are kept; when the app runs again, only their net
/// effect is delivered.
struct InterruptionInbox {
    private var missed: [AppID: [AppNotification]] = [:]

    /// Compares the event's notifications with the model's, for every app with either.
    ///
    /// - Parameter compare: Takes an app, the expected notifications, the delivered ones, and
    ///   whether some of the expected ones were kept while the app was suspended.
    mutating func compare(
        _ step: Step,
        _ compare: (AppID, [AppNotification], [AppNotification], Bool) -> Finding?
    ) -> Finding? {
        for app in concerned(step) {
            guard let after = step.after.app(app), let before = step.before.app(app),
                !after.isEnding, !before.isEnding
            else {
                missed[app] = nil
                continue
            }
            let new = step.model.told.filter { $0.app == app }.map(\.notification)
            let heard = step.effects.compactMap { effect -> AppNotification? in
                guard case .notify(app, let notification) = effect,
                    notification.isOfInterruption
                else { return nil }
                return notification
            }
            let kept = missed[app] ?? []
            if after.state == .suspended {
                missed[app] = (kept + new.dropFirst(heard.count)).suffix(8)
                continue
            }
            missed[app] = nil
            if let breach = compare(app, kept + new, heard, !kept.isEmpty) { return breach }
        }
        return nil
    }

    private func concerned(_ step: Step) -> [AppID] {
        var apps: [AppID] = []
        func add(_ app: AppID) {
            if !apps.contains(app) { apps.append(app) }
        }
        for news in step.model.told { add(news.app) }
        for case .notify(let app, let notification) in step.effects
        where notification.isOfInterruption {
            add(app)
        }
        for app in missed.keys.sorted()
        where step.after.app(app)?.state != .suspended {
            add(app)
        }
        return apps
    }
}

extension AppNotification {
    package var isBeginning: Bool { if case .interruptionBegan = self { true } else { false } }
    var isEnd: Bool { if case .interruptionEnded = self { true } else { false } }
    var isOfInterruption: Bool { isBeginning || isEnd }
}

/// Source: the specification, "What A is told" and "Interruption life cycle".
final class InterruptedSessionsAreTold: PremiseCounter, Checker {
    static let sentence =
        "Every interrupted session receives one interruption.began with the right reason"
    private var inbox = InterruptionInbox()

    func check(_ step: Step) -> Finding? {
        inbox.compare(step) { app, expected, heard, isKept in
            let begun = expected.filter(\.isBeginning)
            let told = heard.filter(\.isBeginning)
            premiseCount += begun.count
            if isKept {
                // Kept notifications count by their net effect.
                guard expected.last?.isBeginning == true else { return nil }
                if told.last == begun.last { return nil }
            } else if told == begun {
                return nil
            }
            if told.count > begun.count { return Finding("\(step.name(app)) was told twice") }
            if told.count < begun.count {
                return Finding("\(step.name(app)) was not told that it is interrupted")
            }
            return Finding("\(step.name(app)) was told \(told), and not \(begun)")
        }
    }
}

/// Source: the specification, "What A is told".
final class EndsSayWhetherToResume: PremiseCounter, Checker {
    static let sentence = "interruption.ended reaches the right app with the right shouldResume"
    private var inbox = InterruptionInbox()

    func check(_ step: Step) -> Finding? {
        inbox.compare(step) { app, expected, heard, isKept in
            let ends = expected.filter(\.isEnd)
            let told = heard.filter(\.isEnd)
            premiseCount += ends.count
            if isKept, expected.last?.isBeginning == true { return nil }
            guard isKept ? told.last != ends.last : told != ends else { return nil }
            if told.isEmpty { return Finding("\(step.name(app)) was not told of the end") }
            if ends.isEmpty { return Finding("\(step.name(app)) was told of an end") }
            return Finding("\(step.name(app)) was told \(told), and not \(ends)")
        }
    }
}
