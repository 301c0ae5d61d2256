import AudioCodecs
import AudioFormats
import AudioModel
import MediaPlaylists
import SoundClient

// The packets of a stream, how many are wanted, and what is told of them.
extension NetworkWork {
    /// Bytes without a header after which there is none.
    private static let headerByteCountMax: Int64 = 96 << 20
    /// Bytes without a frame of a stream that consists of frames.
    private static let searchByteCountMax: Int64 = 2 << 20
    /// Bytes of the beginning that are kept for its tags.
    private static let beginningByteCountMax = 4 << 20
    /// Seconds ahead, unless the app asks for others, and bytes in both cases.
    private static let aheadSeconds = 30.0
    private static let aheadSecondsMax = 3600.0
    private static let aheadByteCount = 4 << 20
    private static let aheadByteCountMax = 32 << 20
    /// The part of a full buffer below which it is filled again.
    private static let refillPart = 0.8
    /// Bytes on their way that a reader waits for.
    private static let reachByteCount = 64.0 * 1024
    private static let repeatedByteCount = 1024.0 * 1024
    /// Bytes before the wanted ones that are read rather than passed over.
    private static let missByteCountMax = 256.0 * 1024
    private static let attemptsMax = 8
    private static let earlyTitlesMax = 100

    func takeStream(_ bytes: ArraySlice<UInt8>) {
        guard let feed else { return }
        if packets == nil { keepBeginning(bytes) }
        do throws(AudioStreamError) {
            try feed.append(bytes, isDiscontinuous: isDiscontinuous)
            isDiscontinuous = false
            try drain()
        } catch {
            return takeError(error)
        }
        let isSearching = hasHint && beginning?.starts(with: Array("ID3".utf8)) == false
        let most = isSearching ? Self.searchByteCountMax : Self.headerByteCountMax
        if packets == nil, byteCount > most {
            fail(MediaFailure(FormatError(.unknownContainer), url: location.url))
        }
    }

    private func keepBeginning(_ bytes: ArraySlice<UInt8>) {
        beginning? += bytes
        if beginning?.count ?? 0 > Self.beginningByteCountMax { beginning = nil }
    }

    private func takeError(_ error: AudioStreamError) {
        guard packets == nil else { return giveUp(MediaFailure(error, url: location.url)) }
        switch error {
        case .notOptimized(let error): startTables(error)
        case .format(let error):
            switch error.reason {
            case .containerNotRead: startFile(error)
            // A name or a type promised frames.
            case .missing where hasHint:
                fail(MediaFailure(FormatError(.unknownContainer), url: location.url))
            default: fail(MediaFailure(error, url: location.url))
            }
        case .cannotBridgeGap, .notReady, .noSuchPacket:
            fail(MediaFailure(error, url: location.url))
        }
    }

    /// Takes the packets that are complete.
    func drain() throws(AudioStreamError) {
        while let step = try feed?.next() {
            switch step {
            case .ready(let reader): try begin(reader)
            case .packets(let batch):
                guard let feed, hits(batch) else { return }
                packets?.append(batch, end: feed.end)
                if !isReady { publishReady() } else { followEnd(feed.end) }
            }
        }
    }

    /// The stream goes on behind the end that its header has stated: that length is none.
    private func followEnd(_ end: StreamEnd) {
        guard isEndProvisional, case .beforeEnd = end, let packets, let server else { return }
        isEndProvisional = false
        let count = frameCount(packets, server)
        board.change([.buffer]) { state in
            guard case .ready(var contents) = state.state else { return }
            contents.frameCount = count
            state.state = .ready(contents)
        }
    }

    private func begin(_ reader: AudioFileReader) throws(AudioStreamError) {
        guard StreamFormat.playableSampleRates.contains(reader.format.sampleRate) else {
            throw .format(FormatError(.badField("sample rate")))
        }
        do throws(FormatError) {
            // A coding without a decoder is found now.
            _ = try reader.makeDecoder()
        } catch {
            throw .format(error)
        }
        packets = ArrivedPackets(reader) { [weak self] in
            self?.run { work in
                guard work.phase == .streaming else { return }
                work.updateFlow()
                work.publishBuffer()
            }
        }
    }

