import AudioModel
public import ChannelLayouts
public import SoundClient
import SoundMixer

// Parameters, properties and taps of an output queue.

extension OutputQueue {
    // MARK: Parameters

    /// The parameter's value; for the volume, its current value within a ramp.
    public func parameter(_ parameter: QueueParameter) throws(AudioQueueError) -> Float {
        try calling { () throws(AudioQueueError) in
            if parameter == .volume, let volumeRamp, let run {
                return volumeRamp.value(at: run.time)
            }
            return parameters[parameter]
        }
    }

    /// Sets a parameter.
    ///
    /// - Parameter value: Clamped to the parameter's range.
    public func set(_ parameter: QueueParameter, to value: Float) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            let value = parameter.allowed(value)
            switch parameter {
            case .volume: setVolume(value)
            case .pan:
                offline?.setPan(value)
                if let stream { app.setPan(value, ofStream: stream) }
            case .playRate: chain.setRate(Double(value))
            case .pitch: chain.setPitch(cents: Double(value))
            case .volumeRampTime: settings.rampSeconds = value
            }
            parameters[parameter] = value
        }
    }

    private func setVolume(_ volume: Float) {
        let seconds = parameters[.volumeRampTime]
        let ramp = seconds > 0 ? HostInterval.seconds(Double(seconds)) : Verdict.rampDuration
        if let run, !machine.isStopped {
            let now = run.time
            volumeRamp = VolumeRamp(
                from: volumeRamp?.value(at: now) ?? parameters[.volume], to: volume, startTime: now,
                frameCount: Int(Double(seconds) * format.sampleRate))
        }
        offline?.setVolume(volume, ramp: ramp)
        // Fails only for a stream that has ended already.
        if let stream { try? app.setVolume(volume, ofStream: stream, ramp: ramp) }
    }

    // MARK: Settings

    /// The magic cookie that the app has set, for the decoder.
    public var magicCookie: [UInt8]? { lock.withLock { settings.magicCookie } }

    /// Sets the magic cookie for the decoder.
    ///
    /// - Throws: `invalidRunState` while a buffer is enqueued or the queue is primed or started.
    public func setMagicCookie(_ cookie: [UInt8]) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard run == nil, waiting.isEmpty else { throw .invalidRunState }
            settings.magicCookie = cookie
            decoder = nil
        }
    }

    /// Whether levels are measured.
    public var isMetering: Bool { lock.withLock { settings.isMetering } }

    /// Turns level metering on or off.
    public func setMetering(_ isOn: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            settings.isMetering = isOn
            if !isOn { meters.reset() }
        }
    }

    /// Levels of the last 10 ms that were played, one per channel of the queue's format; silence
    /// while nothing plays.
    ///
    /// - Throws: `invalidPropertyValue` while metering is off.
    public func levels() throws(AudioQueueError) -> [ChannelLevel] {
        try calling { () throws(AudioQueueError) in
            let silence = [ChannelLevel](repeating: .silence, count: channelCount)
            guard settings.isMetering else { throw .invalidPropertyValue }
            guard let run, machine.isActive || offline != nil, machine.isPlaying,
                run.written > run.feed.takenFrames
            else { return silence }
            return meters.levels(atFrame: run.feed.takenFrames) ?? silence
        }
    }

    /// Whether the time-pitch effect is enabled.
    public var isTimePitchEnabled: Bool { lock.withLock { settings.isTimePitchEnabled } }

    /// Enables or disables the time-pitch effect.
    ///
    /// - Throws: `invalidRunState` unless stopped, `unimplemented` when there is no effect.
    public func enableTimePitch(_ isOn: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            chain.setEffect(isOn ? try makeEffect(settings.timePitchAlgorithm) : nil)
            settings.isTimePitchEnabled = isOn
        }
    }

    /// The algorithm of the time-pitch effect.
    public var timePitchAlgorithm: TimePitchAlgorithm {
        lock.withLock { settings.timePitchAlgorithm }
    }

    /// Chooses the algorithm of the time-pitch effect.
    ///
    /// - Throws: `invalidRunState` unless stopped with the effect enabled, `unimplemented` when
    ///   there is no such effect.
    public func setTimePitchAlgorithm(_ algorithm: TimePitchAlgorithm) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard settings.isTimePitchEnabled, machine.isStopped else { throw .invalidRunState }
            chain.setEffect(try makeEffect(algorithm))
            settings.timePitchAlgorithm = algorithm
        }
    }

    /// Whether the time-pitch effect is bypassed.
    public var isTimePitchBypassed: Bool { lock.withLock { settings.isTimePitchBypassed } }

    /// Bypasses the time-pitch effect, or ends the bypass.
    public func bypassTimePitch(_ isBypassed: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            settings.isTimePitchBypassed = isBypassed
            chain.setBypassed(isBypassed)
        }
    }

    private func makeEffect(
        _ algorithm: TimePitchAlgorithm
    ) throws(AudioQueueError) -> any TimePitchProcessor {
        guard let effect = makeTimePitch(algorithm, format.sampleRate, channelCount) else {
            throw .unimplemented
        }
        effect.rate = Double(parameters[.playRate])
        effect.pitchCents = Double(parameters[.pitch])
        return effect
    }

    /// Which decoder the app asked for.
    public var codecPolicy: HardwareCodecPolicy { lock.withLock { settings.codecPolicy } }

    /// Chooses the decoder.
    ///
    /// - Throws: `invalidRunState` while primed or running.
    public func setCodecPolicy(_ policy: HardwareCodecPolicy) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard run == nil else { throw .invalidRunState }
            settings.codecPolicy = policy
            decoder = nil
        }
    }

    /// Frames of the decode buffer, as the app has set it; by default a tenth of a second. Reported
    /// only: decoding runs as far ahead as the queue needs.
    public var decodeBufferFrames: UInt32 {
        lock.withLock {
            let set = settings.decodeBufferFrames
            return set > 0 ? set : UInt32(clamping: Int(format.sampleRate / 10))
        }
    }

    /// Keeps the size of the decode buffer for `decodeBufferFrames`.
    public func setDecodeBufferFrames(_ count: UInt32) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in settings.decodeBufferFrames = count }
    }

    /// The channel layout that the app has set, in Apple's structure.
    public var channelLayout: [UInt8]? { lock.withLock { settings.channelLayout?.bytes } }

    /// Sets the channel layout, which decides the downmix of more than two channels.
    ///
    /// - Parameter bytes: The same layout in Apple's structure; `channelLayout` returns it.
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

    /// Assigns the queue's channels to the device's.
    ///
    /// - Parameter assignments: For each of the queue's channels, 1 (left) or 2 (right).
    /// - Throws: `invalidRunState` while primed or running, `invalidPropertyValue`.
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
    /// Puts a tap before or after the time-pitch effect.
    ///
    /// - Throws: `invalidRunState` unless stopped, `tooManyTaps` when there is one.
    public func addTap(
        isAfterEffects: Bool, isSiphon: Bool, _ process: @escaping ProcessingTap.Process
    ) throws(AudioQueueError) -> ProcessingTap {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            guard chain.tap == nil else { throw .tooManyTaps }
            let tap = ProcessingTap(
                isAfterEffects: isAfterEffects, isSiphon: isSiphon, channelCount: channelCount,
                sampleRate: format.sampleRate, lock, process)
            chain.setTap(tap)
            return tap
        }
    }

    /// Most frames that a tap is called for.
    public var tapFramesMax: Int { max(pieceFrames, OutputChain.effectFrames) }

    /// Removes a tap.
    ///
    /// - Throws: `invalidRunState` unless stopped.
    public func removeTap(_ tap: ProcessingTap) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            if chain.tap === tap { chain.setTap(nil) }
        }
    }
}
