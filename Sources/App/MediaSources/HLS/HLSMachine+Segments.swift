import AudioCodecs
import AudioModel
import MediaPlaylists

extension HLSMachine {
    /// Starts what is to be loaded next.
    mutating func step(_ now: HostTime) {
        self.now = now
        guard isActive else { return }
        guard list != nil else {
            if isRetryDue { fetchList(chosen) }
            return
        }
        reloadIfDue(now)
        // Each turn places a segment that needs no transfer, or ends.
        while isActive, !isFetchingMedia, isRetryDue, !isStale, let serial = nextSerial, let list {
            guard list.choice == chosen else {
                fetchList(chosen)
                break
            }
            guard begin(serial) else { break }
        }
        if timeline == nil, let list, !list.isLive, wanted + earlySilences >= list.endSerial {
            fail(.format(FormatErrors.noSound, url: list.playlist.url))
        }
        updateBuffer()
    }

    /// The next segment that is not there, as far as it is wanted now.
    var nextSerial: Int64? {
        guard let list else { return nil }
        let first = preroll ?? (timeline == nil ? wanted + earlySilences : wanted)
        var bytesAhead = 0
        var serial = max(first, list.firstSerial)
        let limit = min(aheadEnd(list), list.endSerial)
        while serial < limit {
            guard let slot = timeline?.slot(serial) else {
                let isNeeded = serial <= wanted + 1 || timeline == nil
                return isNeeded || bytesAhead < Self.bytesAheadMax ? serial : nil
            }
            bytesAhead += slot.content?.sound.bytes.count ?? 0
            serial += 1
        }
        return nil
    }

    /// The number behind the last segment that is wanted now.
    private func aheadEnd(_ list: HLSList) -> Int64 {
        guard timeline != nil else { return wanted + earlySilences + 1 }
        let least = wanted + 2
        guard preferences.forwardSeconds > 0 else { return wanted + Self.segmentsAhead + 1 }
        let seconds = list.start(of: wanted) + min(preferences.forwardSeconds, 1e6)
        return max(least, list.serial(at: seconds) + 1)
    }

    /// Begins with a segment: what it needs first, then itself.
    ///
    /// - Returns: Whether it is done with already.
    private mutating func begin(_ serial: Int64) -> Bool {
        guard let list, let segment = list.segment(serial) else { return false }
        if segment.isGap {
            placeSilence(serial)
            failuresInRow = 0
            return true
        }
        do throws(HLSFailure) {
            guard let request = try request(for: segment, serial, in: list.playlist) else {
                return false
            }
            isFetchingMedia = true
            fetchedSerial = serial
            mediaToken += 1
            actions.append(.fetchMedia(request, token: mediaToken))
            return false
        } catch {
            logFailure(error)
            segmentFailed(serial, error)
            return true
        }
    }

    /// The next request for a segment: its key, its initialisation section, or its bytes.
    private func request(
        for segment: HLSSegment, _ serial: Int64, in playlist: HLSMediaPlaylist
    ) throws(HLSFailure) -> HLSRequest? {
        var job = HLSSegmentJob(serial: serial)
        if let index = segment.key {
            let sequence = playlist.mediaSequence + serial - (list?.firstSerial ?? 0)
            switch try decryption(playlist.keys[index], number: sequence, in: playlist) {
            case .request(let request): return request
            case .known(let decryption): job.decryption = decryption
            }
        }
        if let index = segment.map {
            let map = playlist.maps[index]
            let url = try address(map.uri, in: playlist)
            let name = "\(url) \(map.bytes?.description ?? "") \(map.key ?? -1)"
            if let known = maps[name] {
                job.initialisation = known
            } else {
                var own: HLSDecryption?
                if let key = map.key {
                    switch try decryption(playlist.keys[key], number: 0, in: playlist) {
                    case .request(let request): return request
                    case .known(let decryption): own = decryption
                    }
                }
                return HLSRequest(
                    purpose: .map(name: name, decryption: own), url: url, bytes: map.bytes)
            }
        }
        return HLSRequest(
            purpose: .segment(job), url: try address(segment.uri, in: playlist),
            bytes: segment.bytes)
    }

    private enum KeyState {
        case request(HLSRequest)
        case known(HLSDecryption)
    }

