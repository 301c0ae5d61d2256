public import AudioModel
import SoundPolicy

/// The origin of one factor of a gain: its rule, and the event that last changed it.
public struct FactorOrigin: Sendable {
    /// The name in the policy's registry; empty for the mute, which has reasons instead.
    public var rule: String
    /// Time of the last change.
    public var since: HostTime
    /// The event in plain words; empty when the stream began with it.
    public var cause: String

    /// `rule ducking-lowers, since 1.000: Guide activated its session`.
    var words: String {
        "rule \(rule), since \(since.secondsText)" + (cause.isEmpty ? "" : ": \(cause)")
    }
}

extension StoryReport {
    /// The origin of each factor of `lane` in the span at `index`, in the order of the factors.
    func origins(in lane: StreamLane, at index: Int) -> [FactorOrigin] {
        lane.spans[index].verdict.factors.map { factor in
            guard let rule = factor.kind.rule else {
                return FactorOrigin(rule: "", since: lane.spans[index].from, cause: "")
            }
            var first = index
            while first > 0, lane.spans[first - 1].verdict.factors.contains(factor) { first -= 1 }
            let since = lane.spans[first].from
            return FactorOrigin(
                rule: rule.rawValue, since: since,
                cause: first == 0 && factor.kind != .duck
                    ? "" : cause(of: factor.kind, at: since, lane.app, lane.spans[first].by))
        }
    }

    private func cause(
        of kind: FactorKind, at time: HostTime, _ app: String, _ ducker: String?
    ) -> String {
        let there = events.filter { $0.at == time }
        let match: EventRecord? =
            switch kind {
            case .duck: there.last { $0.actor == ducker }
            case .appVolume: there.last { $0.actor == app }
            case .mediaVolume, .ringerVolume, .callVolume:
                there.last { event in
                    ["volume", "plugged", "picked"].contains { event.sentence.contains($0) }
                }
            case .mute: nil
            }
        return match?.sentence ?? ""
    }
}

extension FactorKind {
    fileprivate var rule: Rule? {
        switch self {
        case .appVolume: .appVolumeGoverns
        case .duck: .duckingLowers
        case .mediaVolume: .mediaVolumeGoverns
        case .ringerVolume: .ringerVolumeGoverns
        case .callVolume: .callVolumeGoverns
        case .mute: nil
        }
    }
}
