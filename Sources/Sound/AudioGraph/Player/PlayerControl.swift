import AudioModel
import Realtime

/// A completion handler with the moment it waits for.
struct PlayerCallback: Sendable {
    let type: PlayerCallbackType
    let handler: (@Sendable (PlayerCallbackType) -> Void)?

    init(_ type: PlayerCallbackType, _ handler: (@Sendable (PlayerCallbackType) -> Void)?) {
        self.type = type
        self.handler = handler
    }
}

/// The control side of a player: the memory of its items, and the order of their completions.
struct PlayerControl: ~Copyable {
    /// An item with a completion that is not due yet. Identifiers count from `firstUnfinishedID`.
    private struct Unfinished {
        let callback: PlayerCallback
        let feed: PlayerFileFeed?
        var hasEnded = false
        var endHostTime: Int64?
    }

    /// What the render thread may still read.
    private struct Retained {
        let item: UnsafeMutablePointer<PlayerItem>
        let channels: UnsafeMutablePointer<UnsafeRawPointer>?
        let owner: AnyObject

        func deallocate() {
            item.deallocate()
            channels?.deallocate()
        }
    }

    private let commands: RingBufferWriter<PlayerCommand>
    private let released: RingBufferReader<UnsafeMutablePointer<PlayerItem>>
    private var reports: LatestValueReader<PlayerReport>
    /// Commands for which there was no room.
    private var waitingCommands = PlayerQueue<PlayerCommand>()
    /// The number of commands given so far, those that wait included.
    private var commandCount = 0
    /// The value of `commandCount` behind the last `play`, and behind the last `stop`.
    private var (playCount, stopCount) = (0, 0)
    private var lastStart = PlayerStart.now

    private var unfinished = PlayerQueue<Unfinished>()
    private var firstUnfinishedID = 0
    private var retained: [Int: Retained] = [:]
    private var completions = PlayerQueue<PlayerCompletion>()
    private(set) var isPlaying = false
    /// Whether the player is silent until `stop`.
    private(set) var isStalled = false

    /// The largest number of items that wait to be played; further ones end at once.
    static let itemsMax = 1 << 20

    init(
        commands: consuming RingBufferWriter<PlayerCommand>,
        released: consuming RingBufferReader<UnsafeMutablePointer<PlayerItem>>,
        reports: consuming LatestValueReader<PlayerReport>
    ) {
        self.commands = commands
        self.released = released
        self.reports = reports
    }

    deinit {
        for memory in retained.values { memory.deallocate() }
    }

    var itemCount: Int { retained.count }
    var hasCompletions: Bool { !completions.isEmpty }
    var firstCompletion: PlayerCompletion? { completions.first }

    mutating func report() -> PlayerReport { reports.read() }

    // MARK: Scheduling

    mutating func schedule(
        _ buffer: PlayerBuffer, at start: PlayerItemStart, _ options: PlayerItemOptions,
        _ callback: PlayerCallback
    ) {
        let channels = UnsafeMutablePointer<UnsafeRawPointer>.allocate(
            capacity: max(buffer.channels.count, 1))
        for (index, channel) in buffer.channels.enumerated() {
            (channels + index).initialize(to: channel)
        }
        let view = PlayerBufferView(
            channels: channels, channelCount: buffer.channels.count, sampleType: buffer.sampleType,
            stride: buffer.stride, frameCount: max(buffer.frameCount, 0))
        let id = add(nil, callback)
        let item = PlayerItem(id: id, options: options, start: start, source: .buffer(view))
        send(item, channels: channels, owner: buffer.owner)
    }

    /// - Returns: The item's identifier.
    mutating func schedule(
        _ feed: PlayerFileFeed, at start: PlayerItemStart, _ callback: PlayerCallback
    ) -> Int {
        let id = add(feed, callback)
        let item = PlayerItem(id: id, options: [], start: start, source: .file(feed.chunks))
        send(item, channels: nil, owner: feed)
        return id
    }

    /// Whether no further item can be scheduled.
    var isFull: Bool { max(retained.count, unfinished.count) >= Self.itemsMax }

    /// Completes an item that is not scheduled because `isFull`.
    mutating func refuse(_ callback: PlayerCallback) {
        let id = add(nil, callback)
        unfinished[id - firstUnfinishedID].hasEnded = true
    }

    private mutating func add(_ feed: PlayerFileFeed?, _ callback: PlayerCallback) -> Int {
        unfinished.append(Unfinished(callback: callback, feed: feed))
        return firstUnfinishedID + unfinished.count - 1
    }

