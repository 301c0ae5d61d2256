import AVFAudio
public import OpenAL

/// A dark cave in which water drips around a listener that walks and turns.
///
/// The category is ambient: the cave mixes with the user's music and obeys the silent switch. A call
/// stops the cave, and it goes on after it.
@MainActor
public final class Cave {
    /// What can go wrong at the start.
    public enum CaveError: Error {
        case noDevice
        case refused(code: ALenum)
    }

    /// Where the listener is: metres to the east and to the north of the entrance.
    public private(set) var east = 0.0
    public private(set) var north = 0.0
    /// Where the listener looks, in degrees from the north to the east, 0 ..< 360.
    public private(set) var heading = 0.0
    /// Whether water drips; not during a call.
    public private(set) var isRunning = false

    private let context: OpaquePointer
    private var sources: [ALuint] = []
    private var buffers: [ALuint] = []
    /// The time of the cave in seconds, which stands still during a call.
    private var time = 0.0
    /// Tells a start's timer from those before it.
    private var startCount = 0
    private var observer: (any NSObjectProtocol)?

    /// The time from one look at the drips to the next, in seconds.
    private static let tickSeconds = 0.05
    /// How far the cave goes to each side, in metres.
    public static let halfWidth = 8.0

    public init() throws {
        try AVAudioSession.sharedInstance().setCategory(.ambient)
        guard let device = alcOpenDevice(nil) else { throw CaveError.noDevice }
        guard let context = alcCreateContext(device, nil) else {
            alcCloseDevice(device)
            throw CaveError.noDevice
        }
        self.context = context
        alcMakeContextCurrent(context)
        makeSources()
        listen()
        let error = alGetError()
        guard error == AL_NO_ERROR else { throw CaveError.refused(code: error) }
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            MainActor.assumeIsolated { self?.handleInterruption(type) }
        }
    }

    isolated deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    /// Gives each drip a source with a buffer. OpenAL's north is −z.
    private func makeSources() {
        sources = [ALuint](repeating: 0, count: Drip.all.count)
        buffers = sources
        alGenSources(ALsizei(sources.count), &sources)
        alGenBuffers(ALsizei(buffers.count), &buffers)
        for (index, drip) in Drip.all.enumerated() {
            let samples = drip.samples
            alBufferData(
                buffers[index], AL_FORMAT_MONO16, samples, ALsizei(2 * samples.count),
                ALsizei(Drip.sampleRate))
            alSourcei(sources[index], AL_BUFFER, ALint(bitPattern: buffers[index]))
            alSource3f(
                sources[index], AL_POSITION, ALfloat(drip.east), 0, ALfloat(-drip.north))
            alSourcef(sources[index], AL_REFERENCE_DISTANCE, 2)
        }
    }

    // MARK: The listener

    /// Turns the listener, to the right with positive degrees.
    public func turn(by degrees: Double) {
        heading = (heading + degrees).truncatingRemainder(dividingBy: 360)
        if heading < 0 { heading += 360 }
        listen()
    }

    /// Walks ahead, or back with negative metres; the walls stop the listener.
    public func walk(_ metres: Double) {
        let angle = heading * .pi / 180
        east = min(max(east + metres * sin(angle), -Self.halfWidth), Self.halfWidth)
        north = min(max(north + metres * cos(angle), -Self.halfWidth), Self.halfWidth)
        listen()
    }

    /// Tells OpenAL where the listener is: ahead, then up.
    private func listen() {
        let angle = ALfloat(heading * .pi / 180)
        alListener3f(AL_POSITION, ALfloat(east), 0, ALfloat(-north))
        alListenerfv(AL_ORIENTATION, [sin(angle), 0, -cos(angle), 0, 1, 0])
    }

    // MARK: Time

    /// Lets water drip.
    public func start() throws {
        guard !isRunning else { return }
        try AVAudioSession.sharedInstance().setActive(true)
        isRunning = true
        startCount += 1
        tick(startCount)
    }

    /// Stops everything.
    public func stop() {
        isRunning = false
        alSourceStopv(ALsizei(sources.count), sources)
    }

    /// Stops everything for good, and closes the device.
    public func close() {
        stop()
        let device = alcGetContextsDevice(context)
        alcMakeContextCurrent(nil)
        alcDestroyContext(context)
        alcCloseDevice(device)
    }

    private func tick(_ start: Int) {
        let end = time + Self.tickSeconds
        for (drip, source) in zip(Drip.all, sources) where drip.falls(from: time, to: end) {
            alSourcePlay(source)
        }
        time = end
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.tickSeconds) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.isRunning, self.startCount == start else { return }
                self.tick(start)
            }
        }
    }

    // MARK: Calls and alarms

    private func handleInterruption(_ type: UInt?) {
        switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began:
            isRunning = false
            alcMakeContextCurrent(nil)
            alcSuspendContext(context)
        case .ended:
            alcMakeContextCurrent(context)
            alcProcessContext(context)
            try? start()
        default: break
        }
    }

    // MARK: The map

    /// The cave from above, a line for each row: the listener as an arrow, a drip as a circle.
    public var map: String {
        let half = Int(Self.halfWidth)
        let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
        let arrow = arrows[Int((heading / 45).rounded()) % arrows.count]
        let (column, row) = (Int(east.rounded()), Int(north.rounded()))
        return (-half...half).reversed().map { north in
            (-half...half).map { east in
                if east == column, north == row { return arrow }
                let isDrip = Drip.all.contains { Int($0.east) == east && Int($0.north) == north }
                return isDrip ? "○" : "·"
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }
}
