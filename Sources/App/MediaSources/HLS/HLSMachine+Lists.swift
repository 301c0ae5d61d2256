import AudioCodecs
import AudioModel
import MediaPlaylists

/// Errors of streams as formats have them.
enum FormatErrors {
    static let noSound = FormatError(.unsupportedCoding("no sound that is known"))
}

extension HLSMachine {
    /// Puts a media playlist that has arrived in the place of the last.
    mutating func take(_ playlist: HLSMediaPlaylist, choice: Int, requestTime: HostTime) {
        failedReloads = 0
        guard !playlist.segments.isEmpty || !playlist.hasEnded else {
            return fail(.playlist(.badTag("EXTINF"), url: playlist.url))
        }
        let before = list
        if let before {
            let entered = nextSerial ?? wanted
            let (next, isContinued) = before.next(
                playlist, choice: choice, at: entered, requestTime: requestTime)
            list = next
            if isUnaligned(before, next, at: entered) { isMixed = true }
            // What the reader has is played; the stream goes on behind it.
            if !isContinued { timeline?.forgetPeriods() }
            if timeline == nil, wanted < next.firstSerial || before.count == 0 { begin(next) }
        } else {
            let first = HLSList(
                playlist, choice: choice, origin: 0, firstSerial: 0, requestTime: requestTime)
            list = first
            begin(first)
        }
        if before?.choice != choice { beginRecord(choice) }
        if before != nil { leaveWindow() }
        takeDateRanges()
        scheduleReload(isUnchanged: before.map { isUnchanged($0) } ?? false)
        updateLength()
        updateBuffer()
    }

    /// Begins where the stream is to be entered.
    private mutating func begin(_ list: HLSList) {
        wanted = list.startSerial(offset: list.playlist.startOffset ?? startOffset).serial
        earlySilences = 0
    }

    /// Whether numbers mean segments of other times in another list.
    private func isUnaligned(_ before: HLSList, _ next: HLSList, at serial: Int64) -> Bool {
        guard before.choice != next.choice, !next.isLive else { return false }
        let jitterSeconds = 0.1
        return before.firstSerial != next.firstSerial || before.count != next.count
            || abs(before.start(of: serial) - next.start(of: serial)) > jitterSeconds
    }

    private func isUnchanged(_ before: HLSList) -> Bool {
        guard let list, before.choice == list.choice else { return false }
        return before.playlist.mediaSequence == list.playlist.mediaSequence
            && before.count == list.count && before.isLive == list.isLive
    }

    /// Whether the playlist is asked for again from time to time.
    var isReloading: Bool {
        guard isActive, let list, list.isLive else { return false }
        return isPlaying || preferences.loadsLiveWhilePaused || timeline == nil
    }

    /// Source: RFC 8216, 6.3.4, "Reloading the Media Playlist File".
    private mutating func scheduleReload(isUnchanged: Bool) {
        guard let list, list.isLive else {
            reloadTime = nil
            return
        }
        let seconds = list.playlist.targetDuration * (isUnchanged ? 0.5 : 1)
        setReload(list.requestTime + .seconds(max(seconds, Self.reloadSecondsMin)))
    }

    private static let reloadSecondsMin = 0.5

    private mutating func setReload(_ time: HostTime) {
        reloadTime = time
    }

    /// Arranges for the next reload, or has it now.
    mutating func reloadIfDue(_ now: HostTime) {
        guard isReloading, !isFetchingList, let reloadTime else { return }
        guard now >= reloadTime else {
            guard wakeTime != reloadTime else { return }
            wakeTime = reloadTime
            wakeToken += 1
            actions.append(.wake(seconds: (reloadTime - now).seconds, token: wakeToken))
            return
        }
        if let choice = list?.choice { fetchList(choice) }
    }

    /// Whether the window may have passed what is loaded next: the playlist is old, and a new one is
    /// on its way.
    var isStale: Bool {
        guard let list, list.isLive, isFetchingList else { return false }
        return (now - list.requestTime).seconds > 2 * list.playlist.targetDuration
    }

    mutating func wake(token: Int, at now: HostTime) {
        guard token == wakeToken else { return }
        wakeTime = nil
        step(now)
    }

    mutating func fetchList(_ choice: Int) {
        guard !isFetchingList, choices.indices.contains(choice) else { return }
        isFetchingList = true
        listToken += 1
        actions.append(.fetchList(url: choices[choice], choice: choice, token: listToken))
    }