    private mutating func send(
        _ item: PlayerItem, channels: UnsafeMutablePointer<UnsafeRawPointer>?, owner: AnyObject
    ) {
        let memory = UnsafeMutablePointer<PlayerItem>.allocate(capacity: 1)
        memory.initialize(to: item)
        retained[item.id] = Retained(item: memory, channels: channels, owner: owner)
        if case .schedule(let first, let last)? = waitingCommands.last,
            !item.options.isInterrupter
        {
            last.pointee.next = memory
            waitingCommands.replaceLast(with: .schedule(first, last: memory))
        } else {
            send(.schedule(memory, last: memory))
        }
    }

    // MARK: Playing

    mutating func play(at start: PlayerStart) {
        guard !isPlaying else { return }
        isPlaying = true
        guard !isStalled else { return }
        lastStart = start
        send(.play(start))
        playCount = commandCount
    }

    mutating func pause() {
        guard isPlaying else { return }
        isPlaying = false
        if !isStalled { send(.pause) }
    }

    mutating func stall() {
        guard isPlaying, !isStalled else { return }
        isStalled = true
        send(.pause)
    }

    mutating func stop() {
        (isPlaying, isStalled) = (false, false)
        send(.stop)
        stopCount = commandCount
        for index in 0..<unfinished.count { unfinished[index].hasEnded = true }
        complete()
    }

    private mutating func send(_ command: PlayerCommand) {
        commandCount += 1
        if waitingCommands.isEmpty, commands.write(command) { return }
        waitingCommands.append(command)
    }

    /// Sends commands that waited for room.
    ///
    /// - Returns: Whether there were any.
    mutating func sendWaiting() -> Bool {
        let hadWaiting = !waitingCommands.isEmpty
        while let command = waitingCommands.first, commands.write(command) {
            _ = waitingCommands.removeFirst()
        }
        return hadWaiting
    }

    // MARK: What the render thread has done

    /// - Returns: The files that it has released.
    mutating func service() -> [Int] {
        var files: [Int] = []
        while let item = released.read() {
            let id = item.pointee.id
            if case .file = item.pointee.source { files.append(id) }
            let index = id - firstUnfinishedID
            if index >= 0, index < unfinished.count {
                unfinished[index].hasEnded = true
                unfinished[index].endHostTime = item.pointee.endHostTime
            }
            retained.removeValue(forKey: id)?.deallocate()
        }
        _ = sendWaiting()
        complete()
        return files
    }

    /// Makes the completions available that nothing before them delays.
    private mutating func complete() {
        while let first = unfinished.first, isDue(first) {
            _ = unfinished.removeFirst()
            firstUnfinishedID += 1
            guard let handler = first.callback.handler else { continue }
            completions.append(
                PlayerCompletion(
                    callbackType: first.callback.type,
                    endHostTime: first.endHostTime.map(HostTime.init(nanoseconds:)),
                    handler: handler))
        }
    }

    private func isDue(_ item: Unfinished) -> Bool {
        if item.hasEnded { return true }
        guard let feed = item.feed, item.callback.type == .dataConsumed else { return false }
        return feed.isConsumed
    }

    mutating func nextCompletion() -> PlayerCompletion? { completions.removeFirst() }

    /// Prepares a file for decoding in another format. Not while another thread renders.
    ///
    /// - Returns: The frame at which to go on.
    mutating func restartFile(id: Int, ratio: Double) -> Int {
        guard let item = retained[id]?.item else { return 0 }
        item.pointee.position = Int((Double(item.pointee.position) * ratio).rounded())
        item.pointee.chunkPosition = 0
        return item.pointee.position
    }

    /// Returns the player's position on the node's timeline, as expected where the render thread
    /// has not seen the last `play`.
    mutating func timing() -> PlayerTiming? {
        let report = reports.read()
        guard isPlaying, !isStalled, let next = report.nextNodeTime else { return nil }
        let isStarted = report.commandCount >= playCount
        var anchor = report.anchor
        if !isStarted {
            let playerTime = report.commandCount >= stopCount ? report.playerTime : 0
            switch lastStart {
            case .now: anchor = next - playerTime
            case .nodeTime(let time): anchor = max(time, next) - playerTime
            case .hostTime: anchor = nil
            }
        }
        return anchor.map {
            PlayerTiming(
                anchor: $0, nodeTime: next,
                hostTime: report.nextHostTime.map(HostTime.init(nanoseconds:)))
        }
    }
}
