public import AudioModel

/// An input device for an app's recordings: PipeWire, a paced null device, or the simulator.
public protocol InputDevice: AnyObject, Sendable {
    /// The sample rate of the delivered frames, in frames a second.
    var sampleRate: Double { get }

    /// The number of delivered interleaved channels: 1 or 2.
    var channelCount: Int { get }

    /// Starts delivering to `sink`, on the device's own thread. Idempotent.
    func start(_ sink: InputSink) throws(DeviceError)

    /// Stops delivering; returns when the device's thread has left `sink`. Idempotent.
    func stop()

    /// Requests another size of blocks in frames, which the device may ignore; `nil` for its own.
    func requestBlockFrames(_ count: Int?)

    /// Frees the sound from the echo of what the machine plays and from noise, also while the device
    /// runs; `nil` to deliver it as it is captured. Devices without voice processing ignore it.
    func setVoiceProcessing(_ processing: VoiceProcessing?)
}

extension InputDevice {
    /// Ignores the request.
    public func requestBlockFrames(_ count: Int?) {}

    /// Ignores the request.
    public func setVoiceProcessing(_ processing: VoiceProcessing?) {}
}

/// What is done to a voice, besides cancelling the echo and suppressing noise.
public struct VoiceProcessing: Hashable, Sendable {
    /// Whether the sound is delivered as it is captured.
    public var isBypassed: Bool
    /// Whether the voice's level is adjusted.
    public var adjustsGain: Bool

    public init(isBypassed: Bool = false, adjustsGain: Bool = true) {
        self.isBypassed = isBypassed
        self.adjustsGain = adjustsGain
    }
}

/// A block of captured sound.
public struct CapturedSound: Sendable {
    /// Interleaved samples, full scale ±1.
    public var samples: [Float]
    /// The number of interleaved channels: 1 or 2.
    public var channelCount: Int
    /// The position of the first frame: frames captured since the sink was created, lost ones
    /// included.
    public var position: Int
    /// The time at which the first frame was captured.
    public var time: HostTime

    public init(samples: [Float], channelCount: Int, position: Int, time: HostTime) {
        self.samples = samples
        self.channelCount = channelCount
        self.position = position
        self.time = time
    }

    /// The length in frames.
    public var frameCount: Int { samples.count / channelCount }

    /// A block of silence of the same length.
    public var silenced: CapturedSound {
        var copy = self
        copy.samples = [Float](repeating: 0, count: samples.count)
        return copy
    }

    /// The block without the frames before `position`; `nil` when no frame remains.
    func dropping(before position: Int, sampleRate: Double) -> CapturedSound? {
        guard position > self.position else { return self }
        let dropped = position - self.position
        guard dropped < frameCount else { return nil }
        return CapturedSound(
            samples: Array(samples[(dropped * channelCount)...]), channelCount: channelCount,
            position: position, time: time + .seconds(Double(dropped) / sampleRate))
    }
}
