import AudioModel

/// What the cursor of a report's page shows at any moment: for each app its state and its session,
/// for each stream its state, the factors of its gain and the reasons, and the acts with their lines.
///
/// The page's script looks up the last entry at or before the cursor.
struct ReportMoments {
    let report: StoryReport

    /// Spans of all streams at most; what is beyond them stands in the JSON form.
    static let spansMax = 4000
    /// Entries of each other list at most.
    static let entriesMax = 4000

    var json: JSONValue {
        .object([
            ("duration", .seconds(.zero + report.duration)),
            ("apps", .array(report.explainableApps.map(app))),
            ("device", entries(report.device.filter { !$0.isSuppressed }) { ($0.at, $0.change) }),
            ("acts", .array(report.acts.prefix(Self.entriesMax).map(act))),
            ("times", .array(times.map { .seconds($0) })),
        ])
    }

    /// The moments at which anything changes, for stepping from one to the next.
    private var times: [HostTime] {
        let all =
            report.acts.map(\.at) + report.device.map(\.at) + report.apps.map(\.at)
            + report.told.map(\.at) + report.sessions.map(\.at)
            + report.streams.flatMap { $0.spans.map(\.from) }
            + report.expectations.compactMap { $0.isOK ? nil : $0.foundAt }
        let sorted = Set(all + [.zero, .zero + report.duration]).sorted()
        return Array(sorted.prefix(Self.entriesMax))
    }

    private func entries<Record>(
        _ records: [Record], _ entry: (Record) -> (HostTime, String)
    ) -> JSONValue {
        .array(
            records.prefix(Self.entriesMax).map { record in
                let (at, words) = entry(record)
                return .array([.seconds(at), .string(words)])
            })
    }

    private func act(_ act: ActRecord) -> JSONValue {
        let words = "\(act.actor) \(act.words)" + (act.isWithoutEffect ? " (without effect)" : "")
        return .array([.seconds(act.at), .integer(act.line), .string(words)])
    }

    private func app(_ name: String) -> JSONValue {
        let states = report.apps.filter { $0.app == name && $0.what.hasPrefix("is ") }
        let sessions = report.sessions.filter { $0.app == name }
        return .object([
            ("name", .string(name)),
            ("states", entries(states) { ($0.at, String($0.what.dropFirst(3))) }),
            (
                "sessions",
                entries(sessions) { session in
                    (session.at, session.words + (session.isActive ? ", active" : ", not active"))
                }
            ),
            ("streams", .array(report.streams.filter { $0.app == name }.map(stream))),
        ])
    }

    private func stream(_ lane: StreamLane) -> JSONValue {
        let spans = lane.spans.prefix(max(Self.spansMax / max(report.streams.count, 1), 1))
        return .object([
            ("name", .string(lane.name)),
            (
                "spans",
                .array(
                    spans.enumerated().map { index, span in
                        span.momentJSON(of: lane, report.origins(in: lane, at: index))
                    })
            ),
        ])
    }
}

extension StreamSpan {
    /// `[from, to, state, product, reasons]`, as the script reads it.
    fileprivate func momentJSON(of lane: StreamLane, _ origins: [FactorOrigin]) -> JSONValue {
        let state = lane.stateWord(verdict.state) + (by.map { " by \($0)" } ?? "")
        let reasons = verdict.reasons.map { reason in
            let cause = "\(reason.since.secondsText) s: \(reason.cause)"
            return JSONValue.string(
                reason.sentence + (reason.cause.isEmpty ? "" : " (\(cause))"))
        }
        return .array([
            .seconds(from), .seconds(to), .string(state), .string(product(origins)),
            .array(reasons),
        ])
    }

    /// The gain as a product: `1 × media volume 0.8 = 0.8 (-1.9 dB)`; empty for what has no gain.
    private func product(_ origins: [FactorOrigin]) -> String {
        guard verdict.state != .stopped, !verdict.factors.isEmpty else { return "" }
        let factors = verdict.factors.map { factor in
            "\(factor.kind.rawValue) \(Numeral.short(Double(factor.gain), places: 3))"
        }
        let product = Numeral.short(Double(verdict.gain), places: 3)
        let level = verdict.gain > 0 ? "\(Numeral.decibels(verdict.gain)) dB" : "silence"
        return factors.joined(separator: " × ") + " = \(product) (\(level))"
    }
}

extension JSONValue {
    /// The value as a text that may stand in a page's script element, whatever it says.
    var scriptText: String {
        var output = ""
        for scalar in compactText.unicodeScalars {
            switch scalar {
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
