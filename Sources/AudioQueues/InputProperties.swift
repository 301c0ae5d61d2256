// What an app may ask of a queue that records.

extension InputQueue {
    /// Of the coding, as Apple has it; `nil` for codings without one.
    public var magicCookie: [UInt8]? { coder.magicCookie }

    /// Bytes of the largest packet.
    public var maximumPacketSize: Int { coder.maximumPacketSize }

    public var isMetering: Bool { lock.withLock { meter != nil } }

    public func setMetering(_ isOn: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard isOn != (meter != nil) else { return }
            meter = isOn ? InputMeter(channelCount: Int(format.channelCount)) : nil
        }
    }

    /// How loud each channel was last; silence while nothing is measured.
    public func levels() throws(AudioQueueError) -> [ChannelLevel] {
        try calling { () throws(AudioQueueError) in
            meter?.levels ?? Array(repeating: .silence, count: Int(format.channelCount))
        }
    }

    /// What went wrong since the start: sound was lost, or the coder gave up.
    public func errorSinceStart() throws(AudioQueueError) -> AudioQueueError? {
        try calling { () throws(AudioQueueError) in problem }
    }

    /// Frames of the device that found no buffer, or no time, in all.
    public var lostFrameCount: Int { lock.withLock { lostFrames } }

    public var codecPolicy: HardwareCodecPolicy { lock.withLock { policy } }

    /// Says which coder is wanted. There is none in hardware: with `hardwareOnly`, the queue does
    /// not start.
    ///
    /// - Throws: `invalidRunState` unless stopped.
    public func setCodecPolicy(_ policy: HardwareCodecPolicy) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard state == .stopped else { throw .invalidRunState }
            self.policy = policy
        }
    }
}
