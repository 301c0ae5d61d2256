import AudioModel
import SoundMixer
import SoundServer
import Synchronization

/// One app's sound: its connection to a server, its mixer, its streams. Any thread.
///
/// A stream is known to the server by its number and sounds as a voice of the mixer; the server's
/// directives set the voice's gains and hold or end it.
public final class AppSound: @unchecked Sendable {
    public let mixer: Mixer
    public let environment: any AppEnvironment
    /// What the app's output device pulls from.
    public var output: OutputSource { outputSource }
    /// What the app's input device delivers to.
    public var input: InputSink { recordings.sink }
    /// Frames a second that recordings are given.
    public var inputSampleRate: Double { recordings.sampleRate }

    /// Whether the app has muted its own input: every recording is given silence.
    public var isInputMuted: Bool {
        get { recordings.isMuted }
        set { recordings.isMuted = newValue }
    }

    /// Set once, before `init` returns.
    private var serverConnection: (any AppConnection)!
    private var outputSource: OutputSource!
    private let device: (any OutputDevice)?
    private let recordings: Recordings
    private let notificationHandler: @Sendable (AppNotification) -> Void
    private let observers = Mutex<[@Sendable (AppNotification) -> Void]>([])
    private let life = LifeLine()
    /// Taken after the server's own lock, never before: nothing that holds it calls the server.
    private let state = Mutex(State())
    /// Keeps the device from being stopped between its start and the stream's registration.
    private let deviceUse = Mutex(())

    private struct State {
        var streams: [Int: Stream] = [:]
        var numbers: [Mixer.VoiceID: Int] = [:]
        /// The numbers of streams that have a watcher, in the order of starting.
        var watchers: [Int] = []
        var nextNumber = 1
        /// Who is to be told when the media services were reset.
        var resetHandlers: [Int: @Sendable () -> Void] = [:]
        var nextHandler = 1
        /// Counts starts and ends, so that an idle check knows whether anything happened since.
        var activity = 0

        @discardableResult
        mutating func remove(_ number: Int) -> Stream? {
            if streams[number]?.watcher != nil { watchers.removeAll { $0 == number } }
            return streams.removeValue(forKey: number)
        }
    }

    private struct Stream {
        /// `nil` until the server has answered.
        var voice: Mixer.VoiceID?
        var appVolume: Float
        var directive = StreamDirective(transport: .running, sessionGain: 0)
        /// What its voice plays, for those who watch it.
        var feed: VoiceFeed?
        var pan: Float = 0
        var watcher: StreamWatcher?
        var ended: @Sendable (_ byItself: Bool) -> Void
    }