    /// Source: RFC 8216, 4.3.2.4, "EXT-X-KEY", and 5.2, "IV for AES-128".
    private func decryption(
        _ key: HLSKey, number: Int64, in playlist: HLSMediaPlaylist
    ) throws(HLSFailure) -> KeyState {
        if case .other(let method) = key.method {
            throw .protected(method, url: playlist.url)
        }
        let url = try address(key.uri, in: playlist)
        guard let bytes = keys[url] else {
            return .request(HLSRequest(purpose: .key, url: url))
        }
        let blockByteCount = AESDecryption.blockByteCount
        let vector =
            key.vector
            ?? (0..<blockByteCount).map { index in
                let shift = 8 * (blockByteCount - 1 - index)
                return shift < 64 ? UInt8(truncatingIfNeeded: number >> Int64(shift)) : 0
            }
        return .known(HLSDecryption(key: bytes, vector: vector))
    }

    private func address(
        _ uri: String, in playlist: HLSMediaPlaylist
    ) throws(HLSFailure) -> String {
        guard let url = playlist.address(of: uri) else { throw .address(uri) }
        return url
    }

    // MARK: Answers

    /// What a resource is, once it has been read.
    enum Resource: Sendable {
        case key([UInt8])
        case map(name: String, bytes: [UInt8])
        case sound(HLSSegmentSound)
    }

    /// Takes the answer to a request.
    mutating func mediaArrived(
        _ result: Result<Resource, HLSFailure>, url: String, byteCount: Int64, seconds: Double,
        token: Int, at now: HostTime
    ) {
        guard token == mediaToken, isFetchingMedia, isActive, let serial = fetchedSerial else {
            return
        }
        isFetchingMedia = false
        fetchedSerial = nil
        note(byteCount: byteCount, seconds: seconds)
        switch result {
        case .success(let resource):
            attempts = 0
            take(resource, url: url, serial, byteCount: byteCount, seconds: seconds)
        case .failure(let failure):
            logFailure(failure)
            if failure.isTransient, attempts < Self.retrySeconds.count {
                isRetryDue = false
                actions.append(.retry(seconds: Self.retrySeconds[attempts], token: mediaToken))
                attempts += 1
            } else {
                attempts = 0
                segmentFailed(serial, failure)
            }
        }
        step(now)
    }

    mutating func retry(token: Int, at now: HostTime) {
        guard token == mediaToken, !isRetryDue else { return }
        isRetryDue = true
        step(now)
    }

    private mutating func take(
        _ resource: Resource, url: String, _ serial: Int64, byteCount: Int64, seconds: Double
    ) {
        switch resource {
        case .key(let bytes):
            if keys.count >= Self.keptResourcesMax { keys = [:] }
            keys[url] = bytes
        case .map(let name, let bytes):
            if maps.count >= Self.keptResourcesMax { maps = [:] }
            mapCount += 1
            maps[name] = HLSInitialisation(id: mapCount, bytes: bytes)
        case .sound(let sound):
            failuresInRow = 0
            selection?.segmentArrived(byteCount: byteCount, seconds: seconds)
            measure(serial, seconds: seconds)
            place(sound, serial)
        }
    }

    private mutating func measure(_ serial: Int64, seconds: Double) {
        guard let duration = list?.segment(serial)?.duration, duration > 0 else { return }
        let rate = min(duration / max(seconds, 1e-6), 1e6)
        arrivalRate = arrivalRate.map { ($0 + rate) / 2 } ?? rate
    }

    private mutating func note(byteCount: Int64, seconds: Double) {
        guard let last = log.records.indices.last else { return }
        log.records[last].byteCount += byteCount
        log.records[last].requestCount += 1
        if let measured = selection?.measured {
            log.records[last].observedBitRate = measured
        } else if seconds > 0 {
            log.records[last].observedBitRate = Double(byteCount) * 8 / seconds
        }
    }

    // MARK: Places

