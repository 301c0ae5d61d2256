public import AudioModel

extension SimulatedPhone {
    /// The reasons why an app sounds as it does, in words and as values.
    public struct Explanation: Sendable, CustomStringConvertible {
        /// The app's state at that time, in words.
        public let headline: String
        /// The streams that had not ended, in the order of starting.
        public let streams: [Stream]
        /// The last few events of the app and the phone before that time.
        public let before: [String]

        /// One sound of the app: an audio queue or a system sound.
        public struct Stream: Sendable {
            /// The stream's name, such as `queue 1`.
            public let name: String
            let kind: StreamKind
            /// The stream's state, the factors of its gain, and the reasons why it is not heard.
            public let verdict: Verdict
            /// Time at which the verdict took effect, since the phone was switched on.
            public let since: Duration
            /// The actor that interrupts, pauses or ducks it, in words.
            public let by: String?
        }

        /// The kinds of reasons that keep the app's streams from being heard, in the order of the
        /// streams.
        public var reasons: [ReasonKind] {
            streams.flatMap { $0.verdict.reasons.map(\.kind) }
        }

        public var description: String {
            var lines = [headline]
            if streams.isEmpty { lines.append("  it has no sound") }
            for stream in streams { lines += stream.lines }
            return (lines + before.map { "  before: \($0)" }).joined(separator: "\n")
        }
    }

    /// Explains why an app sounds as it does now.
    public func why(_ app: App) -> Explanation { why(app, at: now) }

    /// Explains why an app sounded as it did at a time since the phone was switched on.
    public func why(_ app: App, at time: Duration) -> Explanation {
        let moment = HostTime.zero + HostInterval(time)
        let streams = watch.tracks.filter { $0.stream.app == app.staged.id }.compactMap {
            explanation(of: $0.track, at: moment)
        }
        let told = app.history.filter { isBefore($0, moment) }.map { "\($0) (\(app.name) is told)" }
        let before =
            (told.suffix(Self.beforeMax)
                + history.filter { isBefore($0, moment) }
                .suffix(Self.beforeMax))
        let isNow = moment == stage.now
        var explained = AppExplanation(app.name, at: moment)
        if isNow {
            explained.tell(
                app.state.words, category: app.category.rawValue,
                isSessionActive: app.isSessionActive, interruptedBy: nil)
        }
        return Explanation(
            headline: explained.headline, streams: streams, before: Array(before))
    }

    private static let beforeMax = 3

    private func explanation(of track: StreamTrack, at time: HostTime) -> Explanation.Stream? {
        guard let span = track.lane.spans.last(where: { $0.from <= time }),
            span.verdict.state != .stopped
        else { return nil }
        return Explanation.Stream(
            name: track.lane.name, kind: track.lane.kind, verdict: span.verdict,
            since: span.from.duration, by: span.by)
    }

    /// Whether a history line, which begins with its time, is earlier than `time`.
    private func isBefore(_ line: String, _ time: HostTime) -> Bool {
        Double(line.prefix { $0 != " " }).map { $0 <= time.seconds } ?? false
    }
}

extension SimulatedPhone.Explanation.Stream {
    fileprivate var lines: [String] {
        let explained = SoundExplanation(
            name, kind, verdict, by: by, since: .zero + HostInterval(since))
        return [explained.headline] + explained.details()
    }
}
