public import AudioModel
public import SoundMixer
import SoundServer
import Synchronization

extension AppSound {
    /// Starts a stream: the server decides, then the voice plays, audibly or not.
    ///
    /// - Parameters:
    ///   - appVolume: The app's own volume, 0…1.
    ///   - pan: The balance: −1 left … 1 right.
    ///   - isHeld: Whether the stream is prepared and stays paused until `resumeStream`.
    ///   - start: How the voice begins.
    ///   - outlivesApp: Whether a system sound continues when its app's process ends.
    ///   - watcher: Receives the progress of a feed.
    ///   - ended: Called once, on a control thread, when the stream is over: with `true` when its
    ///     sound has played to its end, with `false` when it was stopped or cut.
    /// - Returns: The stream's number.
    /// - Throws: The server's refusal; `resourceNotAvailable` when the mixer is full or the device
    ///   cannot be used.
    public func startStream(
        _ kind: StreamKind, _ source: VoiceSource, appVolume: Float = 1, pan: Float = 0,
        isHeld: Bool = false, start: VoiceStart = VoiceStart(), outlivesApp: Bool = false,
        watcher: StreamWatcher? = nil, ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = try open(
            kind, appVolume: appVolume, pan: pan, isHeld: isHeld, watcher: watcher, ended: ended)
        if outlivesApp { try? connection.request(.letStreamOutliveApp(number: number)) }
        try giveVoiceOrStop(number, source, start)
        return number
    }

    /// Prepares a stream, which activates the session. It has no voice and is paused until
    /// `startVoice(ofStream:)`.
    ///
    /// - Throws: Like `startStream`.
    public func prepareStream(
        _ kind: StreamKind, appVolume: Float = 1, pan: Float = 0, watcher: StreamWatcher? = nil,
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = try open(
            kind, appVolume: appVolume, pan: pan, isHeld: true, watcher: watcher, ended: ended)
        state.withLock { $0.streams[number]?.isVoiceless = true }
        return number
    }

    /// Resumes a stream that has no voice, with a new one. Does nothing when the stream is over.
    ///
    /// - Throws: The server's refusal; `resourceNotAvailable` when the mixer is full, which ends the
    ///   stream.
    public func startVoice(
        ofStream number: Int, _ source: VoiceSource, start: VoiceStart = VoiceStart()
    ) throws(SessionError) {
        try connection.request(.resumeStream(number: number))
        try giveVoiceOrStop(number, source, start)
    }

    /// Fades out a stream's voice and removes it. The server sees the same stream.
    public func removeVoice(ofStream number: Int) {
        state.withLock { state in
            guard let voice = state.voices[number] else { return }
            state.setVoice(nil, ofStream: number)
            state.streams[number]?.feed = nil
            state.streams[number]?.isVoiceless = true
            mixer.stop(voice)
        }
    }

    /// Notes that a stream goes on while its player waits for sound: what comes then begins anywhere
    /// in it.
    package func noteWait(ofStream number: Int) {
        state.withLock { $0.streams[number]?.hasWaited = true }
    }

    /// Whether a stream has gone on while its player waited.
    package func hasWaited(_ number: Int) -> Bool {
        state.withLock { $0.streams[number]?.hasWaited ?? false }
    }

    /// Whether the app has any stream, playing or not, or a recording.
    package var hasStreams: Bool { state.withLock { !$0.streams.isEmpty } || recordings.isInUse }

    /// Pauses a stream. Does nothing when the stream is over; nor do `resumeStream`, `stopStream`
    /// and `setVolume`.
    public func pauseStream(_ number: Int) throws(SessionError) {
        try connection.request(.pauseStream(number: number))
    }

    /// Resumes a stream. The server activates the session first.
    public func resumeStream(_ number: Int) throws(SessionError) {
        try connection.request(.resumeStream(number: number))
    }

    /// Stops a stream; its `ended` handler is called with `false`.
    public func stopStream(_ number: Int) throws(SessionError) {
        try connection.request(.stopStream(number: number))
    }

    /// Sets the app's own volume of a stream, 0…1, with a ramp.
    public func setVolume(
        _ volume: Float, ofStream number: Int, ramp: HostInterval = Verdict.rampDuration
    ) throws(SessionError) {
        state.withLock { state in
            state.streams[number]?.appVolume = volume
            state.streams[number]?.fadeCount += 1
            if let voice = state.voices[number] {
                mixer.setGain(voice, .app, to: volume, ramp: ramp)
            }
        }
        try connection.request(.setStreamVolume(number: number, volume))
    }

    /// Fades the app's own volume of a stream linearly. The server hears of the larger volume until
    /// the fade is over.
    public func fadeVolume(
        of number: Int, from start: Float, to volume: Float, during interval: HostInterval
    ) throws(SessionError) {
        let fade = state.withLock { state in
            state.streams[number]?.fadeCount += 1
            state.streams[number]?.appVolume = volume
            if let voice = state.voices[number] {
                mixer.setGain(voice, .app, to: volume, ramp: interval)
            }
            return state.streams[number]?.fadeCount
        }
        try connection.request(.setStreamVolume(number: number, max(start, volume)))
        guard start > volume else { return }
        environment.after(interval) { [weak self] in
            guard let self, state.withLock({ $0.streams[number]?.fadeCount }) == fade else {
                return
            }
            try? connection.request(.setStreamVolume(number: number, volume))
        }
    }

