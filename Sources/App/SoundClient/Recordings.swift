import AudioModel
import Synchronization

/// An app's running recordings and the device that they share. Any thread.
///
/// The device runs only while there is a recording, because an open microphone is visible to the
/// user. A paused recording receives nothing; a silenced one receives silence.
final class Recordings: Sendable {
    let sink: InputSink

    private let device: (any InputDevice)?
    /// Returns the size of the output's blocks in frames; `nil` for none.
    private let outputBlockFrames: @Sendable () -> Int?
    private let table = Mutex<[Int: Recording]>([:])
    private let muted = Mutex(false)
    /// Locked while the sink is read: it has one reader.
    private let reading = CriticalSection()
    /// Keeps the device from being stopped between its start and the next recording's.
    private let deviceUse = CriticalSection()

    struct Recording: Sendable {
        var onCapture: @Sendable (CapturedSound) -> Void
        var transportChanged: @Sendable (StreamDirective.Transport) -> Void
        var ended: @Sendable (_ byItself: Bool) -> Void
        /// Whether the app plays with what it hears, so that blocks of the output's size are wanted.
        var isLive = false
        /// How the app wants its voice processed; `nil` for not at all.
        var voice: VoiceProcessing?
        var directive = StreamDirective(transport: .running, sessionGain: 0)
        /// The sink's position at which the recording began; sound before it is dropped.
        var firstPosition = Int.max
    }

    /// The sample rate without a device, in frames a second.
    static let usualSampleRate = 48_000.0

    /// - Parameters:
    ///   - device: The input device; `nil` when the caller delivers to the sink.
    ///   - outputBlockFrames: Returns the size of the output's blocks in frames; `nil` for none.
    init(device: (any InputDevice)?, outputBlockFrames: @escaping @Sendable () -> Int? = { nil }) {
        self.device = device
        self.outputBlockFrames = outputBlockFrames
        let handler = Mutex<(@Sendable () -> Void)?>(nil)
        let sink = InputSink(channelCount: device?.channelCount ?? 1) {
            handler.withLock { $0 }?()
        }
        self.sink = sink
        handler.withLock { $0 = { [weak self] in self?.service() } }
    }

    var sampleRate: Double { device?.sampleRate ?? Recordings.usualSampleRate }

    /// Whether every recording of the app gets silence.
    var isMuted: Bool {
        get { muted.withLock { $0 } }
        set { muted.withLock { $0 = newValue } }
    }

    /// Whether there is a recording.
    var isInUse: Bool { table.withLock { !$0.isEmpty } }

    func add(_ number: Int, _ recording: Recording) {
        table.withLock { $0[number] = recording }
    }

    /// Opens the microphone, unless it is open, and starts a recording at the present position.
    ///
    /// Does nothing when the recording is over.
    func start(_ number: Int) throws(DeviceError) {
        let error = deviceUse.withLock {
            guard table.withLock({ $0[number] != nil }) else { return DeviceError?.none }
            requestOfDevice()
            do throws(DeviceError) {
                try device?.start(sink)
                let position = sink.position
                table.withLock { $0[number]?.firstPosition = position }
                return nil
            } catch {
                return error
            }
        }
        if let error { throw error }
    }

    /// The transport state that the policy gives a recording; `nil` for other streams.
    func transport(of number: Int) -> StreamDirective.Transport? {
        table.withLock { $0[number]?.directive.transport }
    }

    func remove(_ number: Int) -> Recording? {
        table.withLock { $0.removeValue(forKey: number) }
    }

    /// Closes the microphone when there is no recording. Not on the device's thread.
    func stopDeviceIfUnused() {
        deviceUse.withLock {
            if table.withLock({ $0.isEmpty }) {
                device?.stop()
            } else {
                requestOfDevice()
            }
        }
    }

    /// Changes how the voice of a recording is processed.
    func setVoice(_ voice: VoiceProcessing?, of number: Int) {
        table.withLock { $0[number]?.voice = voice }
        followRequests()
    }

    /// Requests of the device what its recordings want.
    func followRequests() { deviceUse.withLock { requestOfDevice() } }

    /// The recordings share the device: one processed voice is processed for all.
    private func requestOfDevice() {
        let (voice, isLive) = table.withLock { table in
            let first = table.filter { $0.value.voice != nil }.min { $0.key < $1.key }
            return (first?.value.voice, table.values.contains { $0.isLive })
        }
        device?.requestBlockFrames(isLive ? outputBlockFrames() : nil)
        device?.setVoiceProcessing(voice)
    }

    /// - Returns: Whether the stream is a recording, and the handler to call without the lock.
    func apply(
        _ directive: StreamDirective, toStream number: Int
    ) -> (isRecording: Bool, after: (@Sendable () -> Void)?) {
        table.withLock { table in
            guard let recording = table[number] else { return (false, nil) }
            if directive.transport == .ended {
                table[number] = nil
                return (true, { recording.ended(false) })
            }
            table[number]?.directive = directive
            guard directive.transport != recording.directive.transport else { return (true, nil) }
            return (true, { recording.transportChanged(directive.transport) })
        }
    }

    private func service() {
        reading.withLock {
            while let sound = sink.take() { distribute(sound) }
        }
    }

    private func distribute(_ sound: CapturedSound) {
        let recordings = table.withLock { table in
            table.keys.sorted().compactMap { table[$0] }
        }
        let isMuted = isMuted
        for recording in recordings where recording.directive.transport == .running {
            guard
                let own = sound.dropping(
                    before: recording.firstPosition, sampleRate: sampleRate)
            else { continue }
            let isAudible = recording.directive.sessionGain > 0 && !isMuted
            recording.onCapture(isAudible ? own : own.silenced)
        }
    }
}