    /// All bytes are there.
    func completeStream() {
        guard let feed else { return }
        feed.finish()
        do throws(AudioStreamError) {
            try drain()
        } catch {
            return takeError(error)
        }
        guard let packets else {
            let error = hasHint ? FormatError(.unknownContainer) : FormatError(.endsEarly("header"))
            return fail(MediaFailure(error, url: location.url))
        }
        packets.complete(feed.end)
        if !isReady { publishReady() }
        guard !hasMoved, feed is StreamFeed else { return }
        let exact = packets.extent.frames.upperBound
        board.change([]) { state in
            guard case .ready(var contents) = state.state else { return }
            contents.frameCount = exact
            state.state = .ready(contents)
        }
    }

    // MARK: How much is wanted

    func updateFlow() {
        guard let packets, phase == .streaming else { return }
        if let packet = packets.takeWantedPacket() { move(to: packet, packets) }
        let extent = packets.extent
        let rate = packets.file.format.sampleRate
        let asked = board.with { $0.preferences.forwardSeconds }
        let seconds = asked > 0 ? min(asked, Self.aheadSecondsMax) : Self.aheadSeconds
        let bytesMax = Double(asked > 0 ? Self.aheadByteCountMax : Self.aheadByteCount)
        let full = max(
            Double(extent.aheadFrames) / (seconds * rate), Double(extent.aheadByteCount) / bytesMax)
        if isHeld ? full < Self.refillPart : full >= 1 {
            isHeld.toggle()
            inbox.hold(isHeld)
            if isHeld { meter.pause() }
            if isParked { request(from: server?.isLive == true ? 0 : nextByte) }
        }
        let lowest = Double(extent.aheadFrames) * Self.refillPart / max(full, Self.refillPart)
        packets.setWaking(below: isHeld ? Int64(lowest.rounded(.up)) : nil)
        let reach = server?.hasRanges == true ? Self.reachByteCount : Self.repeatedByteCount
        packets.setReach(
            canMove: server?.hasRanges ?? false,
            reachFrames: soundByteRate.map { Int64(min(reach / $0, Self.aheadSecondsMax) * rate) }
                ?? 0)
    }

    /// Bytes of the packets in a second of sound; `nil` while unknown.
    private var soundByteRate: Double? {
        guard let packets, let bytes = feed?.averagePacketByteCount, bytes > 0 else { return nil }
        let frames = Double(packets.file.format.framesPerPacket)
        return frames > 0 ? bytes * packets.file.format.sampleRate / frames : nil
    }

    /// Goes on with another packet.
    private func move(to packet: Int64, _ packets: ArrivedPackets) {
        hasMoved = true
        target = (packet, packet, 0)
        (retryCount, loss, isDiscontinuous) = (0, nil, false)
        isHeld = false
        inbox.hold(false)
        aim(at: packet)
    }

    private func aim(at packet: Int64) {
        guard let feed, let packets else { return }
        do throws(AudioStreamError) {
            let offset = try feed.seek(toPacket: packet)
            packets.restart(atPacket: packet, frame: firstFrame(of: packet, packets))
            meter.pause()
            request(from: offset)
        } catch {
            guard error == .noSuchPacket else {
                return giveUp(MediaFailure(error, url: location.url))
            }
            // The place is the end.
            packets.restart(atPacket: packet, frame: firstFrame(of: packet, packets))
            packets.complete(.beforeEnd(0))
        }
    }

    private func firstFrame(of packet: Int64, _ packets: ArrivedPackets) -> Int64 {
        let framesPerPacket = Int64(packets.file.format.framesPerPacket)
        guard framesPerPacket == 0 else { return packet * framesPerPacket }
        return (try? packets.file.frame(ofPacket: packet)) ?? 0
    }