    /// Reports a volume that the stream's own feed has set (`FeedChange`).
    public func reportVolume(_ volume: Float, ofStream number: Int) throws(SessionError) {
        state.withLock { $0.streams[number]?.appVolume = volume }
        try connection.request(.setStreamVolume(number: number, volume))
    }

    /// Sets the balance of a stream: −1 left … 1 right.
    public func setPan(_ pan: Float, ofStream number: Int) {
        state.withLock { state in
            state.streams[number]?.pan = pan
            if let voice = state.voices[number] {
                mixer.setPan(voice, to: pan, ramp: Verdict.rampDuration)
            }
        }
    }

    /// Fades out a stream's feed and plays another from now on. The server sees one stream.
    ///
    /// - Returns: Whether the mixer had room; if not, the old feed keeps playing.
    public func replaceFeed(
        ofStream number: Int, with feed: VoiceFeedReader, start: VoiceStart = VoiceStart()
    ) -> Bool {
        state.withLock { state in
            guard let stream = state.streams[number], let old = state.voices[number] else {
                return false
            }
            let lowered = state.gain(ofOther: stream, number)
            guard let voice = addVoice(.feed(feed), for: stream, start, lowered) else {
                return false
            }
            mixer.stop(old)
            state.setVoice(voice, ofStream: number)
            state.streams[number]?.feed = feed
            return true
        }
    }

    /// The numbers of the streams that are not over, in the order of their starts.
    package var streamNumbers: [Int] { state.withLock { $0.streams.keys.sorted() } }

    /// The transport state that the policy gives a stream; `nil` when the stream is over.
    public func transport(ofStream number: Int) -> StreamDirective.Transport? {
        state.withLock { $0.streams[number]?.directive.transport }
            ?? recordings.transport(of: number)
    }

    /// The meter of a stream's voice in the last render; `nil` when the stream is over.
    public func meter(ofStream number: Int) -> Mixer.Meter? {
        state.withLock { state in
            state.voices[number].flatMap { mixer.meter(of: $0) }
        }
    }

    /// The meters of all streams' voices in the last render, by stream number.
    public var meters: [Int: Mixer.Meter] {
        state.withLock { state in
            state.voices.compactMapValues { mixer.meter(of: $0) }
        }
    }

    // MARK: Starting

    private func startDevice() throws(SessionError) {
        let isStarted = deviceUse.withLock {
            do throws(DeviceError) {
                try device?.start(output)
                return true
            } catch {
                return false
            }
        }
        if !isStarted { throw .resourceNotAvailable }
    }

    func takeNumber() -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    /// Starts the device and announces a stream to the server.
    private func open(
        _ kind: StreamKind, appVolume: Float, pan: Float, isHeld: Bool, watcher: StreamWatcher?,
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = takeNumber()
        state.withLock { state in
            state.activity += 1
            state.streams[number] = Stream(
                isSessionSound: kind.isSessionSound, appVolume: appVolume, pan: pan,
                watcher: watcher, ended: ended)
            if watcher != nil { state.watchers.append(number) }
        }
        do throws(SessionError) {
            try startDevice()
            try announce(number, kind, appVolume: appVolume, isHeld: isHeld)
        } catch {
            forget(number)
            throw error
        }
        return number
    }

    func announce(
        _ number: Int, _ kind: StreamKind, appVolume: Float, isHeld: Bool
    ) throws(SessionError) {
        let request: AppRequest =
            isHeld
            ? .prepareStream(number: number, kind, appVolume: appVolume)
            : .startStream(number: number, kind, appVolume: appVolume)
        try connection.request(request)
    }

    private func forget(_ number: Int) {
        _ = state.withLock { $0.remove(number) }
    }

    private func giveVoiceOrStop(
        _ number: Int, _ source: VoiceSource, _ start: VoiceStart
    ) throws(SessionError) {
        guard !giveVoice(to: number, source, start) else { return }
        forget(number)
        try? connection.request(.stopStream(number: number))
        throw .resourceNotAvailable
    }

    /// - Returns: Whether the mixer had room. A stream that has ended meanwhile needs none.
    private func giveVoice(to number: Int, _ source: VoiceSource, _ start: VoiceStart) -> Bool {
        let gone = state.withLock { state -> (@Sendable (Bool) -> Void)?? in
            guard let stream = state.streams[number] else { return .some(nil) }
            let directive = stream.directive
            if directive.transport == .ended {
                state.remove(number)
                return .some(stream.ended)
            }
            let lowered = state.gain(ofOther: stream, number)
            guard let voice = addVoice(source, for: stream, start, lowered) else { return nil }
            state.setVoice(voice, ofStream: number)
            state.streams[number]?.isVoiceless = false
            if case .feed(let feed) = source { state.streams[number]?.feed = feed }
            return .some(nil)
        }
        guard let gone else { return false }
        gone?(false)
        notePlayingChange()
        return true
    }

    private func addVoice(
        _ source: VoiceSource, for stream: Stream, _ start: VoiceStart, _ lowered: Float
    ) -> Mixer.VoiceID? {
        let directive = stream.directive
        return mixer.addVoice(
            source, app: stream.appVolume, session: directive.sessionGain,
            duck: directive.duckGain * lowered, pan: stream.pan,
            isHeld: directive.transport == .held,
            start: start)
    }
}