    private mutating func place(_ sound: HLSSegmentSound, _ serial: Int64) {
        guard let list, let segment = list.segment(serial) else { return }
        if timeline == nil { becomeReady(sound) }
        guard
            let slot = timeline?.place(
                sound, serial: serial, at: list.start(of: serial),
                discontinuity: segment.discontinuity,
                limit: max(2 * list.playlist.targetDuration, 1), choice: list.choice)
        else { return }
        let start = Double(max(slot.frames.lowerBound, 0)) / (timeline?.rate ?? 1)
        for timed in sound.timedValues {
            changes.append(.metadata(timed.values, at: start + timed.delay))
        }
        if preroll == serial { preroll = nil }
        dropBehind()
        updateLength()
        changes.append(.buffer)
    }

    private mutating func placeSilence(_ serial: Int64) {
        guard let list, let segment = list.segment(serial) else { return }
        if preroll == serial { preroll = nil }
        guard timeline != nil else {
            earlySilences += 1
            return
        }
        timeline?.placeSilence(
            serial, at: list.start(of: serial), seconds: segment.duration, choice: list.choice)
        changes.append(.buffer)
    }

    /// The format of the first segment is that of the stream.
    private mutating func becomeReady(_ sound: HLSSegmentSound) {
        guard let list else { return }
        timeline = HLSTimeline(rate: sound.format.sampleRate)
        let count = min(earlySilences, Int64(Self.slotsMax))
        earlySilences = 0
        for serial in wanted..<wanted + count { placeSilence(serial) }
        var contents = MediaContents(
            format: sound.format, channelLayout: sound.channelLayout, frameCount: nil)
        contents.isLive = list.isLive
        contents.isSegmented = true
        let offset = list.playlist.startOffset ?? startOffset
        contents.startFrame = timeline?.frame(at: list.startSerial(offset: offset).seconds) ?? 0
        state = .ready(contents)
        changes.append(.state)
    }

    mutating func segmentFailed(_ serial: Int64, _ failure: HLSFailure) {
        failuresInRow += 1
        selection?.segmentFailed()
        let isLast = timeline == nil && list.map { serial + 1 >= $0.endSerial } ?? true
        guard failuresInRow < Self.failuresMax, !failure.isFinal, !isLast else {
            end(failure.media, at: serial)
            return
        }
        placeSilence(serial)
    }

    /// Drops what is far from the reader when there is much.
    mutating func dropBehind() {
        guard let slots = timeline?.slots else { return }
        let byteCount = slots.reduce(0) { $0 + ($1.content?.sound.bytes.count ?? 0) }
        guard byteCount > Self.bytesAheadMax || slots.count > Self.slotsMax else { return }
        let first = min(wanted - 1, preroll ?? .max)
        let last = list.map { aheadEnd($0) } ?? wanted
        timeline?.removeAll { $0.serial < first || $0.serial > max(last, wanted + 1) }
    }

    // MARK: What is seen from outside

    /// Corrects the length when it turns out to be another than the playlist says.
    mutating func updateLength() {
        guard case .ready(var contents) = state, let list, let timeline else { return }
        guard !list.isLive else { return }
        let stated = timeline.frame(at: list.end)
        var count = stated
        let toleranceSeconds = 0.1
        if let last = timeline.slot(list.endSerial - 1)?.frames.upperBound,
            abs(last - stated) > timeline.frame(at: toleranceSeconds)
        {
            count = max(last, 0)
        }
        guard contents.frameCount != count else { return }
        contents.frameCount = count
        state = .ready(contents)
        changes.append(.buffer)
    }

    mutating func updateBuffer() {
        guard let timeline, let list else { return }
        let contents: MediaContents? =
            if case .ready(let contents) = state { contents } else { nil }
        var new = MediaBuffer()
        new.loaded = timeline.loaded
        if list.isLive {
            let end = list.end - 3 * list.playlist.targetDuration
            let start = max(list.origin, 0)
            if end > start { new.seekable = [start..<end] }
        } else {
            let stated = Double(timeline.frame(at: max(list.end, 0))) / timeline.rate
            new.seekable = [0..<(contents?.duration ?? stated)]
        }
        new.isFull = nextSerial == nil || failure != nil
        let isLoaded = (wanted..<max(list.endSerial, wanted)).allSatisfy {
            timeline.slot($0) != nil
        }
        new.isComplete = failure != nil || !list.isLive && new.isFull && isLoaded
        new.arrivalRate = arrivalRate
        guard new != buffer else { return }
        buffer = new
        changes.append(.buffer)
    }
}
