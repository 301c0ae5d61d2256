extension DeviceStatus {
    /// The status for a reader, in lines that may have control characters.
    package var lines: [String] {
        let facts = facts
        let width = facts.map(\.name.count).max() ?? 0
        let known = facts.map { fact in
            fact.name + String(repeating: " ", count: width - fact.name.count) + "  " + fact.words
        }
        let held = (heldStreams ?? []).map { held in
            "\(held.program): \(held.count) more streams, silent until others end"
        }
        return known + [""] + explanation + held
    }

    private var facts: [(name: String, words: String)] {
        var facts = [
            ("profile", profile), ("switch", ringSwitch), ("call", call), ("route", routeWords),
            (
                "volume",
                "media \(Self.percent(mediaVolume)), ringer \(Self.percent(ringerVolume)), "
                    + "call \(Self.percent(callVolume))"
            ),
        ]
        for call in calls ?? [] { facts.append(("call of", call.words)) }
        if isLocked { facts.append(("screen", "locked")) }
        if !interrupters.isEmpty {
            facts.append(("sounding", interrupters.joined(separator: ", ")))
        }
        if isAlarmSnoozed == true { facts.append(("alarm", "snoozed")) }
        if let frontApp { facts.append(("front", frontApp)) }
        if let nowPlayingApp {
            facts.append(("now playing", nowPlayingApp + (nowPlayingTitle.map { ": \($0)" } ?? "")))
        }
        if let isWaitedFor {
            let words =
                isWaitedFor
                ? "linked once they are decided upon"
                : "may be heard for a moment: WirePlumber has no script of Sori's"
            facts.append(("new streams", words))
        }
        return facts
    }

    private var routeWords: String {
        let others = accessories.filter { !route.contains($0) }
        let sink = sink.map { " (sink \($0))" } ?? ""
        return (route.isEmpty ? "none" : route.joined(separator: ", ")) + sink
            + (others.isEmpty ? "" : " (also \(others.joined(separator: ", ")))")
    }

    private static func percent(_ volume: Double) -> String { "\(Int((volume * 100).rounded())) %" }

    /// Why all apps and the device itself sound as they do, in lines of text.
    package var explanation: [String] {
        let own = streams.filter { stream in
            !apps.contains { $0.name == stream.app }
        }
        let lines = apps.flatMap { explanation(of: $0) } + own.map { "\($0.name): \($0.why)" }
        return lines.isEmpty ? ["no app has a sound"] : lines
    }
}
