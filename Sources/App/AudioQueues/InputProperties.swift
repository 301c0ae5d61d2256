// Properties of a queue that records.

public import SoundClient
import AudioModel

extension InputQueue {
    /// The encoder's magic cookie in Apple's layout; `nil` for encodings without one.
    public var magicCookie: [UInt8]? { coder.magicCookie }

    /// Size of the largest packet in bytes.
    public var maximumPacketSize: Int { coder.maximumPacketSize }

    /// Whether levels are measured.
    public var isMetering: Bool { lock.withLock { meters != nil } }

    /// Turns level metering on or off.
    public func setMetering(_ isOn: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            if isOn != (meters != nil) { meters = isOn ? silence : nil }
        }
    }

    /// Levels of the last captured block, one per channel; silence while metering is off.
    public func levels() throws(AudioQueueError) -> [ChannelLevel] {
        try calling { () throws(AudioQueueError) in meters ?? silence }
    }

    /// The levels before the first block and after the last one.
    var silence: [ChannelLevel] {
        Array(repeating: .silence, count: Int(format.channelCount))
    }

    /// Captured frames that were lost so far because no buffer was enqueued or the work queue was
    /// late.
    public var lostFrameCount: Int { lock.withLock { lostFrames } }

    /// Which encoder the app asked for.
    public var codecPolicy: HardwareCodecPolicy { lock.withLock { policy } }

    /// Chooses the encoder. There is none in hardware: with `hardwareOnly`, the queue does not
    /// start.
    ///
    /// - Throws: `invalidRunState` unless stopped.
    public func setCodecPolicy(_ policy: HardwareCodecPolicy) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            self.policy = policy
        }
    }
}
