import AudioModel

/// Where an app's recordings come from: PipeWire, a paced null device, the simulator.
public protocol InputDevice: AnyObject, Sendable {
    /// Frames a second that the sink is given.
    var sampleRate: Double { get }

    /// Interleaved channels that the sink is given: 1 or 2.
    var channelCount: Int { get }

    /// Starts delivering to `sink`, on the device's own thread. Idempotent.
    func start(_ sink: InputSink) throws(DeviceError)

    /// Stops delivering; returns when the device's thread has left `sink`. Idempotent.
    func stop()
}

/// A piece of what a device heard, in the order of hearing.
public struct CapturedSound: Sendable {
    /// Interleaved float of full scale ±1.
    public var samples: [Float]
    public var channelCount: Int
    /// Of its first frame: frames that the device has heard since the sink was made, lost ones too.
    public var position: Int
    /// When its first frame was heard.
    public var time: HostTime

    public init(samples: [Float], channelCount: Int, position: Int, time: HostTime) {
        self.samples = samples
        self.channelCount = channelCount
        self.position = position
        self.time = time
    }

    public var frameCount: Int { samples.count / channelCount }

    /// Just as long, and nothing in it.
    public var silenced: CapturedSound {
        var copy = self
        copy.samples = [Float](repeating: 0, count: samples.count)
        return copy
    }

    /// Without the frames before `position`; `nil` when none are left.
    func dropping(before position: Int, sampleRate: Double) -> CapturedSound? {
        guard position > self.position else { return self }
        let dropped = position - self.position
        guard dropped < frameCount else { return nil }
        return CapturedSound(
            samples: Array(samples[(dropped * channelCount)...]), channelCount: channelCount,
            position: position, time: time + .seconds(Double(dropped) / sampleRate))
    }
}
