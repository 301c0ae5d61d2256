package import AudioModel
package import SoundPolicy

/// The calls of all services, merged into the one call that the policy knows.
///
/// The policy's call rings while a call comes in and none is connected. It is connected from
/// dialling on, and while any call is active or held. A call that two services report counts once:
/// the report of the first service in the order of `CallSource` does, until that one ends.
package struct CallBook: Sendable {
    /// The calls of one service that are kept; further ones are ignored.
    package static let callsPerSourceMax = 16
    /// The ended calls that are remembered, for late reports of them.
    private static let endedCallsMax = 8

    private enum Standing: Equatable {
        /// The call counts.
        case counted
        /// The call of the first service is the same one.
        case duplicate(of: CallID)
        /// The call has ended, as the first service has reported.
        case over
    }

    private struct Entry {
        var report: CallReport
        var beginTime: HostTime
        var standing = Standing.counted
    }

    private struct EndedCall {
        var entry: Entry
        var endTime: HostTime
        /// The services that have reported the call.
        var sources: [CallSource]
    }

    private let arrivesAsBanner: Bool
    /// Ordered by the time of their first reports.
    private var entries: [Entry] = []
    private var endedCalls: [EndedCall] = []
    /// The policy's call.
    package private(set) var state = CallState.none

    /// - Parameter arrivesAsBanner: Whether a call that comes in is a banner over the app in front.
    package init(arrivesAsBanner: Bool = false) {
        self.arrivesAsBanner = arrivesAsBanner
    }

    /// The calls that count, ordered by the time of their first reports.
    package var calls: [CallReport] {
        entries.filter { $0.standing == .counted }.map(\.report)
    }

    /// The calls that are kept, with the duplicates.
    package var reportCount: Int { entries.count }

    // MARK: Reports

    /// Adds or changes a call.
    ///
    /// - Returns: The events for the policy.
    package mutating func set(_ report: CallReport, at time: HostTime) -> [DeviceEvent] {
        record(report, at: time)
        return changeState()
    }

    /// Ends a call.
    ///
    /// - Parameter party: The party that has declined it or hung up.
    package mutating func end(
        _ id: CallID, by party: EndingParty = .unknown, at time: HostTime
    ) -> [DeviceEvent] {
        remove(id, at: time)
        return changeState(endedBy: party)
    }

    /// Replaces the calls of a service, or of one of its modems.
    package mutating func replaceCalls(
        of source: CallSource, modem: String? = nil, with reports: [CallReport], at time: HostTime
    ) -> [DeviceEvent] {
        let reports = reports.filter { $0.id.source == source }
        let ids = Set(reports.map(\.id))
        for entry in entries where entry.report.id.source == source {
            guard modem == nil || entry.report.modem == modem else { continue }
            if !ids.contains(entry.report.id) { remove(entry.report.id, at: time) }
        }
        for report in reports { record(report, at: time) }
        return changeState()
    }

    private mutating func record(_ report: CallReport, at time: HostTime) {
        var report = report
        if let index = index(of: report.id) {
            // What is known of a call stays known.
            let known = entries[index].report
            report.direction = known.direction ?? report.direction
            if report.number.isEmpty { report.number = known.number }
            if report.modem.isEmpty { report.modem = known.modem }
            entries[index].report = report
            link(report.id)
            return
        }
        let count = entries.count { $0.report.id.source == report.id.source }
        guard count < Self.callsPerSourceMax else { return }
        var entry = Entry(report: report, beginTime: time)
        if isLate(entry, at: time) { entry.standing = .over }
        entries.append(entry)
        link(report.id)
    }

    private mutating func remove(_ id: CallID, at time: HostTime) {
        guard let index = index(of: id) else { return }
        let entry = entries.remove(at: index)
        guard entry.standing == .counted else { return }
        var sources = [id.source]
        for other in entries.indices where entries[other].standing == .duplicate(of: id) {
            entries[other].standing = .over
            sources.append(entries[other].report.id.source)
        }
        endedCalls.append(EndedCall(entry: entry, endTime: time, sources: sources))
        if endedCalls.count > Self.endedCallsMax { endedCalls.removeFirst() }
    }

    private func index(of id: CallID) -> Int? { entries.firstIndex { $0.report.id == id } }

    // MARK: Duplicates

    /// Finds the other report of the same call, if there is one that has none from this service.
    private mutating func link(_ id: CallID) {
        guard let index = index(of: id), entries[index].standing == .counted else { return }
        let entry = entries[index]
        for other in entries.indices where entries[other].standing == .counted && other != index {
            let candidate = entries[other]
            guard
                entry.report.isSameCall(
                    as: candidate.report, beganAt: entry.beginTime,
                    otherBeganAt: candidate.beginTime)
            else { continue }
            let (first, second) =
                id.source < candidate.report.id.source ? (index, other) : (other, index)
            guard !shareSource(first, second) else { continue }
            moveDuplicates(of: entries[second].report.id, to: entries[first].report.id)
            return
        }
    }

    /// Whether two calls have reports, or duplicates, of one service.
    private func shareSource(_ first: Int, _ second: Int) -> Bool {
        func sources(_ index: Int) -> Set<CallSource> {
            let id = entries[index].report.id
            return Set(
                [id.source]
                    + entries.filter { $0.standing == .duplicate(of: id) }.map(\.report.id.source))
        }
        return !sources(first).isDisjoint(with: sources(second))
    }

    private mutating func moveDuplicates(of id: CallID, to first: CallID) {
        for index in entries.indices
        where entries[index].report.id == id || entries[index].standing == .duplicate(of: id) {
            entries[index].standing = .duplicate(of: first)
        }
    }

    /// Whether a call has ended before this service reports it.
    private mutating func isLate(_ entry: Entry, at time: HostTime) -> Bool {
        endedCalls.removeAll { time - $0.endTime > CallReport.matchingInterval }
        let source = entry.report.id.source
        let index = endedCalls.firstIndex { ended in
            !ended.sources.contains(source)
                && entry.report.isSameCall(
                    as: ended.entry.report, beganAt: entry.beginTime,
                    otherBeganAt: ended.entry.beginTime)
        }
        guard let index else { return false }
        // A modem service that reports a call which GNOME Calls has ended has another call.
        guard endedCalls[index].entry.report.id.source < source else { return false }
        endedCalls[index].sources.append(source)
        return true
    }

    // MARK: The policy's call

    private mutating func changeState(endedBy party: EndingParty = .unknown) -> [DeviceEvent] {
        let end = party == .remoteParty ? DeviceEvent.callEndedByRemoteParty : .callEnded
        let arrival = arrivesAsBanner ? DeviceEvent.callArrivedAsBanner : .callArrived
        let calls = calls
        let next: CallState =
            calls.contains { !$0.state.isRinging } ? .connected : calls.isEmpty ? .none : .ringing
        defer { state = next }
        switch (state, next) {
        case (.none, .none), (.ringing, .ringing), (.connected, .connected): return []
        case (.none, .ringing): return [arrival]
        // The policy has no outgoing call: it is one that is answered at once.
        case (.none, .connected): return [.callArrived, .callAnswered]
        case (.ringing, .connected): return [.callAnswered]
        case (.ringing, .none): return [party == .user ? .callDeclined : end]
        case (.connected, .none): return [end]
        // The call that waited rings.
        case (.connected, .ringing): return [end, arrival]
        }
    }

    // MARK: What the device's user acts on

    /// The call that rings; the last to arrive, if there are several.
    package var ringingCall: CallReport? { calls.last { $0.state.isRinging } }

    /// The call that is hung up first: an active one before one that is dialled or held.
    package var connectedCall: CallReport? {
        let connected = calls.filter { !$0.state.isRinging }
        return connected.first { $0.state == .active }
            ?? connected.last { $0.state != .held } ?? connected.last
    }

    /// Whether another call of the same service and modem is connected.
    package func hasOtherCall(beside report: CallReport) -> Bool {
        calls.contains {
            $0.id != report.id && $0.id.source == report.id.source && $0.modem == report.modem
                && !$0.state.isRinging
        }
    }
}