    /// Takes the answer to a request for a media playlist.
    mutating func listArrived(
        _ result: Result<HLSMediaPlaylist, HLSFailure>, choice: Int, token: Int,
        requestTime: HostTime, at now: HostTime
    ) {
        guard token == listToken, isFetchingList, isActive else { return }
        self.now = now
        isFetchingList = false
        switch result {
        case .success(let playlist): take(playlist, choice: choice, requestTime: requestTime)
        case .failure(let failure): listFailed(failure, choice: choice, now)
        }
        step(now)
    }

    private mutating func listFailed(_ failure: HLSFailure, choice: Int, _ now: HostTime) {
        logFailure(failure)
        guard let list else {
            attempts += 1
            if failure.isTransient, attempts <= Self.retrySeconds.count {
                isRetryDue = false
                actions.append(
                    .retry(seconds: Self.retrySeconds[attempts - 1], token: mediaToken))
                return
            }
            attempts = 0
            unusable.insert(choice)
            if unusable.count == choices.count { end(failure.media, at: wanted) }
            return
        }
        guard list.choice == choice else {
            // The stream goes on with the variant that it has.
            unusable.insert(choice)
            return
        }
        // A live stream stalls until its playlist is there again.
        failedReloads += 1
        let seconds = list.playlist.targetDuration * Double(min(failedReloads, 4)) / 2
        setReload(now + .seconds(max(seconds, Self.reloadSecondsMin)))
    }

    /// The variant to load from: that of the measure, unless it could not be loaded.
    var chosen: Int {
        let wanted = selection?.current ?? 0
        if !unusable.contains(wanted) { return wanted }
        if let list { return list.choice }
        return choices.indices.first { !unusable.contains($0) } ?? 0
    }

    // MARK: The window of a live stream

    /// Goes to the beginning of the window when it has passed what is wanted.
    private mutating func leaveWindow() {
        guard let list, let timeline else { return }
        let held = timeline.slot(wanted)
        let place = held.map { Double($0.frames.upperBound) / timeline.rate }
        let windowStart = list.origin
        let isFarBehind = place.map { $0 < windowStart - 2 * list.playlist.targetDuration } ?? false
        // What is there is played, as long as the window can be reached behind it.
        let next = (wanted...).first { timeline.slot($0) == nil } ?? wanted
        guard isFarBehind || next < list.firstSerial else { return }
        guard isFarBehind || held == nil else { return }
        jumpToWindow()
    }

    mutating func jumpToWindow() {
        guard let list, let timeline else { return }
        stopMedia()
        wanted = list.firstSerial
        preroll = nil
        let frame =
            timeline.slot(wanted)?.frames.lowerBound ?? timeline.frame(at: list.origin)
        jump = frame
        changes.append(.jumped(toFrame: frame))
    }

    // MARK: Metadata

    /// Source: RFC 8216, 4.3.2.7, "EXT-X-DATERANGE".
    private mutating func takeDateRanges() {
        guard let list else { return }
        for range in list.playlist.dateRanges where !seenRanges.contains(range.id) {
            guard let seconds = list.seconds(at: range.start) else { continue }
            if seenRanges.count >= PlaylistLimits.detailsMax { seenRanges = [] }
            seenRanges.insert(range.id)
            guard seconds + (range.duration ?? 0) >= list.origin else { continue }
            let values = range.attributes.map {
                MediaMetadata(keySpace: "lsdr", key: $0.name, value: .text($0.value))
            }
            changes.append(.metadata(values, at: max(seconds, 0)))
        }
    }

    // MARK: The log

    private mutating func beginRecord(_ choice: Int) {
        guard let list else { return }
        let recordsMax = 1000
        guard log.records.count < recordsMax else { return }
        var record = MediaTransferLog.Record(url: list.playlist.url, start: list.requestTime)
        record.indicatedBitRate = bandwidths[choice] > 0 ? bandwidths[choice] : -1
        record.playbackType = list.isLive ? "LIVE" : "VOD"
        log.records.append(record)
        changes.append(.log(isError: false))
    }

    mutating func logFailure(_ failure: HLSFailure) {
        let failuresMax = 1000
        guard log.failures.count < failuresMax else { return }
        let (domain, status, comment) = failure.logged
        var record = MediaTransferLog.Failure(
            url: failure.url, time: now, status: status, domain: domain)
        record.comment = comment
        log.failures.append(record)
        changes.append(.log(isError: true))
    }
}