    /// Whether the first packets after a move are those that were asked for, or a few before: frames of
    /// FLAC say which they are. If not, aims again.
    private func hits(_ batch: StreamedBatch) -> Bool {
        guard var target, let packets else { return true }
        self.target = nil
        let miss = batch.firstPacket - target.packet
        guard miss != 0 else { return true }
        let isFar = Double(-miss) * (feed?.averagePacketByteCount ?? 0) > Self.missByteCountMax
        guard miss > 0 || isFar, target.attempts < Self.attemptsMax else {
            packets.restart(
                atPacket: batch.firstPacket, frame: firstFrame(of: batch.firstPacket, packets))
            return true
        }
        target.attempts += 1
        // Each time a little earlier: from there the way is only forward.
        target.aim = max(target.aim - miss - Int64(target.attempts * 4), 0)
        self.target = target
        aim(at: target.aim)
        return false
    }

    // MARK: What is told

    private func publishReady() {
        guard let packets, let server else { return }
        isReady = true
        if case .provisional = feed?.end { isEndProvisional = true }
        var contents = MediaContents(
            format: packets.file.format, channelLayout: packets.file.channelLayout,
            frameCount: frameCount(packets, server))
        contents.isLive = server.isLive
        contents.isSeekable = server.hasRanges
        let tagged =
            beginning.flatMap { try? AudioFileReader(MemoryBytes($0)) }
            ?? (feed is TableFeed ? packets.file : nil)
        contents.tags = try? tagged?.fileTags()
        contents.storedTags = (try? tagged?.storedTags()) ?? []
        beginning = nil
        updateFlow()
        let buffer = buffer(packets, contents)
        board.change([.state, .buffer]) { state in
            state.packets = packets
            state.state = .ready(contents)
            state.buffer = buffer
        }
        for title in earlyTitles { publish(title) }
        earlyTitles = []
    }

    /// The number of frames: as the header states it, or else from the number of bytes.
    private func frameCount(_ packets: ArrivedPackets, _ server: ServerFacts) -> Int64? {
        switch feed?.end {
        case .frame(let count), .provisional(let count): return count
        case .beforeEnd, nil: break
        }
        guard let total = server.byteCount, let average = feed?.averagePacketByteCount, average > 0
        else { return nil }
        let count = Double(max(total - packets.file.dataOffset, 0)) / average
        let frames = count.rounded(.down) * Double(packets.file.format.framesPerPacket)
        guard frames > 0, frames < 0x1p53 else { return nil }
        return max(Int64(frames) - packets.primingFrames, 0)
    }

    func publishBuffer() {
        guard isReady, let packets, phase == .streaming else { return }
        let known = board.with { $0.state }
        guard case .ready(let contents) = known else { return }
        let buffer = buffer(packets, contents)
        let log = byteCount
        let bits = meter.rate.map { $0 * 8 }
        let isChanged = board.with { state in
            if let last = state.log.records.indices.last {
                state.log.records[last].byteCount = log
                if let bits { state.log.records[last].observedBitRate = bits }
            }
            return state.buffer != buffer
        }
        if isChanged { board.change([.buffer]) { $0.buffer = buffer } }
    }

    private func buffer(_ packets: ArrivedPackets, _ contents: MediaContents) -> MediaBuffer {
        let extent = packets.extent
        let rate = contents.format.sampleRate
        var buffer = MediaBuffer()
        let loaded =
            Double(extent.frames.lowerBound) / rate..<Double(extent.frames.upperBound) / rate
        if !loaded.isEmpty { buffer.loaded = [loaded] }
        if contents.isSeekable, let duration = contents.duration {
            buffer.seekable = [0..<duration]
        } else if !contents.isLive {
            buffer.seekable = buffer.loaded
        }
        buffer.isComplete = extent.isComplete || extent.hasFailed
        buffer.isFull = isHeld || buffer.isComplete
        if let sound = soundByteRate { buffer.arrivalRate = meter.rate.map { $0 / sound } }
        return buffer
    }

    /// Tells a title at the time of the sound before it.
    func publish(_ metadata: ICYMetadata) {
        guard let packets, isReady else {
            if earlyTitles.count < Self.earlyTitlesMax { earlyTitles.append(metadata) }
            return
        }
        let time = Double(packets.extent.endFrame) / packets.file.format.sampleRate
        let items = metadata.fields.map {
            MediaMetadata(keySpace: "icy", key: $0.key, value: .text($0.value))
        }
        board.change([.metadata(items, at: time)]) { _ in }
    }
}
