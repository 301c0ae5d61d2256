import AudioFormats
import AudioModel
import SoundClient
import SoundMixer

// What an app sets and asks of an output queue beside its transport.

extension OutputQueue {
    // MARK: Parameters

    /// The parameter's value; of the volume, the one it has at this moment.
    public func parameter(_ parameter: QueueParameter) throws(AudioQueueError) -> Float {
        try calling { () throws(AudioQueueError) in
            if parameter == .volume, let volumeRamp, let run {
                return volumeRamp.value(at: run.time)
            }
            return parameters[parameter]
        }
    }

    /// - Parameter value: One out of range is taken as the nearest in it.
    public func set(_ parameter: QueueParameter, to value: Float) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            let value = parameter.allowed(value)
            switch parameter {
            case .volume: setVolume(value)
            case .pan:
                offline?.setPan(value)
                if let stream = run?.stream { app.setPan(value, ofStream: stream) }
            case .playRate: chain.setRate(Double(value))
            case .pitch: chain.setPitch(cents: Double(value))
            case .volumeRampTime: settings.rampSeconds = value
            }
            parameters[parameter] = value
        }
    }

    private func setVolume(_ volume: Float) {
        let seconds = parameters.volumeRampTime
        let ramp =
            seconds > 0 ? HostInterval.seconds(Double(seconds)) : Verdict.rampDuration
        if let run, state != .stopped {
            let now = run.time
            volumeRamp = VolumeRamp(
                from: volumeRamp?.value(at: now) ?? parameters.volume, to: volume, startTime: now,
                frameCount: Int(Double(seconds) * format.sampleRate))
        }
        offline?.setVolume(volume, ramp: ramp)
        // It can only fail for a stream that is over already.
        if let stream = run?.stream { try? app.setVolume(volume, ofStream: stream, ramp: ramp) }
    }

    // MARK: Settings

    public var magicCookie: [UInt8]? { lock.withLock { settings.magicCookie } }

    /// - Throws: `invalidRunState` once something has been enqueued.
    public func setMagicCookie(_ cookie: [UInt8]) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard run == nil, waiting.isEmpty else { throw .invalidRunState }
            settings.magicCookie = cookie
            decoder = nil
        }
    }

    public var isMetering: Bool { lock.withLock { settings.isMetering } }

    public func setMetering(_ isOn: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            settings.isMetering = isOn
            if !isOn { meters.reset() }
        }
    }

    /// One a channel of the queue's format, of the last hundredth of a second that was played.
    /// Silent while nothing is.
    public func levels() throws(AudioQueueError) -> [ChannelLevel] {
        try calling { () throws(AudioQueueError) in
            let silence = [ChannelLevel](repeating: .silence, count: channelCount)
            guard settings.isMetering else { throw .invalidPropertyValue }
            guard let run, runsOnDevice || offline != nil, state == .running,
                run.feed.waitingFrames > 0
            else { return silence }
            return meters.levels(atFrame: run.feed.takenFrames) ?? silence
        }
    }

    public var isTimePitchEnabled: Bool { lock.withLock { settings.isTimePitchEnabled } }

    /// - Throws: `invalidRunState` unless stopped, `unimplemented` when there is no effect.
    public func enableTimePitch(_ isOn: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard state == .stopped else { throw .invalidRunState }
            chain.setEffect(isOn ? try makeEffect(settings.timePitchAlgorithm) : nil)
            settings.isTimePitchEnabled = isOn
        }
    }

    public var timePitchAlgorithm: TimePitchAlgorithm {
        lock.withLock { settings.timePitchAlgorithm }
    }

    public func setTimePitchAlgorithm(_ algorithm: TimePitchAlgorithm) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard settings.isTimePitchEnabled, state == .stopped else { throw .invalidRunState }
            chain.setEffect(try makeEffect(algorithm))
            settings.timePitchAlgorithm = algorithm
        }
    }

    public var isTimePitchBypassed: Bool { lock.withLock { settings.isTimePitchBypassed } }

    public func bypassTimePitch(_ isBypassed: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            settings.isTimePitchBypassed = isBypassed
            chain.setBypassed(isBypassed)
        }
    }

    private func makeEffect(
        _ algorithm: TimePitchAlgorithm
    ) throws(AudioQueueError) -> any TimePitchEffect {
        guard let effect = makeTimePitch(algorithm, format.sampleRate, channelCount) else {
            throw .unimplemented
        }
        effect.rate = Double(parameters.playRate)
        effect.pitchCents = Double(parameters.pitch)
        return effect
    }

    public var codecPolicy: HardwareCodecPolicy { lock.withLock { settings.codecPolicy } }

    /// - Throws: `invalidRunState` while primed or running.
    public func setCodecPolicy(_ policy: HardwareCodecPolicy) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard run == nil else { throw .invalidRunState }
            settings.codecPolicy = policy
            decoder = nil
        }
    }

    /// What decoding is done with at a time. Any number goes: audio is decoded as far ahead as
    /// the queue needs.
    public var decodeBufferFrames: UInt32 {
        lock.withLock {
            let set = settings.decodeBufferFrames
            return set > 0 ? set : UInt32(clamping: Int(format.sampleRate / 10))
        }
    }

    public func setDecodeBufferFrames(_ count: UInt32) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in settings.decodeBufferFrames = count }
    }

    /// As Apple's structure has it.
    public var channelLayout: [UInt8]? { lock.withLock { settings.channelLayout?.bytes } }

    /// Says what the channels are: more than two are mixed to stereo by it.
    ///
    /// - Parameter bytes: What `channelLayout` gives back.
    /// - Throws: `invalidPropertyValue` for a layout of another number of channels.
    public func setChannelLayout(
        _ layout: ChannelLayout, bytes: [UInt8]
    ) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard layout.fits(channelCount: format.channelCount) else {
                throw .invalidPropertyValue
            }
            settings.channelLayout = (bytes, layout)
        }
    }

    /// - Parameter assignments: For each of the queue's channels, 1 or 2.
    /// - Throws: `invalidRunState` while primed or running.
    public func setChannelAssignments(_ assignments: [Int]) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard run == nil else { throw .invalidRunState }
            guard assignments.allSatisfy((1...2).contains) else { throw .invalidPropertyValue }
            settings.channelAssignments = assignments
        }
    }

}

// MARK: Taps

extension OutputQueue: TappedQueue {
    public func addTap(
        isAfterEffects: Bool, isSiphon: Bool, _ process: @escaping ProcessingTap.Process
    ) throws(AudioQueueError) -> ProcessingTap {
        try calling { () throws(AudioQueueError) in
            guard state == .stopped else { throw .invalidRunState }
            guard chain.tap == nil else { throw .tooManyTaps }
            let tap = ProcessingTap(
                isAfterEffects: isAfterEffects, isSiphon: isSiphon, channelCount: channelCount,
                sampleRate: format.sampleRate, process)
            chain.setTap(tap)
            return tap
        }
    }

    public var tapFramesMax: Int { max(pieceFrames, OutputChain.effectFrames) }

    public func removeTap(_ tap: ProcessingTap) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard state == .stopped else { throw .invalidRunState }
            if chain.tap === tap { chain.setTap(nil) }
        }
    }
}
