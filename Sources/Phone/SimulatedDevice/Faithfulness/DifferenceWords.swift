package import AudioModel
import SimulationReports
import SoundPolicy

extension ChoiceWatch.Difference {
    /// The difference as a sentence: `Music's player is silent, and audible if …`.
    ///
    /// - Parameter name: Returns the name of an app.
    package func sentence(_ name: (AppID) -> String) -> String {
        let fact = fact
        return "\(happening(name)) rests on \(fact.kind) (\(fact.reference)); "
            + "a device may differ: \(alternative)"
    }

    /// The choice, for a report.
    var fact: RestingFact {
        var fact = RestingFact(
            fact: choice.fact, confidence: choice.confidence, alternative: alternative)
        fact.rule = choice.rule?.rawValue
        if case .source = choice.evidence { fact.isRow = false }
        return fact
    }

    /// What differs first: a sound, an answer, a notification, or something of the device.
    private func happening(_ name: (AppID) -> String) -> String {
        let effects = response.effects.filter { !otherResponse.effects.contains($0) }
        let others = otherResponse.effects.filter { !response.effects.contains($0) }
        for effect in effects + others {
            guard case .verdict(let stream, _, _) = effect,
                let here = response.state(of: stream), here != otherResponse.state(of: stream)
            else { continue }
            return "that a sound of \(name(stream.app)) is \(here.rawValue)"
        }
        if case .app(let app, _) = event, response.refusal != otherResponse.refusal {
            let answer = response.refusal.map { "refused with \($0)" } ?? "granted"
            return "that a request of \(name(app)) is \(answer)"
        }
        for effect in effects {
            guard case .notify(let app, let what) = effect else { continue }
            return "that \(name(app)) is notified of \(what.words.event)"
        }
        for effect in others {
            guard case .notify(let app, let what) = effect else { continue }
            return "that \(name(app)) is not notified of \(what.words.event)"
        }
        return "what the phone does here"
    }
}

extension PolicyResponse {
    /// The state that this response gives a stream; `nil` where it gives none.
    fileprivate func state(of stream: StreamID) -> StreamState? {
        effects.lazy.compactMap { effect in
            guard case .verdict(stream, let verdict, _) = effect else { return nil }
            return verdict.state
        }.last
    }
}