    private let attachments = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])
    private let systemSoundsOnceUsed = Mutex<SystemSounds?>(nil)

    /// How long the device runs on with nothing to play.
    public static let idleDelay = HostInterval.seconds(3)

    /// - Parameters:
    ///   - device: Where the sound goes; `nil` when someone else pulls from `output`.
    ///   - inputDevice: Where recordings come from; `nil` when someone else delivers to `input`.
    ///   - notificationHandler: Gets what the server tells the app, in order, one at a time.
    ///   - connect: Connects to a server, as the given receiver.
    public init(
        mixer: Mixer, environment: any AppEnvironment, device: (any OutputDevice)? = nil,
        inputDevice: (any InputDevice)? = nil,
        notificationHandler: @escaping @Sendable (AppNotification) -> Void = { _ in },
        connect: (any AppReceiver) -> any AppConnection
    ) {
        self.mixer = mixer
        self.environment = environment
        self.device = device
        recordings = Recordings(device: inputDevice)
        self.notificationHandler = notificationHandler
        outputSource = OutputSource(mixer: mixer) { [weak self] in self?.attend() }
        serverConnection = connect(self)
    }

    public var connection: any AppConnection { serverConnection }

    /// Has `observer` told too what the server tells the app, from now on.
    public func addObserver(_ observer: @escaping @Sendable (AppNotification) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Has `observer` told of the app's life: at once what came before, then the rest. Only one can.
    ///
    /// - Parameter observer: Gets the time too at which the app was told. Must not call the app.
    package func followLife(_ observer: @escaping @Sendable (AppNotification, HostTime) -> Void) {
        life.follow(observer)
    }

    /// Whether anybody follows its life.
    package var isLifeFollowed: Bool { life.isFollowed }

    /// The app's system sounds; made at first use.
    public var systemSounds: SystemSounds {
        systemSoundsOnceUsed.withLock { known in
            let sounds = known ?? SystemSounds(app: self)
            known = sounds
            return sounds
        }
    }

    /// What a façade keeps with the app: made at first use, one of a type.
    public func attachment<Value: AnyObject & Sendable>(_ make: () -> Value) -> Value {
        attachments.withLock { attachments in
            let key = ObjectIdentifier(Value.self)
            if let known = attachments[key] as? Value { return known }
            let value = make()
            attachments[key] = value
            return value
        }
    }

    /// Asks the server for something that is not about a stream of this app's.
    public func request(_ request: AppRequest) throws(SessionError) {
        try connection.request(request)
    }

    /// Starts a stream: the server decides, then the voice sounds (or runs unheard).
    ///
    /// - Parameters:
    ///   - appVolume: The app's own volume, 0…1.
    ///   - isHeld: Prepared without sounding, until it is resumed.
    ///   - outlivesApp: A system sound that goes on when its app's process ends.
    ///   - watcher: Is told how a feed gets on.
    ///   - ended: Called once, on a control thread, when the stream is over: `true` when its sound
    ///     came to its end by itself, `false` when it was stopped or cut.
    /// - Returns: The stream's number.
    /// - Throws: The server's refusal; `resourceNotAvailable` when the mixer is full or the device
    ///   cannot be used.
    public func startStream(
        _ kind: StreamKind, _ source: VoiceSource, appVolume: Float = 1, isHeld: Bool = false,
        outlivesApp: Bool = false, watcher: StreamWatcher? = nil,
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = register(appVolume: appVolume, watcher: watcher, ended: ended)
        do throws(SessionError) {
            try startDevice()
            try announce(number, kind, appVolume: appVolume, isHeld: isHeld)
        } catch {
            forget(number)
            throw error
        }
        if outlivesApp { try? connection.request(.letStreamOutliveApp(number: number)) }
        guard giveVoice(to: number, source) else {
            forget(number)
            try? connection.request(.stopStream(number: number))
            throw .resourceNotAvailable
        }
        return number
    }

    /// Starts an input stream. The microphone opens once the server has allowed it.
    ///
    /// - Parameters:
    ///   - heard: Gets what the microphone hears, in order, one piece at a time, on a control
    ///     thread, which others need too. Silence where the policy says so; nothing while held.
    ///   - transportChanged: Called on the app's private queue when the policy holds the stream or
    ///     lets it go on.
    ///   - ended: As for `startStream`.
    /// - Returns: The stream's number.
    /// - Throws: The server's refusal; `resourceNotAvailable` when the device cannot be used.
    public func startRecording(
        heard: @escaping @Sendable (CapturedSound) -> Void = { _ in },
        transportChanged: @escaping @Sendable (StreamDirective.Transport) -> Void = { _ in },
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = takeNumber()
        recordings.add(
            number,
            .init(heard: heard, transportChanged: transportChanged, ended: ended))
        do throws(SessionError) {
            try announce(number, .recorder, appVolume: 1, isHeld: false)
        } catch {
            _ = recordings.remove(number)
            throw error
        }
        do throws(DeviceError) {
            try recordings.start(number)
        } catch {
            _ = recordings.remove(number)
            try? connection.request(.stopStream(number: number))
            throw .resourceNotAvailable
        }
        return number
    }

    /// Does nothing on a stream that is over; so do the next three.
    public func pauseStream(_ number: Int) throws(SessionError) {
        try connection.request(.pauseStream(number: number))
    }

    public func resumeStream(_ number: Int) throws(SessionError) {
        try connection.request(.resumeStream(number: number))
    }

    public func stopStream(_ number: Int) throws(SessionError) {
        try connection.request(.stopStream(number: number))
    }

    public func setVolume(
        _ volume: Float, ofStream number: Int, ramp: HostInterval = Verdict.rampDuration
    ) throws(SessionError) {
        state.withLock { state in
            state.streams[number]?.appVolume = volume
            if let voice = state.streams[number]?.voice {
                mixer.setGain(voice, .app, to: volume, ramp: ramp)
            }
        }
        try connection.request(.setStreamVolume(number: number, volume))
    }

    /// Notes a volume that the stream's own feed has set (`FeedChange`).
    public func noteVolume(_ volume: Float, ofStream number: Int) throws(SessionError) {
        state.withLock { $0.streams[number]?.appVolume = volume }
        try connection.request(.setStreamVolume(number: number, volume))
    }

    /// Balance: −1 left … 1 right.
    public func setPan(_ pan: Float, ofStream number: Int) {
        state.withLock { state in
            state.streams[number]?.pan = pan
            if let voice = state.streams[number]?.voice {
                mixer.setPan(voice, to: pan, ramp: Verdict.rampDuration)
            }
        }
    }

    /// Fades out what a stream plays and has it play another feed from now on. The server sees one
    /// stream.
    ///
    /// - Returns: Whether there was room in the mixer; if not, the old one plays on.
    public func replaceFeed(ofStream number: Int, with feed: VoiceFeed) -> Bool {
        state.withLock { state in
            guard let stream = state.streams[number], let old = stream.voice else { return false }
            guard let voice = addVoice(.feed(feed), for: stream) else { return false }
            state.numbers[old] = nil
            mixer.stop(old)
            state.streams[number]?.voice = voice
            state.streams[number]?.feed = feed
            state.numbers[voice] = number
            return true
        }
    }

    /// Has `handler` called when the media services were reset, before the app is told.
    ///
    /// - Returns: What `removeResetHandler` takes.
    public func addResetHandler(_ handler: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            defer { state.nextHandler += 1 }
            state.resetHandlers[state.nextHandler] = handler
            return state.nextHandler
        }
    }

    public func removeResetHandler(_ number: Int) {
        _ = state.withLock { $0.resetHandlers.removeValue(forKey: number) }
    }

    /// What the policy has an existing stream do.
    public func transport(ofStream number: Int) -> StreamDirective.Transport? {
        state.withLock { $0.streams[number]?.directive.transport }
    }

    /// What the voice of a running stream did in the last render; `nil` when it is over.
    public func meter(ofStream number: Int) -> Mixer.Meter? {
        state.withLock { state in
            state.streams[number]?.voice.flatMap { mixer.meter(of: $0) }
        }
    }

    /// What the voices of all running streams did in the last render, by stream number.
    public var meters: [Int: Mixer.Meter] {
        state.withLock { state in
            state.streams.compactMapValues { $0.voice.flatMap { mixer.meter(of: $0) } }
        }
    }

    // MARK: Starting

    private func startDevice() throws(SessionError) {
        let isStarted = deviceUse.withLock { _ in
            do throws(OutputError) {
                try device?.start(output)
                return true
            } catch {
                return false
            }
        }
        if !isStarted { throw .resourceNotAvailable }
    }

    private func takeNumber() -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    private func register(
        appVolume: Float, watcher: StreamWatcher? = nil,
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) -> Int {
        let number = takeNumber()
        state.withLock { state in
            state.activity += 1
            state.streams[number] = Stream(appVolume: appVolume, watcher: watcher, ended: ended)
            if watcher != nil { state.watchers.append(number) }
        }
        return number
    }

    private func announce(
        _ number: Int, _ kind: StreamKind, appVolume: Float, isHeld: Bool
    ) throws(SessionError) {
        let request: AppRequest =
            isHeld
            ? .prepareStream(number: number, kind)
            : .startStream(number: number, kind, appVolume: appVolume)
        try connection.request(request)
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            if let voice = state.remove(number)?.voice {
                state.numbers[voice] = nil
            }
        }
    }

    /// - Returns: Whether the mixer had room. A stream that was ended meanwhile needs none.
    private func giveVoice(to number: Int, _ source: VoiceSource) -> Bool {
        let gone = state.withLock { state -> (@Sendable (Bool) -> Void)?? in
            guard let stream = state.streams[number] else { return .some(nil) }
            let directive = stream.directive
            if directive.transport == .ended {
                state.remove(number)
                return .some(stream.ended)
            }
            guard let voice = addVoice(source, for: stream) else { return nil }
            state.streams[number]?.voice = voice
            if case .feed(let feed) = source { state.streams[number]?.feed = feed }
            state.numbers[voice] = number
            return .some(nil)
        }
        guard let gone else { return false }
        gone?(false)
        return true
    }

    private func addVoice(_ source: VoiceSource, for stream: Stream) -> Mixer.VoiceID? {
        let directive = stream.directive
        let voice = mixer.addVoice(
            source, app: stream.appVolume, session: directive.sessionGain,
            duck: directive.duckGain, isHeld: directive.transport == .held)
        if let voice, stream.pan != 0 { mixer.setPan(voice, to: stream.pan, ramp: .zero) }
        return voice
    }

    // MARK: Ends

    /// Takes what the render thread has reported.
    private func attend() {
        let (over, progressed) = state.withLock { state in
            var over: [(number: Int, byItself: Bool, ended: @Sendable (Bool) -> Void)] = []
            for event in mixer.collectEvents() {
                let (voice, byItself) =
                    switch event {
                    case .ended(let voice): (voice, true)
                    case .stopped(let voice): (voice, false)
                    }
                guard let number = state.numbers.removeValue(forKey: voice),
                    let stream = state.remove(number)
                else { continue }
                over.append((number, byItself, stream.ended))
            }
            // In the order of starting: in which piece of a block each ended must not matter.
            over.sort { $0.number < $1.number }
            state.activity += over.count
            let progressed = state.watchers.compactMap { number in
                let stream = state.streams[number]
                return stream?.feed?.takeAttention() == true ? stream?.watcher : nil
            }
            return (over, progressed)
        }
        for watcher in progressed { watcher.progressed() }
        guard !over.isEmpty else { return }
        for (number, byItself, ended) in over {
            if byItself { try? connection.request(.streamEnded(number: number)) }
            ended(byItself)
        }
        stopDeviceWhenIdle()
    }

    private func stopDeviceWhenIdle() {
        guard let device, let activity = idleActivity() else { return }
        environment.after(AppSound.idleDelay) { [weak self] in
            guard let self else { return }
            deviceUse.withLock { _ in
                if self.idleActivity() == activity { device.stop() }
            }
        }
    }

    private func idleActivity() -> Int? {
        state.withLock { $0.streams.isEmpty ? $0.activity : nil }
    }
}

extension AppSound: AppReceiver {
    public func obey(_ directive: StreamDirective, forStream number: Int) {
        let (isRecording, after) = recordings.obey(directive, forStream: number)
        if let after {
            // Not here: the server waits.
            environment.onQueue { [recordings] in
                after()
                recordings.stopDeviceIfUnused()
            }
        }
        guard !isRecording else { return }
        state.withLock { state in
            guard let stream = state.streams[number] else { return }
            state.streams[number]?.directive = directive
            if directive.transport != stream.directive.transport {
                stream.watcher?.transportChanged(directive.transport)
            }
            if let voice = stream.voice {
                follow(directive, after: stream.directive, with: voice)
            }
        }
    }

    private func follow(
        _ directive: StreamDirective, after before: StreamDirective, with voice: Mixer.VoiceID
    ) {
        guard directive.transport != .ended else { return mixer.stop(voice) }
        if directive.sessionGain != before.sessionGain {
            mixer.setGain(voice, .session, to: directive.sessionGain, ramp: Verdict.rampDuration)
        }
        if directive.duckGain != before.duckGain {
            mixer.setGain(voice, .duck, to: directive.duckGain, ramp: directive.duckRamp)
        }
        guard directive.transport != before.transport else { return }
        if directive.transport == .held {
            mixer.hold(voice)
        } else {
            mixer.resume(voice)
        }
    }

    public func receive(_ notification: AppNotification) {
        if notification == .mediaServicesReset {
            let handlers = state.withLock { $0.resetHandlers.sorted { $0.key < $1.key } }
            for (_, handler) in handlers { handler() }
        }
        notificationHandler(notification)
        if notification.isForApplication { life.add(notification, at: environment.now) }
        for observer in observers.withLock({ $0 }) { observer(notification) }
    }
}
